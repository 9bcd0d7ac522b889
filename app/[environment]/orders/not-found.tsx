import { NoOrder } from '#components/features/order/no-order.tsx'

export default function OrderNotFound() {
  return <NoOrder />
}
