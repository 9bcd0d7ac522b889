import { HydrationBoundary } from '@tanstack/react-query'
import { ConnectionListView } from '#components/features/connection-list/connection-list-view.tsx'
import { prefetchConnections } from '#components/features/connection-list/connection-query.ts'
import { readConnectionSearch } from '#components/features/connection-list/connection-search.ts'
import { NoRight } from '#components/shared/no-right.tsx'
import { searchOf } from '#lib/client/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/client/server-context.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import { searchDirectoryConnections } from '#lib/contract/console/directory.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Connections' }

export default async function ConnectionsPage({ params, searchParams }: PageProps<'/[environment]/connections'>) {
  const [{ environment }, viewer, { time_zone }] = await Promise.all([params, loadViewer(), viewerPreferences()])
  const { permission } = searchDirectoryConnections
  if (viewer && !can(viewer.role, permission)) {
    return <NoRight subject="Connections" detail={denialOf(viewer.role, permission)} />
  }
  const search = readConnectionSearch(searchOf(await searchParams))
  const { state, failure } = await prefetchConnections(await serverContext(environment), search, time_zone)
  return (
    <HydrationBoundary state={state}>
      <ConnectionListView key={environment} environment={environment} failure={failure} />
    </HydrationBoundary>
  )
}
