import { notFound } from 'next/navigation'
import { OrderBookings } from '#components/features/booking/order-bookings.tsx'
import { OrderView } from '#components/features/order/order-view.tsx'
import { findEnvironment } from '#components/features/shell/environments.ts'
import { DemoSimulation } from '#components/features/simulation/demo-simulation.tsx'
import { OrderSimulation } from '#components/features/simulation/order-simulation.tsx'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { advanceOrder } from '#lib/contract/console/simulation.ts'
import { can } from '#lib/contract/roles.ts'
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
      bookings={<OrderBookings {...own} />}
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
