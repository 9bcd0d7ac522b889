import { HydrationBoundary } from '@tanstack/react-query'
import { ActivityView } from '#components/audit/activity-view.tsx'
import { readFilters } from '#components/audit/audit-filters.ts'
import { auditQuery } from '#components/audit/audit-query.ts'
import { viewsQuery } from '#components/audit/views-query.ts'
import { loadEnvironments } from '#components/shell/environments.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

interface AuditLogProps {
  /** Id of the user or order whose page it is a part of. */
  subject?: string
  search: URLSearchParams
}

/** Who looked and who changed what: the whole log, or that of one user or order. */
export async function AuditLog({ subject, search }: AuditLogProps) {
  const filters = { ...readFilters(search), ...(subject && { subject }) }
  const [context, { time_zone }] = await Promise.all([serverContext(''), viewerPreferences()])
  const [{ state, failure }, environments, viewer] = await Promise.all([
    prefetchWith(async (client) => {
      const views =
        subject && client.prefetchQuery({ ...viewsQuery({ ...filters, subject }, time_zone, context), retry: false })
      await client.fetchInfiniteQuery({ ...auditQuery(filters, time_zone, context), retry: false })
      await views
    }),
    loadEnvironments(),
    loadViewer(),
  ])
  return (
    <HydrationBoundary state={state}>
      <ActivityView
        environments={environments}
        knows_staff={viewer !== null && can(viewer.role, 'staff:manage')}
        {...(subject && { subject })}
        failure={failure}
      />
    </HydrationBoundary>
  )
}
