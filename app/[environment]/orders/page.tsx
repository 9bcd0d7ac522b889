import { redirect } from 'next/navigation'
import { LiveUpdates } from '#components/events/live-updates.tsx'
import { OrdersView } from '#components/orders/list/orders-view.tsx'
import { fetchOrders, ORDER_VIEW_LIST } from '#components/orders/search/orders-search.ts'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { openViewed } from '#components/patterns/views/shown-view.ts'
import { titleOf } from '#components/shell/nav.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { newestEvent, serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { cookieChoice } from '#lib/pages/viewer.ts'
import { columnsCookie } from '#lib/utils/browser/column-choice.ts'

export const metadata = titleOf('orders')

export default async function OrdersPage({ params, searchParams }: PageProps<'/[environment]/orders'>) {
  const { environment } = await params
  const search = searchOf(await searchParams)
  const [context, { time_zone }] = await Promise.all([serverContext(environment), viewerPreferences()])
  const { first, layout, state, failure } = await openViewed(context, {
    list: ORDER_VIEW_LIST,
    search,
    fetchRows: (client, shown) => fetchOrders(client, context, { search: shown, user_id: null, time_zone }),
  })
  if (first) redirect(`/${environment}/orders?view=${first}`)
  return (
    <ServerData state={state}>
      <LiveUpdates environment={environment} of="orders" after={await newestEvent()} />
      <OrdersView
        key={environment}
        environment={environment}
        user_id={null}
        columns={await cookieChoice(columnsCookie(layout))}
        failure={failure}
      />
    </ServerData>
  )
}
