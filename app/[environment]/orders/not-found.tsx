import { GoneVisits } from '#components/bookings/outcome/gone-visits.tsx'
import { NoOrder } from '#components/orders/detail/no-order.tsx'

export default function OrderNotFound() {
  return (
    <>
      <GoneVisits />
      <NoOrder />
    </>
  )
}
