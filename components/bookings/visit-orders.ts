/** The orders that visits are for: a page of them in one call, for whom, what and where a booking itself doesn't say. */
import { type QueryClient, useQueries } from '@tanstack/react-query'
import { BOOKING_ORDERS, type Booking, UNSETTLED_STATES } from '#lib/domains/bookings/booking.ts'
import { bookingsQuery, type TimedBooking } from '#lib/domains/bookings/queries.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { bookingVisit, isOn, type Visit, visitOf } from '#lib/domains/orders/visit.ts'
import { servicePage } from '#lib/kernel/client/queries.ts'
import { type RequestContext, request } from '#lib/kernel/client/request.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { isMasked } from '#lib/utils/text/mask.ts'

type OfOrder = Pick<Booking, 'order_id'>

/** `order`: undefined until read, null where there is none; `state`: the visit's, by the newest evidence. */
export type Visited = TimedBooking & { order: Order | null | undefined; visit: Visit }

function visited(booking: TimedBooking, order: Order | null | undefined, isGone = false): Visited {
  // The order alone says how a visit booked elsewhere stands.
  const told = booking.typed && order ? visitOf(order, []) : null
  const known = told ?? bookingVisit(order, booking)
  const visit = isGone && isOn(known.state) ? { ...known, outlives_order: 'gone' as const } : known
  return { ...booking, state: visit.state, order, visit }
}

function pagesOf(bookings: readonly OfOrder[]): string[][] {
  const ids = [...new Set(bookings.map(({ order_id }) => order_id))].sort()
  const count = Math.ceil(ids.length / BOOKING_ORDERS)
  return Array.from({ length: count }, (_, at) => ids.slice(at * BOOKING_ORDERS, (at + 1) * BOOKING_ORDERS))
}

const inputOf = (order_ids: string[]) => ({ query: { order_ids, size: BOOKING_ORDERS } })

/** Returns the query options of the orders that bookings are for, one call for each hundred. */
export function visitOrdersQueries(context: RequestContext, bookings: readonly OfOrder[]) {
  return pagesOf(bookings).map((ids) => servicePage(listOrders, inputOf(ids), context))
}

export const PENDING_SHOWN = 6

/** Returns the query options of the bookings that wait for an answer or a person, as many as the overview shows. */
export function pendingQuery({ environment, ...context }: RequestContext) {
  return bookingsQuery(environment, { state: [...UNSETTLED_STATES], limit: PENDING_SHOWN }, context)
}

/** Fetches what the overview shows of pending bookings. @throws RequestError */
export async function fetchPending(client: QueryClient, context: RequestContext) {
  const { bookings } = await client.fetchQuery({ ...pendingQuery(context), retry: false })
  for (const orders of visitOrdersQueries(context, bookings)) await client.prefetchQuery({ ...orders, retry: false })
}

export function useVisited(environment: string, bookings: readonly TimedBooking[] | undefined) {
  return useQueries({
    queries: visitOrdersQueries({ environment }, bookings ?? []),
    combine: (pages) => {
      const byId = new Map(pages.flatMap(({ data }) => data?.orders ?? []).map((order) => [order.id, order]))
      const isRead = pages.every(({ isPending }) => !isPending)
      const orderOf = (id: string) => byId.get(id) ?? (isRead ? null : undefined)
      const hasFailed = pages.some(({ isError, data }) => isError || unreadableIn(data).length > 0)
      const of = (booking: TimedBooking, order = orderOf(booking.order_id)) =>
        visited(booking, order, order === null && !hasFailed)
      return { visited: bookings?.map((booking) => of(booking)), hasFailed }
    },
  })
}

/** `Denver, CO`; masked where its parts are, empty where there are none. */
export function cityOf({ patient_address: address }: Order): string {
  return [address?.city, address?.state].filter(Boolean).join(', ')
}

/** Reads the orders of visits, and what is known of each visit with them. @throws RequestError */
export async function readVisited(environment: string, bookings: readonly TimedBooking[]): Promise<Visited[]> {
  const pages = await Promise.all(
    pagesOf(bookings).map((ids) => request(listOrders, inputOf(ids), { environment }, { skipUnreadable: true })),
  )
  const byId = new Map(pages.flatMap(({ orders }) => orders.map((order) => [order.id, order] as const)))
  return bookings.map((booking) => visited(booking, byId.get(booking.order_id) ?? null))
}

/** In one line, as far as the viewer may see it; empty where a part of it is hidden. */
export function locationOf(order: Order | null | undefined): string {
  const { first_line, second_line, city, state, zip } = order?.patient_address ?? {}
  const parts = [first_line, second_line, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean)
  return parts.some(isMasked) ? '' : parts.join(', ')
}
