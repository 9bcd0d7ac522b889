import { notFound } from 'next/navigation'
import { OrderBookings } from '#components/features/booking/order-bookings.tsx'
import { OrderView } from '#components/features/order/order-view.tsx'
import { loadOrder, readOrderId } from './load-order.ts'

export default async function OrderPage({ params }: PageProps<'/[environment]/orders/[orderId]'>) {
  const { environment, orderId } = await params
  const order_id = readOrderId(orderId)
  if (!order_id) notFound()
  const { failure } = await loadOrder(environment, order_id)
  const bookings = <OrderBookings environment={environment} order_id={order_id} />
  return <OrderView environment={environment} order_id={order_id} failure={failure} bookings={bookings} />
}
