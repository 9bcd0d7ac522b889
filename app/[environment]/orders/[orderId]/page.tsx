import { notFound } from 'next/navigation'
import { OrderMessages } from '#components/access/send-message.tsx'
import { DrawAction, OrderBookings } from '#components/bookings/outcome/order-bookings.tsx'
import { OrderTimelineCard } from '#components/contacts/timeline-card.tsx'
import { LiveUpdates } from '#components/events/live-updates.tsx'
import { OrderEvents } from '#components/events/order-events.tsx'
import { OrderView } from '#components/orders/detail/order-view.tsx'
import { DemoSimulation, OrderSimulation } from '#components/orders/simulation/order-simulation.tsx'
import { OrderMark } from '#components/orders/worklist/order-mark.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { VerifyOrderCaller } from '#components/users/detail/verify-caller.tsx'
import { advanceOrder } from '#lib/domains/orders/simulation/simulation-events.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { newestEvent } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'
import { loadOrder, readOrderId } from './load-order.ts'

export default async function OrderPage({ params }: PageProps<'/[environment]/orders/[orderId]'>) {
  const { environment, orderId } = await params
  const order_id = readOrderId(orderId)
  if (!order_id) notFound()
  const { failure } = await loadOrder(environment, order_id)
  const own = { environment, order_id }
  return (
    <OrderView
      {...own}
      failure={failure}
      caller={<VerifyOrderCaller {...own} />}
      bookings={<OrderBookings {...own} />}
      drawAction={<DrawAction {...own} />}
      received={
        <>
          <LiveUpdates of="orders" {...own} after={await newestEvent()} />
          <OrderEvents {...own} />
        </>
      }
      timeline={<OrderTimelineCard {...own} actions={<OrderMessages {...own} />} />}
      worklist={<OrderMark {...own} />}
      simulation={await simulationOf(environment, order_id)}
    />
  )
}

/** For training, in a sandbox, and for whoever presents the demo. */
async function simulationOf(id: string, order_id: string) {
  const [environment, viewer] = await Promise.all([findEnvironment(id), loadViewer()])
  if (environment?.kind === 'demo') return <DemoSimulation environment={id} order_id={order_id} />
  if (environment?.kind !== 'sandbox' || !viewer || !can(viewer.role, advanceOrder.permission)) return null
  return <OrderSimulation environment={id} order_id={order_id} />
}
