import { HydrationBoundary } from '@tanstack/react-query'
import { NoRight } from '#components/patterns/states/no-right.tsx'
import { prefetchCenters } from '#components/service-centers/finder/center-query.ts'
import { readFinderSearch } from '#components/service-centers/finder/finder-search.ts'
import { FinderView } from '#components/service-centers/finder/finder-view.tsx'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

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
