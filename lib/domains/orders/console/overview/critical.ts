/** The critical queue: orders of the service with a critical result, beside what the console keeps of who took them on. */

import type { OrderQuery, OrderSource } from '#lib/console/order-source.ts'
import { SourceFailure } from '#lib/console/user-source.ts'
import { type Callbacks, createCallbacks } from '#lib/domains/orders/console/callbacks/callbacks.ts'
import type { CallbackStore } from '#lib/domains/orders/console/callbacks/store.ts'
import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'
import {
  type Acknowledgement,
  type CriticalOrder,
  type CriticalQueue,
  SHOWN_ACKNOWLEDGED,
  SHOWN_WAITING,
} from '#lib/domains/orders/critical/critical.ts'
import { type Order, personOn } from '#lib/domains/orders/order.ts'
import { resultAt } from '#lib/domains/orders/results/result-at.ts'
import { resultsOf } from '#lib/domains/orders/results/results.ts'
import { COUNTED_FOR } from '#lib/domains/orders/worklist/overview.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { ttlCache } from '#lib/utils/data/cache.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'
import { asked, findCriticalOrder } from './critical-order.ts'
import type { AcknowledgementStore } from './store.ts'

export interface CriticalOptions {
  source: OrderSource
  store: AcknowledgementStore & CallbackStore
  now: () => Date
  /** Ends the reading of one queue. */
  deadline?: () => AbortSignal
}

interface Given {
  environment: string
  order_id: string
  result_at: string
  comment: string
  owner: { id: string; name: string }
  signal: AbortSignal
}

export interface CriticalResults extends Callbacks {
  /** @throws ApiError 503 */
  queue(environment: string): Promise<CriticalQueue>
  /** Of these orders, oldest first. */
  acknowledgements(environment: string, order_ids: readonly string[]): Promise<Acknowledgement[]>
  /** @throws ApiError 404, 409 or 503 */
  acknowledge(given: Given): Promise<{ added: Acknowledgement; acknowledgements: Acknowledgement[] }>
  /** The next who asks gets what the service has by then. */
  forget(environment: string): void
}

const PAGE = 100
/** Of a service with years of results the newest are looked at: a page more each is a page more for the service. */
const MAX_PAGES = 3
/** Milliseconds for reading all of them. */
const READ_TIME = 15_000

const NEWER_RESULT =
  'A newer result for this order has arrived. Nothing was saved. Check the order, then acknowledge it again.'
const TOO_SLOW = 'The service took too long to list its critical results. Try again in a minute.'

/**
 * Creates the queue of critical results, their acknowledgement and the calls about them.
 * @throws ApiError 404 for an order that isn't critical, 409 when it has a newer result
 */
export function createCriticalResults({ source, store, now, deadline = readTime }: CriticalOptions): CriticalResults {
  const cache = ttlCache(COUNTED_FOR, now, (environment) => readCritical(source, environment, deadline()))

  return {
    async queue(environment) {
      const { orders, total } = await asked(cache.get(environment))
      const ids = orders.map(({ id }) => id)
      const [acknowledgements, callbacks] = await Promise.all([
        store.acknowledgementsOf(environment, ids),
        store.callbacksOf(environment, ids),
      ])
      return queueOf(orders, total, { acknowledgements, callbacks })
    },

    acknowledgements: (environment, order_ids) => store.acknowledgementsOf(environment, order_ids),

    async acknowledge({ environment, order_id, result_at, comment, owner, signal }) {
      const { isSeen } = await findCriticalOrder(source, { environment, order_id, result_at, signal })
      if (!isSeen) {
        cache.invalidate(environment)
        throw new ApiError('stale', NEWER_RESULT)
      }
      const at = now().toISOString()
      const given = { order_id, result_at, at, owner_id: owner.id, owner_name: owner.name, comment }
      const added = await store.addAcknowledgement(environment, given)
      return { added, acknowledgements: await store.acknowledgementsOf(environment, [order_id]) }
    },

    ...createCallbacks({ source, store, now, onStale: cache.invalidate }),

    forget: cache.invalidate,
  }
}

const readTime = () => AbortSignal.timeout(READ_TIME)

async function readCritical(source: OrderSource, environment: string, signal: AbortSignal) {
  const orders = new Map<string, Order>()
  let total: number | null = null
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query: OrderQuery = { is_critical: true, order_key: 'created_at', order_direction: 'desc', page, size: PAGE }
    const found = await source.searchOrders(environment, query, signal).catch((error: unknown) => {
      throw signal.aborted ? new SourceFailure(TOO_SLOW) : error
    })
    // A result that arrives between two reads moves the others to the next page.
    for (const order of found.orders) orders.set(order.id, order)
    total = found.total
    if (found.orders.length < PAGE) break
  }
  return { orders: [...orders.values()], total }
}

interface Recorded {
  acknowledgements: readonly Acknowledgement[]
  callbacks: readonly Callback[]
}

/** Pure. An order waits until its newest result is acknowledged; an acknowledgement of an earlier one does not count. */
export function queueOf(
  orders: readonly Order[],
  total: number | null,
  { acknowledgements, callbacks }: Recorded,
): CriticalQueue {
  const all = orders.map((order) => ({
    order_id: order.id,
    ...personOn(order),
    test: order.lab_test.name,
    result_at: resultAt(order),
    ...(resultsOf(order) === 'partial' && { is_partial: true }),
    acknowledgements: acknowledgements.filter(({ order_id }) => order_id === order.id),
    callbacks: callbacks.filter(({ order_id }) => order_id === order.id),
  }))
  const waiting = all.filter((order) => !isTaken(order)).sort((a, b) => compareInstants(b.result_at, a.result_at))
  const acknowledged = all.filter(isTaken).sort((a, b) => latestOf(b) - latestOf(a))
  return {
    waiting: waiting.slice(0, SHOWN_WAITING),
    waiting_count: waiting.length,
    acknowledged: acknowledged.slice(0, SHOWN_ACKNOWLEDGED),
    total,
    looked_at: all.length,
  }
}

const latestOf = ({ acknowledgements }: CriticalOrder) => acknowledgements.at(-1)?.id ?? 0

function isTaken(order: CriticalOrder): boolean {
  return order.acknowledgements.some(({ result_at }) => compareInstants(result_at, order.result_at) >= 0)
}
