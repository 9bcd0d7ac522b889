import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { getBooking, listBookings, setBookingState } from '#lib/domains/bookings/booking.ts'
import type { Bookings } from './bookings.ts'

/** Returns the routes of bookings below `/api/console/bookings`. `onChanged` is told of the environment. */
export function bookingRoutes(bookings: Bookings, onChanged: (environment: string) => void): ConsoleRoute[] {
  return [
    route(listBookings, async ({ params: { environment }, query }) => ({
      body: await bookings.list(environment, query),
    })),

    route(getBooking, async ({ params: { environment, booking_id } }, { about }) => {
      const found = await bookings.find(environment, booking_id)
      about([found.booking.order_id])
      return { body: found }
    }),

    route(setBookingState, async ({ params: { environment, booking_id }, body }, { viewer, about }) => {
      const { id, name } = viewer
      const changed = await bookings.change({ ...body, environment, id: booking_id, by: { id, name } })
      onChanged(environment)
      about([changed.booking.order_id])
      return { body: changed }
    }),
  ]
}
