/** Which searches an overview is made of. Pure. */

import type { OrderQuery } from '#lib/console/sources.ts'
import { BOOKING_ORDERS, type Booking } from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { bookingVisit, isOn, type Visit } from '#lib/domains/orders/visit.ts'
import { TREND_DAYS } from '#lib/domains/orders/worklist/overview.ts'
import { type OrderProblem, problemOf, STUCK_RULES } from '#lib/domains/orders/worklist/problems.ts'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { dayBegins, dayEnds, dayIn, lastDays } from '#lib/utils/time/day-ranges.ts'
import { DAY } from '#lib/utils/time/durations.ts'

const OLDEST_FIRST = { order_key: 'created_at', order_direction: 'asc' } as const

/** Returns the problem of an order; null where it has none. */
export type FindProblem = (order: Order) => Pick<OrderProblem, 'since'> | null

const EXCEPTIONS: ReadonlySet<string> = new Set(EXCEPTION_STATUSES)

export interface StatusQuery {
  status: string
  query: OrderQuery
  /** Null where every order of the status counts. */
  isChecked: boolean
}

/** One search a status, not one a group: a board needs both, and the sum of a group is free. */
export function statusQueries(): StatusQuery[] {
  return LOW_LEVEL_STATUSES.map((status) => ({
    status,
    query: { status: [status], ...OLDEST_FIRST },
    isChecked: EXCEPTIONS.has(status),
  }))
}

/** Days since a booking was asked for, or an order canceled, in which its visit may still lie ahead. */
const VISIT_DAYS = 60

export const visitsSince = (now: Date) => new Date(now.getTime() - VISIT_DAYS * DAY)

/** Orders whose visit may be on although it should not be: by the bookings made here, and among those canceled lately. */
export function visitQueries(now: Date, bookings: readonly Booking[]): OrderQuery[] {
  const may = bookings.filter(({ state, entered }) => isOn(state) || entered !== null)
  const ids = [...new Set(may.map(({ order_id }) => order_id))].sort()
  const since = visitsSince(now)
  since.setUTCSeconds(0, 0)
  return [
    { status: ['cancelled', 'do_not_process'], updated_start_date: since.toISOString(), ...OLDEST_FIRST },
    ...Array.from({ length: Math.ceil(ids.length / BOOKING_ORDERS) }, (_, page) => {
      return { order_ids: ids.slice(page * BOOKING_ORDERS, (page + 1) * BOOKING_ORDERS), ...OLDEST_FIRST }
    }),
  ]
}

/** Returns the visits, by order, that are on although none of the orders `seen` is theirs: the service no longer has it. */
export function goneVisits({ order_ids = [] }: OrderQuery, bookings: readonly Booking[], seen: ReadonlySet<string>) {
  return order_ids.flatMap((order_id): [string, Visit][] => {
    const booking = bookings.find((one) => one.order_id === order_id && isOn(one.state))
    return booking && !seen.has(order_id)
      ? [[order_id, { ...bookingVisit(null, booking), outlives_order: 'gone' }]]
      : []
  })
}

export function problemFinder(now: Date, limits: StuckDays, bookings: readonly Booking[]) {
  const ofOrder = Map.groupBy(bookings, ({ order_id }) => order_id)
  return (order: Order) => problemOf(order, now.getTime(), limits, ofOrder.get(order.id))
}

export interface StuckQuery {
  rule: string
  days: number
  statuses: string[]
  unchanged_since: string
  query: OrderQuery
}

/** One search for all statuses with the same limit, to the minute, so that its address stays the same for a while. */
export function stuckQueries(now: Date, limits: StuckDays): StuckQuery[] {
  return STUCK_RULES.flatMap(({ name, statuses: all }) =>
    [...Map.groupBy(all, (status) => limits[status] ?? 0)].flatMap(([days, statuses]) => {
      if (days === 0) return []
      const since = new Date(now.getTime() - days * DAY)
      since.setUTCSeconds(0, 0)
      const unchanged_since = since.toISOString()
      const query = { status: statuses, updated_end_date: unchanged_since, ...OLDEST_FIRST }
      return [{ rule: name, days, statuses, unchanged_since, query }]
    }),
  )
}

export interface TrendQuery {
  day: string
  method: string
  /** The day is over: its count stays as it is. */
  settled: boolean
  query: OrderQuery
}

/** Makes a search for each day and method, since the service counts no days; past days are kept for an hour. */
export function trendQueries(now: Date, time_zone: string): TrendQuery[] {
  const today = dayIn(time_zone, now.getTime())
  return lastDays(TREND_DAYS, today).flatMap((day) =>
    ORDER_METHODS.map((method) => {
      const range = { start_date: dayBegins(day, time_zone), end_date: dayEnds(day, time_zone) }
      return { day, method, settled: day !== today, query: { order_type: [method], ...range } }
    }),
  )
}
