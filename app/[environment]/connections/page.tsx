import { ConnectionListView } from '#components/connections/list/connection-list-view.tsx'
import { CONNECTIONS, prefetchConnections } from '#components/connections/list/connection-search.ts'
import { LiveUpdates } from '#components/events/live-updates.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { newestEvent, serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('connections')

export default async function ConnectionsPage({ params, searchParams }: PageProps<'/[environment]/connections'>) {
  const [{ environment }, viewer, { time_zone, now }] = await Promise.all([params, loadViewer(), viewerPreferences()])
  const denied = deniedPage('connections', viewer)
  if (denied) return denied
  const { place } = CONNECTIONS.read(searchOf(await searchParams))
  const { state, failure } = await prefetchConnections(await serverContext(environment), place, time_zone, now)
  return (
    <ServerData state={state}>
      <LiveUpdates environment={environment} of="connections" after={await newestEvent()} />
      <ConnectionListView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
