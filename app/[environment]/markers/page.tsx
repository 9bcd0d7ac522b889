import { prefetchMarkers, readMarkersSearch } from '#components/catalog/markers/markers-search.ts'
import { MarkersView } from '#components/catalog/markers/markers-view.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('markers')

export default async function MarkersPage({ params, searchParams }: PageProps<'/[environment]/markers'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  const denied = deniedPage('markers', viewer)
  if (denied) return denied
  const search = readMarkersSearch(searchOf(await searchParams))
  const { state, failure } = await prefetchMarkers(await serverContext(environment), search)
  return (
    <ServerData state={state}>
      <MarkersView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
