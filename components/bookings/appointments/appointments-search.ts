/** Which bookings are asked for, as the address holds it and as the console is asked. */
import { z } from 'zod'
import { visitOrdersQueries } from '#components/bookings/visit-orders.ts'
import { defineList, pagesOf } from '#components/patterns/list/define-list.ts'
import { BOOKING_STATES, listBookings } from '#lib/domains/bookings/booking.ts'
import { type BookingsQuery, bookingsQuery, visitTimesQuery } from '#lib/domains/bookings/queries.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { isoDate } from '#lib/kernel/fields.ts'
import { ORDER_METHODS } from '#lib/kernel/values.ts'
import { dayBegins, dayEnds, dayIn } from '#lib/utils/time/day-ranges.ts'
import { addDays, weekOf } from '#lib/utils/time/visit-times.ts'

export const DAYS_LIMIT = 500

const PERIODS = ['7', '14', '30', 'all'] as const

/** Days are the viewer's own: their zone is no part of an address that others open too. */
export const appointmentsAddress = z.object({
  view: z.enum(['list', 'week', 'elsewhere']).default('list'),
  /** Clock that the agenda follows: the visit's or the viewer's. */
  clock: z.enum(['site', 'viewer']).default('site'),
  /** First day of the list, and a day of the week, that are shown; those from today on unless given. */
  day: isoDate.optional(),
  /** How many days the list shows; all bookings page by page, those without a time among them. */
  period: z.enum(PERIODS).default('7'),
  state: z.array(z.enum(BOOKING_STATES)).optional(),
  method: z.array(z.enum(ORDER_METHODS)).optional(),
  /** Days that alone are shown, among those of the period. */
  on_days: z.array(isoDate).optional(),
  from: isoDate.optional(),
  to: isoDate.optional(),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(500).default(50),
})

export const APPOINTMENTS = defineList({
  address: appointmentsAddress,
  place: ['view', 'clock', 'day', 'period', 'offset', 'limit'],
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
export function daysQuery(filters: AppointmentFilters, days: readonly string[]): BookingsQuery {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    ...statesOf(filters),
    start_from: dayBegins(addDays(first, -1), 'UTC'),
    start_to: dayEnds(addDays(last, 1), 'UTC'),
    limit: DAYS_LIMIT,
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

/** A range of days, also of an address from before there were periods, is looked for among all bookings. */
export const isPaged = ({ period, filters: { from, to } }: Pick<AppointmentsAsked, 'period' | 'filters'>) =>
  period === 'all' || from !== null || to !== null

/** The days of the list from `day` on; of all bookings none. */
export function periodDays(period: AppointmentsAsked['period'], day: string): string[] {
  const count = period === 'all' ? 0 : Number(period)
  return Array.from({ length: count }, (_, at) => addDays(day, at))
}

export function prefetchAppointments(context: RequestContext, asked: AppointmentsAsked, viewing: Viewing) {
  const { view, period, filters, offset, limit } = asked
  const day = asked.day ?? dayIn(viewing.time_zone, viewing.now)
  return prefetchWith(async (client) => {
    const { environment, ...rest } = context
    const isPages = view === 'list' && isPaged(asked)
    if (view === 'elsewhere' || (isPages && filterProblem(filters))) return
    const days = view === 'week' ? weekOf(day, viewing.first_weekday) : periodDays(period, day)
    const asking = isPages
      ? bookingsPage(context, rowsQuery(filters, viewing.time_zone), offset, limit)
      : bookingsQuery(environment, daysQuery(filters, days), rest)
    const { start_from, start_to } = daysQuery(filters, days)
    const times = isPages ? null : visitTimesQuery(environment, { start_from, start_to }, rest)
    const [{ bookings }, typed] = await Promise.all([
      client.fetchQuery({ ...asking, retry: false }),
      times && client.fetchQuery({ ...times, retry: false }),
    ])
    // An order's word on its visit stands beside it from the first.
    const [orders] = visitOrdersQueries(context, [...bookings, ...(typed?.times ?? [])])
    if (orders) await client.prefetchQuery({ ...orders, retry: false })
  })
}
