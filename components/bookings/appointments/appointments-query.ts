/** The pages of the list and the week; the same on the server and in the browser. */

import { listBookings } from '#lib/domains/bookings/booking.ts'
import { type BookingsQuery, bookingsQuery } from '#lib/domains/bookings/queries.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consolePage } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { weekOf } from '#lib/utils/time/visit-times.ts'
import { type AppointmentsAsked, filterProblem, rowsQuery, weekQuery } from './appointments-search.ts'

export function bookingsPage(
  { environment, ...context }: RequestContext,
  query: BookingsQuery,
  offset: number,
  limit: number,
) {
  const input = { params: { environment }, query: { ...query, ...(offset > 0 && { offset }), limit } }
  return consolePage(listBookings, input, context)
}

export function countBookings({ bookings, total }: EndpointOutput<typeof listBookings>) {
  return { rows: bookings.length, total }
}

interface Viewing {
  time_zone: string
  /** Milliseconds since 1970. */
  now: number
  /** 0 for Sunday. */
  first_weekday: number
}

/** The days that the agenda shows. */
function shownWeek(day: string | null, { time_zone, now, first_weekday }: Viewing): string[] {
  return weekOf(day ?? dayIn(time_zone, now), first_weekday)
}

export function prefetchAppointments(context: RequestContext, asked: AppointmentsAsked, viewing: Viewing) {
  const { view, day, filters, offset, limit } = asked
  return prefetchWith(async (client) => {
    const { environment, ...rest } = context
    if (view === 'week') {
      const query = weekQuery(filters, shownWeek(day, viewing))
      await client.fetchQuery({ ...bookingsQuery(environment, query, rest), retry: false })
    } else if (view === 'list' && !filterProblem(filters)) {
      const query = rowsQuery(filters, viewing.time_zone)
      await client.fetchQuery({ ...bookingsPage(context, query, offset, limit), retry: false })
    }
  })
}
