/** The list of stuck orders: each limit's orders are read and checked here, because the service can't filter by it. */

import type { z } from 'zod'
import { BOOKING_ORDERS, listBookings } from '#lib/domains/bookings/booking.ts'
import { serviceSearch } from '#lib/domains/orders/id-search.ts'
import { listOrders, type Order, type orderSearch } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus, mayHaveVisit } from '#lib/domains/orders/status/status.ts'
import { stuckOrder } from '#lib/domains/orders/worklist/problems.ts'
import { consoleRequest, type RequestContext, request } from '#lib/kernel/client/request.ts'
import { type Unreadable, unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { getStuckLimits } from './stuck-limits.ts'
import { MAX_READ, stuckSearches } from './stuck-search.ts'

type Query = z.input<typeof orderSearch>

const PAGE = 100
/** More than all bookings of a page of orders. */
const MOST_BOOKINGS = 500

interface StuckOrders {
  orders: Order[]
  /** There are more than were read. */
  is_cut: boolean
  /** Orders that can’t be read, stuck or not. */
  unreadable: Unreadable[]
}

/** Returns all stuck orders that a search finds, in its order. @throws RequestError */
export async function stuckOrders(query: Query, context: RequestContext, signal: AbortSignal): Promise<StuckOrders> {
  const { environment } = context
  const [{ days }, question] = await Promise.all([
    consoleRequest(getStuckLimits, { params: { environment } }, context, { signal }),
    serviceSearch(query, context, signal),
  ])
  if (question === null) return { orders: [], is_cut: false, unreadable: [] }
  const now = clockNow()
  const found = await Promise.all(stuckSearches(question, days, now).map((search) => readAll(search, context, signal)))
  const all = new Map(found.flatMap(({ orders }) => orders.map((order) => [order.id, order])))
  const candidates = [...all.values()].filter((order) => stuckOrder(order, now, days) !== null)
  const bookings = await bookingsOf(candidates, context, signal)
  const orders = candidates.filter((order) => stuckOrder(order, now, days, bookings.get(order.id)) !== null)
  const unreadable = found.flatMap((part) => part.unreadable)
  return { orders: orders.sort(comparator(query)), is_cut: found.some(({ is_cut }) => is_cut), unreadable }
}

async function bookingsOf(orders: readonly Order[], context: RequestContext, signal: AbortSignal) {
  const ids = orders.filter(mayHaveVisit).map(({ id }) => id)
  const pages = Array.from({ length: Math.ceil(ids.length / BOOKING_ORDERS) }, (_, page) => {
    const query = { order_ids: ids.slice(page * BOOKING_ORDERS, (page + 1) * BOOKING_ORDERS), limit: MOST_BOOKINGS }
    return consoleRequest(listBookings, { params: { environment: context.environment }, query }, context, { signal })
  })
  return Map.groupBy(
    (await Promise.all(pages)).flatMap(({ bookings }) => bookings),
    ({ order_id }) => order_id,
  )
}

async function readAll(query: Query, context: RequestContext, signal: AbortSignal): Promise<StuckOrders> {
  const orders: Order[] = []
  const unreadable: Unreadable[] = []
  const sorted = { ...query, order_key: 'created_at', order_direction: 'asc', size: PAGE } as const
  for (let page = 1; page <= MAX_READ / PAGE; page++) {
    const answer = await request(listOrders, { query: { ...sorted, page } }, context, { signal, skipUnreadable: true })
    const bad = unreadableIn(answer)
    orders.push(...answer.orders)
    unreadable.push(...bad)
    if (answer.orders.length + bad.length < PAGE) return { orders, is_cut: false, unreadable }
  }
  return { orders, is_cut: true, unreadable }
}

/** `total` is null where there are more than were read; what can’t be read is named on the first page. @throws RequestError */
export async function searchStuck(query: Query, context: RequestContext, signal: AbortSignal) {
  const { page = 1, size = 50, ...search } = query
  const { orders, is_cut, unreadable } = await stuckOrders(search, context, signal)
  const shown = orders.slice((page - 1) * size, page * size)
  return { orders: shown, total: is_cut ? null : orders.length, page, size, unreadable: page === 1 ? unreadable : [] }
}

const KEYS = {
  created_at: ({ created_at }: Order) => created_at,
  // No order holds its patient's name, and the list doesn't offer it.
  patient_name: ({ created_at }: Order) => created_at,
  last_status: ({ events, status }: Order) => lastLowLevelStatus(events) ?? status,
} as const

function comparator({ order_key = 'created_at', order_direction = 'desc' }: Query) {
  const keyOf = KEYS[order_key]
  const turn = order_direction === 'asc' ? 1 : -1
  return (a: Order, b: Order) => {
    const [first, second] = [keyOf(a), keyOf(b)]
    if (first === second) return a.id < b.id ? -1 : 1
    return first < second ? -turn : turn
  }
}
