import { EventListView } from '#components/events/list/event-list-view.tsx'
import { EVENTS, prefetchEvents } from '#components/events/list/event-search.ts'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('events')

export default async function EventsPage({ params, searchParams }: PageProps<'/[environment]/events'>) {
  const [{ environment }, viewer, { now }] = await Promise.all([params, loadViewer(), viewerPreferences()])
  const denied = deniedPage('events', viewer)
  if (denied) return denied
  const { place } = EVENTS.read(searchOf(await searchParams))
  const { state, failure } = await prefetchEvents(await serverContext(environment), place, now)
  return (
    <ServerData state={state}>
      <EventListView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
