import { figuresQuery, readFigures } from '#components/orders/figures/figures-query.ts'
import { FiguresView } from '#components/orders/figures/figures-view.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'

export const metadata = titleOf('figures')

export default async function FiguresPage({ params, searchParams }: PageProps<'/[environment]/figures'>) {
  const [{ environment }, viewer, { now, time_zone }] = await Promise.all([params, loadViewer(), viewerPreferences()])
  const denied = deniedPage('figures', viewer)
  if (denied) return denied
  const asked = { ...readFigures(searchOf(await searchParams)), time_zone, today: dayIn(time_zone, now) }
  const { environment: _, ...context } = await serverContext(environment)
  const { state, failure } = await prefetchWith((client) =>
    client.fetchQuery({ ...figuresQuery(environment, asked, context), retry: false }),
  )
  return (
    <ServerData state={state}>
      <FiguresView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
