'use client'
/** Reads an order's booking and whether a draw can be booked now, for its card and its action bar. */
import { useMay } from '#components/patterns/page/role.tsx'
import { isOpen } from '#lib/domains/bookings/booking.ts'
import { BOOK_PERMISSION } from '#lib/domains/bookings/queries.ts'
import { isElsewhere, visitOf, withVisits } from '#lib/domains/orders/visit.ts'
import { takesBooking } from './preflight.ts'
import { useBookedOrder, useOrderBookings } from './use-booking.ts'

export function useDraw(environment: string, order_id: string) {
  const known = useOrderBookings(environment, order_id, null)
  const { order } = useBookedOrder(environment, order_id)
  const mayBook = useMay(BOOK_PERMISSION)
  const { bookings } = known
  const visit = order && bookings ? visitOf(order, bookings) : null
  const elsewhere = visit && isElsewhere(visit) ? visit : null
  const standing = order && bookings ? withVisits(order, bookings) : bookings
  const open = standing?.find(({ state }) => isOpen(state)) ?? null
  const isFree = bookings !== undefined && !elsewhere && !open
  return {
    ...known,
    order,
    elsewhere,
    /** The booking that is under way, pending or confirmed; null without one. */
    open,
    canBook: mayBook && isFree && order !== undefined && takesBooking(order),
  }
}
