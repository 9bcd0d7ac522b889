import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { DeliveryListView } from '#components/webhooks/deliveries/delivery-list-view.tsx'
import { DELIVERIES, prefetchDeliveries } from '#components/webhooks/deliveries/delivery-search.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('events/deliveries')

export default async function DeliveriesPage({ params, searchParams }: PageProps<'/[environment]/events/deliveries'>) {
  const [{ environment }, viewer, { now }] = await Promise.all([params, loadViewer(), viewerPreferences()])
  const denied = deniedPage('events/deliveries', viewer)
  if (denied) return denied
  const { place } = DELIVERIES.read(searchOf(await searchParams))
  const { state, failure } = await prefetchDeliveries(await serverContext(environment), place, now)
  return (
    <ServerData state={state}>
      <DeliveryListView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
