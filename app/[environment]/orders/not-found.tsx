import { NoOrder } from '#components/orders/detail/no-order.tsx'

export default function OrderNotFound() {
  return <NoOrder />
}
