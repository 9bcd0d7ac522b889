import { HydrationBoundary } from '@tanstack/react-query'
import { prefetchMarkers } from '#components/features/markers/markers-query.ts'
import { readMarkersSearch } from '#components/features/markers/markers-search.ts'
import { MarkersView } from '#components/features/markers/markers-view.tsx'
import { NoRight } from '#components/shared/no-right.tsx'
import { searchOf } from '#lib/client/list-search.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import { listMarkers } from '#lib/contract/marker.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Markers' }

export default async function MarkersPage({ params, searchParams }: PageProps<'/[environment]/markers'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  const { permission } = listMarkers
  if (viewer && !can(viewer.role, permission)) {
    return <NoRight subject="Markers" detail={denialOf(viewer.role, permission)} />
  }
  const search = readMarkersSearch(searchOf(await searchParams))
  const { state, failure } = await prefetchMarkers(await serverContext(environment), search)
  return (
    <HydrationBoundary state={state}>
      <MarkersView key={environment} environment={environment} failure={failure} />
    </HydrationBoundary>
  )
}
