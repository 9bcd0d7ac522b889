/**
 * Finds orders that need action from the raw orders alone, without the console's rules, so that a screen with a wrong
 * rule differs from it.
 */
import { expect } from '@playwright/test'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import type { Api } from './api.ts'

const PAGE = 100
const DAY_MS = 86_400_000

/** Statuses by the place an order of theirs has in the funnel of the overview. */
export const PLACES = {
  Placed: ['ordered', 'requisition_created', 'requisition_bypassed', 'awaiting_registration', 'registered'],
  'Collecting sample': [
    'transit_customer',
    'out_for_delivery',
    'with_customer',
    'transit_lab',
    'appointment_pending',
    'appointment_scheduled',
    'draw_completed',
    'problem_in_transit_customer',
    'problem_in_transit_lab',
    'appointment_cancelled',
    'redraw_available',
  ],
  'With lab': ['delivered_to_lab', 'partial_results', 'lab_processing_blocked'],
  'Results in': ['completed', 'corrected'],
} as const

/** Statuses that wait for a person or failed. */
export const EXCEPTIONS = [
  'problem_in_transit_customer',
  'problem_in_transit_lab',
  'appointment_cancelled',
  'redraw_available',
  'lab_processing_blocked',
  'sample_error',
  'lost',
  'failure_to_deliver_to_lab',
  'failure_to_deliver_to_customer',
] as const

const isException = (low: string) => EXCEPTIONS.some((status) => status === low)

export interface RawOrder {
  order: Order
  low: string
  isReplaced: boolean
  /** The service reports its transaction as over. */
  isSettled: boolean
  isException: boolean
  isStuck: boolean
  /** Milliseconds since 1970 of the newest event, or of the newest of it and the last update for a stuck order. */
  problemSince: number
}

const instant = (text: string) => Date.parse(/(?:z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)

/** `limits`: days without an event or update, by low-level status. */
function judge(order: Order, limits: Readonly<Record<string, number>>, now: number): RawOrder {
  const events = order.events.toSorted((a, b) => instant(a.created_at) - instant(b.created_at) || a.id - b.id)
  const newest = events.at(-1)
  const low = (newest?.status ?? order.status).split('.').at(-1) ?? ''
  const placed = instant(order.created_at)
  const isReplaced = (order.order_transaction?.orders ?? []).some(
    (other) => other.id !== order.id && instant(other.created_at) >= placed,
  )
  const happened = newest ? instant(newest.created_at) : placed
  const moved = Math.max(happened, instant(order.updated_at))
  const limit = limits[low]
  const bad = isException(low)
  const isSettled = ['completed', 'cancelled'].includes(order.order_transaction?.status ?? '')
  const isStuck = !isReplaced && !isSettled && !bad && limit !== undefined && now - moved > limit * DAY_MS
  return {
    order,
    low,
    isReplaced,
    isSettled,
    isException: !isReplaced && !isSettled && bad,
    isStuck,
    problemSince: isStuck ? moved : happened,
  }
}

/** Every order of an environment, page by page, as any client of the service reads them. */
export async function readRawOrders(service: Api, limits: Readonly<Record<string, number>>): Promise<RawOrder[]> {
  const orders = new Map<string, Order>()
  for (let page = 1, more = true; more; page++) {
    const answer = await service.get(`/v3/orders?size=${PAGE}&page=${page}&order_key=created_at&order_direction=asc`)
    expect(answer.status()).toBe(200)
    const found = listOrders.response.parse(await answer.json())
    for (const order of found.orders) orders.set(order.id, order)
    more = found.orders.length === PAGE
  }
  const now = Date.now()
  return [...orders.values()].map((order) => judge(order, limits, now))
}
