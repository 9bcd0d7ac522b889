import { HydrationBoundary } from '@tanstack/react-query'
import { prefetchCenters } from '#components/features/service-centers/center-query.ts'
import { readFinderSearch } from '#components/features/service-centers/finder-search.ts'
import { FinderView } from '#components/features/service-centers/finder-view.tsx'
import { NoRight } from '#components/shared/no-right.tsx'
import { searchOf } from '#lib/client/list-search.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import { can } from '#lib/contract/roles.ts'
import { getServiceCenters } from '#lib/contract/service-center.ts'

export const metadata = { title: 'Service centers' }

export default async function ServiceCentersPage({
  params,
  searchParams,
}: PageProps<'/[environment]/service-centers'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  const { permission } = getServiceCenters
  if (viewer && !can(viewer.role, permission)) {
    return <NoRight subject="Service centers" detail={denialOf(viewer.role, permission)} />
  }
  const { search } = readFinderSearch(searchOf(await searchParams))
  const { state, failure } = await prefetchCenters(await serverContext(environment), search)
  return (
    <HydrationBoundary state={state}>
      <FinderView key={environment} environment={environment} failure={failure} />
    </HydrationBoundary>
  )
}
