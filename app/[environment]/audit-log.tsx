import { ActivityView } from '#components/audit/activity-view.tsx'
import { AUDIT, auditQuery, scopeOf, viewsQuery } from '#components/audit/audit-filters.ts'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { loadEnvironments } from '#components/shell/environments.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

interface AuditLogProps {
  environment: string
  history?: { of: 'user' | 'order'; id: string }
  search: URLSearchParams
}

export async function AuditLog({ environment, history, search }: AuditLogProps) {
  const place = scopeOf(AUDIT.read(search).place, history?.id)
  const [context, { time_zone }] = await Promise.all([serverContext(''), viewerPreferences()])
  const [{ state, failure }, environments, viewer] = await Promise.all([
    prefetchWith(async (client) => {
      const views =
        history &&
        place.show === 'all' &&
        client.prefetchQuery({ ...viewsQuery(place.filters, time_zone, context), retry: false })
      await client.fetchInfiniteQuery({ ...auditQuery(place, time_zone, context), retry: false })
      await views
    }),
    loadEnvironments(),
    loadViewer(),
  ])
  return (
    <ServerData state={state}>
      <ActivityView
        environment={environment}
        environments={environments}
        knows_staff={viewer !== null && can(viewer.role, 'staff:manage')}
        {...(history && { history })}
        failure={failure}
      />
    </ServerData>
  )
}
