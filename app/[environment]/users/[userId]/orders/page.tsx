import { notFound } from 'next/navigation'
import { readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { OrdersView } from '#components/orders/list/orders-view.tsx'
import { prefetchOrders } from '#components/orders/search/orders-search.ts'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { cookieChoice } from '#lib/pages/viewer.ts'
import { columnsCookie } from '#lib/utils/browser/column-choice.ts'

export const metadata = { title: 'Orders' }

type Props = PageProps<'/[environment]/users/[userId]/orders'>

export default async function UserOrdersPage({ params, searchParams }: Props) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const search = searchOf(await searchParams)
  const [context, { time_zone }] = await Promise.all([serverContext(environment), viewerPreferences()])
  const { state, failure } = await prefetchOrders(context, { search, user_id, time_zone })
  return (
    <ServerData state={state}>
      <OrdersView
        environment={environment}
        user_id={user_id}
        columns={await cookieChoice(columnsCookie('orders'))}
        failure={failure}
      />
    </ServerData>
  )
}
