import { HydrationBoundary } from '@tanstack/react-query'
import { ActivityView } from '#components/features/activity/activity-view.tsx'
import { readFilters } from '#components/features/activity/audit-filters.ts'
import { auditQuery } from '#components/features/activity/audit-query.ts'
import { loadEnvironments } from '#components/features/shell/environments.ts'
import { searchOf } from '#lib/client/list-search.ts'
import { prefetchWith } from '#lib/client/prefetch.ts'
import { serverContext, viewerPreferences } from '#lib/client/server-context.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Audit log' }

export default async function ActivityPage({ searchParams }: PageProps<'/[environment]/activity'>) {
  const filters = readFilters(searchOf(await searchParams))
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
        failure={failure}
      />
    </HydrationBoundary>
  )
}
