import { HydrationBoundary } from '@tanstack/react-query'
import { prefetchMarkers } from '#components/catalog/markers/markers-query.ts'
import { readMarkersSearch } from '#components/catalog/markers/markers-search.ts'
import { MarkersView } from '#components/catalog/markers/markers-view.tsx'
import { NoRight } from '#components/patterns/states/no-right.tsx'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

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
