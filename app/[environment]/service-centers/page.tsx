import { ServerData } from '#components/patterns/page/server-data.tsx'
import { prefetchCenters, readFinderSearch } from '#components/service-centers/finder/finder-search.ts'
import { FinderView } from '#components/service-centers/finder/finder-view.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('service-centers')

export default async function ServiceCentersPage({
  params,
  searchParams,
}: PageProps<'/[environment]/service-centers'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  const denied = deniedPage('service-centers', viewer)
  if (denied) return denied
  const { search } = readFinderSearch(searchOf(await searchParams))
  const { state, failure } = await prefetchCenters(await serverContext(environment), search)
  return (
    <ServerData state={state}>
      <FinderView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
