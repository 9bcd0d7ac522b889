'use client'
import { NoOrder } from '#components/orders/detail/no-order.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'

/** Every page of orders carries this file: the rest comes when it is shown. */
const GoneVisits = lazyPart(() => import('#components/bookings/outcome/gone-visits.tsx'), 'GoneVisits')

export default function OrderNotFound() {
  return (
    <>
      <GoneVisits />
      <NoOrder />
    </>
  )
}
