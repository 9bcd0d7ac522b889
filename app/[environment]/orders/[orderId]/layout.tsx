import { notFound } from 'next/navigation'
import OrderNotFound from '#app/[environment]/orders/not-found.tsx'
import { OrderFrame } from '#components/orders/detail/order-frame.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { OrderCallerScope } from '#components/users/detail/verify-caller.tsx'
import { shortId } from '#lib/utils/ids/ids.ts'
import { loadOrder, readOrderId } from './load-order.ts'

export async function generateMetadata({ params }: LayoutProps<'/[environment]/orders/[orderId]'>) {
  const { environment, orderId } = await params
  const label = (await findEnvironment(environment))?.label ?? 'Not found'
  const own = `Order ${shortId(readOrderId(orderId) ?? orderId)}`
  // The environment's own template ends the title of the order's first page alone.
  return { title: { template: `%s · ${own} · ${label} · Vialdesk`, default: own } }
}

export default async function OrderLayout({ params, children }: LayoutProps<'/[environment]/orders/[orderId]'>) {
  const { environment, orderId } = await params
  const order_id = readOrderId(orderId)
  if (!order_id) notFound()
  const { state, failure, isMissing } = await loadOrder(environment, order_id)
  if (isMissing) notFound()
  return (
    <ServerData state={state}>
      <OrderCallerScope key={`${environment}/${order_id}`} environment={environment} order_id={order_id}>
        <OrderFrame environment={environment} order_id={order_id} failure={failure} gone={<OrderNotFound />}>
          {children}
        </OrderFrame>
      </OrderCallerScope>
    </ServerData>
  )
}
