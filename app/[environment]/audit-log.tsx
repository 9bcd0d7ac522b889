import { HydrationBoundary } from '@tanstack/react-query'
import { ActivityView } from '#components/features/activity/activity-view.tsx'
import { readFilters } from '#components/features/activity/audit-filters.ts'
import { auditQuery } from '#components/features/activity/audit-query.ts'
import { loadEnvironments } from '#components/features/shell/environments.ts'
import { prefetchWith } from '#lib/client/prefetch.ts'
import { serverContext, viewerPreferences } from '#lib/client/server-context.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { can } from '#lib/contract/roles.ts'

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
    prefetchWith((client) => client.fetchInfiniteQuery({ ...auditQuery(filters, time_zone, context), retry: false })),
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
