/** Queries for bookings made here, and the words that several pages share. */

import { mayHaveVisit } from '#lib/domains/orders/status/status.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { bookPhlebotomyAppointment } from './appointment.ts'
import {
  BOOKING_ORDERS,
  type Booking,
  type BookingState,
  getBooking,
  isUnsettled,
  listBookings,
  listVisitTimes,
  type VisitTime,
} from './booking.ts'

type Context = Omit<RequestContext, 'environment'>
export type BookingsQuery = NonNullable<EndpointInput<typeof listBookings>['query']>

/** Milliseconds between polls while a booking is unsettled. */
const POLL_INTERVAL_MS = 30_000
/** More of one order than anybody makes. */
const OF_ORDER = 50
/** More than all of a page of orders. */
const OF_ORDERS = 500

export function bookingsQuery(environment: string, query: BookingsQuery, context: Context = {}) {
  return consoleQuery(listBookings, { params: { environment }, query }, context)
}

type TimesQuery = NonNullable<EndpointInput<typeof listVisitTimes>['query']>

export function visitTimesQuery(environment: string, query: TimesQuery, context: Context = {}) {
  return consoleQuery(listVisitTimes, { params: { environment }, query }, context)
}

/** A booking made here, or one that stands for a visit booked elsewhere whose time was typed. */
export type TimedBooking = Booking & { typed?: VisitTime }

/** Returns a booking that stands for a visit booked elsewhere: on, until its order says another thing. */
export function typedBooking(typed: VisitTime): TimedBooking {
  const { order_id, version, start_at, iana_timezone, at, by } = typed
  return {
    ...{ id: order_id, order_id, state: 'confirmed', version, start_at, end_at: null, iana_timezone, typed },
    ...{ asked_at: at, answered_at: null, asked_by: by, gives_up_at: null, provider: null, said: null, entered: null },
  }
}

export function orderBookingsQuery(environment: string, order_id: string, context: Context = {}) {
  return bookingsQuery(environment, { order_id, limit: OF_ORDER }, context)
}

interface OfVisit {
  id: string
  lab_test: { method: string }
}

/** Returns the query options of all bookings of a page of orders; asks for none where no order may have a visit. */
export function visitsQuery(environment: string, orders: readonly OfVisit[], context: Context = {}) {
  const order_ids = orders.filter(mayHaveVisit).map(({ id }) => id)
  const query = { order_ids: order_ids.slice(0, BOOKING_ORDERS), limit: OF_ORDERS }
  return { ...bookingsQuery(environment, query, context), enabled: order_ids.length > 0 }
}

export function bookingQuery(environment: string, booking_id: string, context: Context = {}) {
  return consoleQuery(getBooking, { params: { environment, booking_id } }, context)
}

/** Fetches the bookings of one order on the server, for the first HTML. */
export function prefetchOrderBookings({ environment, ...context }: RequestContext, order_id: string) {
  return prefetchWith((client) =>
    client.fetchQuery({ ...orderBookingsQuery(environment, order_id, context), retry: false }),
  )
}

/** Keys of everything that a change of a booking changes. */
export const BOOKING_KEYS = [
  ['console', listBookings.name],
  ['console', getBooking.name],
  ['console', listVisitTimes.name],
] as const

/** Returns the page of a visit: its booking, or the order of one booked elsewhere. */
export const visitPath = (environment: string, { typed, order_id, id }: TimedBooking) =>
  typed ? `/${environment}/orders/${order_id}` : bookPath(environment, order_id, id)

export function bookPath(environment: string, order_id: string, booking_id?: string): string {
  const path = `/${environment}/orders/${order_id}/book`
  return booking_id ? `${path}?attempt=${booking_id}` : path
}

/** Returns the page for booking a walk-in draw: service centers near the patient. */
export const centersPath = (environment: string, order_id: string) =>
  `/${environment}/service-centers?order=${order_id}`

export const BOOK_PERMISSION = bookPhlebotomyAppointment.permission

export function isOverdue({ state, gives_up_at }: Pick<Booking, 'state' | 'gives_up_at'>, now: number): boolean {
  return state === 'pending' && gives_up_at !== null && Date.parse(gives_up_at) <= now
}

const NEXT: Readonly<Record<BookingState, string>> = {
  in_flight: 'The request is in progress. Wait for its answer.',
  unknown: 'Check with the provider before trying again, then record an update.',
  pending: 'Not confirmed. Don’t tell the patient it’s booked.',
  confirmed: 'Tell the patient when the phlebotomist comes.',
  completed: 'Nothing more to do.',
  cancelled: 'Book again if the patient still needs a draw.',
  failed: 'No appointment was made. Book again, or let the service keep trying.',
  refused: 'No appointment was made. Check the reason, then book again.',
}
const OVERDUE = 'Should have been canceled by now, but no event has said so. Check, then record an update.'

/** The one thing to do next. */
export function nextStep(booking: Pick<Booking, 'state' | 'gives_up_at'>, now: number): string {
  return isOverdue(booking, now) ? OVERDUE : NEXT[booking.state]
}

/** Milliseconds after which what is shown should be asked for again; false where nothing changes by itself. */
export function recheckInterval(bookings: readonly Pick<Booking, 'state'>[] | undefined): number | false {
  return bookings?.some(({ state }) => isUnsettled(state)) ? POLL_INTERVAL_MS : false
}
