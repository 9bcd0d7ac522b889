/** Which bookings are asked for, as the address holds it and as the console is asked. */
import { z } from 'zod'
import { visitOrdersQueries } from '#components/bookings/visit-orders.ts'
import { defineList, pagesOf } from '#components/patterns/list/define-list.ts'
import { BOOKING_STATES, listBookings } from '#lib/domains/bookings/booking.ts'
import { type BookingsQuery, bookingsQuery } from '#lib/domains/bookings/queries.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { isoDate } from '#lib/kernel/fields.ts'
import { dayBegins, dayEnds, dayIn } from '#lib/utils/time/day-ranges.ts'
import { addDays, weekOf } from '#lib/utils/time/visit-times.ts'

export const WEEK_LIMIT = 500

/** Days are the viewer's own: their zone is no part of an address that others open too. */
export const appointmentsAddress = z.object({
  view: z.enum(['list', 'week', 'elsewhere']).default('list'),
  /** Clock that the agenda follows: the visit's or the viewer's. */
  clock: z.enum(['site', 'viewer']).default('site'),
  /** A day of the week that is shown; this week's unless given. */
  day: isoDate.optional(),
  state: z.array(z.enum(BOOKING_STATES)).optional(),
  from: isoDate.optional(),
  to: isoDate.optional(),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(500).default(50),
})

export const APPOINTMENTS = defineList({
  address: appointmentsAddress,
  place: ['view', 'clock', 'day', 'offset', 'limit'],
})

export type AppointmentsAsked = ReturnType<typeof APPOINTMENTS.read>['place']
export type AppointmentFilters = AppointmentsAsked['filters']

/** Why nothing can be found so, and what to do; null where something can. */
export function filterProblem({ from, to }: AppointmentFilters): string | null {
  if (from === null || to === null || from <= to) return null
  return 'The last day is before the first day. Choose a later last day.'
}

/** Unless they are asked for, attempts that made no appointment are left out. */
const APPOINTED = BOOKING_STATES.filter((state) => state !== 'failed' && state !== 'refused')

const statesOf = ({ state }: AppointmentFilters) => ({ state: state.length > 0 ? [...state] : APPOINTED })

export function rowsQuery(filters: AppointmentFilters, zone: string): BookingsQuery {
  const { from, to } = filters
  return {
    ...statesOf(filters),
    ...(from && { start_from: dayBegins(from, zone) }),
    ...(to && { start_to: dayEnds(to, zone) }),
  }
}

/** A day more at each end: where the visits are, days begin up to a day earlier or later. */
export function weekQuery(filters: AppointmentFilters, week: readonly string[]): BookingsQuery {
  const [first = '', last = ''] = [week[0], week.at(-1)]
  return {
    ...statesOf(filters),
    start_from: dayBegins(addDays(first, -1), 'UTC'),
    start_to: dayEnds(addDays(last, 1), 'UTC'),
    limit: WEEK_LIMIT,
  }
}

export const bookingsPage = pagesOf(listBookings)

interface Viewing {
  time_zone: string
  /** Milliseconds since 1970. */
  now: number
  /** 0 for Sunday. */
  first_weekday: number
}

function shownWeek(day: string | null, { time_zone, now, first_weekday }: Viewing): string[] {
  return weekOf(day ?? dayIn(time_zone, now), first_weekday)
}

export function prefetchAppointments(context: RequestContext, asked: AppointmentsAsked, viewing: Viewing) {
  const { view, day, filters, offset, limit } = asked
  return prefetchWith(async (client) => {
    const { environment, ...rest } = context
    if (view === 'elsewhere' || (view === 'list' && filterProblem(filters))) return
    const asking =
      view === 'week'
        ? bookingsQuery(environment, weekQuery(filters, shownWeek(day, viewing)), rest)
        : bookingsPage(context, rowsQuery(filters, viewing.time_zone), offset, limit)
    const { bookings } = await client.fetchQuery({ ...asking, retry: false })
    // An order's word on its visit stands beside it from the first.
    const [orders] = visitOrdersQueries(context, bookings)
    if (orders) await client.prefetchQuery({ ...orders, retry: false })
  })
}
