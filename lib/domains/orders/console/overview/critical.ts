/** The critical queue: orders of the service with a critical result, beside what the console keeps of who took them on. */

import { entriesOf, type OrderQuery, type OrderSource, SourceFailure } from '#lib/console/sources.ts'
import {
  type Callbacks,
  createCallbacks,
  type NewOwner,
  type SeenResult,
} from '#lib/domains/orders/console/callbacks.ts'
import type { AcknowledgementStore, CallbackStore } from '#lib/domains/orders/console/store.ts'
import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'
import {
  type Acknowledgement,
  type CriticalOrder,
  type CriticalQueue,
  NO_FUTURE_START,
  type SeenCritical,
  SHOWN_ACKNOWLEDGED,
  SHOWN_WAITING,
} from '#lib/domains/orders/critical/critical.ts'
import {
  compareResults,
  compareStates,
  criticalState,
  isCritical,
  newestResult,
  type ResultKey,
} from '#lib/domains/orders/critical/critical-state.ts'
import { type Order, order as orderSchema, personOn } from '#lib/domains/orders/order.ts'
import { resultsOf } from '#lib/domains/orders/results/results.ts'
import { COUNTED_FOR } from '#lib/domains/orders/worklist/overview.ts'
import { ApiError, wrongField } from '#lib/kernel/api-error.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'
import { ttlCache } from '#lib/utils/data/cache.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { compareInstants, parseInstant } from '#lib/utils/time/instants.ts'

export interface CriticalOptions {
  source: OrderSource
  store: AcknowledgementStore & CallbackStore
  now: () => Date
  /** Ends the reading of one queue. */
  deadline?: () => AbortSignal
}

interface OfOrders {
  acknowledgements: Acknowledgement[]
  seen_critical: SeenCritical[]
  starts_at: string | null
}

export interface CriticalResults extends Callbacks {
  /** @throws ApiError 503 */
  queue(environment: string, earlier_than?: string): Promise<CriticalQueue>
  acknowledgements(environment: string, order_ids: readonly string[]): Promise<OfOrders>
  /** @throws ApiError 404, 409 or 503 */
  acknowledge(given: NewOwner): Promise<{ added: Acknowledgement; acknowledgements: Acknowledgement[] }>
  /** Keeps that an order had a critical result, where `data` is such an order; durable when it returns. */
  note(environment: string, data: unknown): Promise<void>
  setStart(environment: string, starts_at: string | null): Promise<{ starts_at: string | null }>
  /** The next who asks gets what the service has by then. */
  forget(environment: string): void
}

const PAGE = 100
/** Limits the newest results read: each page costs the service a call. */
const MAX_PAGES = 10
/** Orders that were critical and that the search for critical ones no longer finds; the latest are looked up. */
const MAX_WATCHED = 1_000
/** Milliseconds after its result in which an order that the service no longer has is named. */
const NAMED_FOR = 30 * DAY
/** Milliseconds after its closing in which a result that is no longer critical is listed as settled. */
const SETTLED_FOR = DAY
/** Milliseconds for reading all of them. */
const READ_TIME = 15_000

const NEWER_RESULT = 'A newer result for this order has arrived. Nothing was saved. Check the order, then try again.'
const TOO_SLOW = 'The service took too long to list its critical results. Try again in a minute.'
const NOT_CRITICAL = 'The service has no order with this ID and a critical result. Nothing was saved. Reload the page.'
const NO_LONGER = 'This result is no longer critical. Nothing was saved. Close it with a reason instead.'
const IS_GONE = 'The service no longer has this order. Nothing was saved. Close its result with a reason instead.'

interface Read {
  orders: Order[]
  seen: Map<string, SeenCritical>
  total: number | null
  looked_at: number
  is_whole: boolean
  unreadable?: readonly Unreadable[]
  /** Results seen of orders that the service no longer has. */
  gone?: readonly SeenCritical[]
}

/** @throws ApiError 404 for an order that was never critical, 409 when it has a newer result */
export function createCriticalResults({ source, store, now, deadline = readTime }: CriticalOptions): CriticalResults {
  const cache = ttlCache(COUNTED_FOR, now, (environment) => readCritical(environment, deadline()))

  async function readCritical(environment: string, signal: AbortSignal): Promise<Read> {
    const orders = new Map<string, Order>()
    const search = (query: OrderQuery) =>
      source.searchOrders(environment, query, signal).catch((error: unknown) => {
        throw signal.aborted ? new SourceFailure(TOO_SLOW) : error
      })
    let total: number | null = null
    let isWhole = false
    const unreadable: Unreadable[] = []
    let entries = 1
    for (let page = 1; page <= MAX_PAGES && !isWhole && entries > 0; page++) {
      const newestFirst = { order_key: 'created_at', order_direction: 'desc' } as const
      const found = await search({ is_critical: true, ...newestFirst, page, size: PAGE })
      // A result that arrives between two reads moves the others to the next page.
      for (const order of found.orders) orders.set(order.id, order)
      unreadable.push(...(found.unreadable ?? []))
      total = found.total
      // A short page is no end where there is more by the service's own count.
      entries = entriesOf(found)
      isWhole = total === null ? entries < PAGE : orders.size + unreadable.length >= total
    }
    const looked_at = orders.size
    const seen = await noteCritical(environment, [...orders.values()])
    const missing = [...seen.values()].filter(({ order_id }) => !orders.has(order_id))
    const watched = (await unclosed(environment, missing)).slice(0, MAX_WATCHED)
    for (const ids of chunks(watched)) {
      const found = await search({ order_ids: ids, size: PAGE })
      for (const order of found.orders) orders.set(order.id, order)
      unreadable.push(...(found.unreadable ?? []))
    }
    const isKnown = (id: string) => orders.has(id) || unreadable.some((item) => item.id === id)
    const gone = watched.flatMap((id) => {
      const result = isKnown(id) ? undefined : seen.get(id)
      return result && now().getTime() - parseInstant(result.result_at) < NAMED_FOR ? [result] : []
    })
    return { orders: [...orders.values()], seen, total, looked_at, is_whole: isWhole, unreadable, gone }
  }

  /** Keeps which of these orders have a critical result, and returns what was seen as critical, by order. */
  async function noteCritical(environment: string, orders: readonly Order[], ids?: readonly string[]) {
    const known = await store.seenCritical(environment, ids)
    const seen = new Map(known.map((result) => [result.order_id, result]))
    const added = orders.filter(isCritical).flatMap((order) => {
      const last = seen.get(order.id)
      const result = { order_id: order.id, ...newestResult(order) }
      return last && compareResults(last, result) === 0 && last.result_id === result.result_id ? [] : [result]
    })
    await store.addSeenCritical(environment, added)
    for (const result of added) seen.set(result.order_id, result)
    return seen
  }

  async function unclosed(environment: string, seen: readonly SeenCritical[]): Promise<string[]> {
    const ids = seen.map(({ order_id }) => order_id)
    const closings = (await store.acknowledgementsOf(environment, ids)).filter(({ closes }) => closes)
    const ofOrder = Map.groupBy(closings, ({ order_id }) => order_id)
    const isClosed = (result: SeenCritical) =>
      ofOrder
        .get(result.order_id)
        ?.some(
          (closing) => compareResults(closing, result) >= 0 && now().getTime() - parseInstant(closing.at) > SETTLED_FOR,
        )
    return seen.flatMap((result) => (isClosed(result) ? [] : [result.order_id]))
  }

  /** Returns the newest result of an order that is critical or was when seen; of one that is gone, the last one seen. */
  async function findSeen(given: SeenResult & { mayBeEarlier?: boolean }) {
    const { environment, order_id, signal, mayBeEarlier = false, ...asSeen } = given
    const found = await asked(source.searchOrders(environment, { order_ids: [order_id], size: 1 }, signal))
    const order = found.orders.find(({ id }) => id === order_id)
    const seen = await noteCritical(environment, order ? [order] : [], [order_id])
    const last = seen.get(order_id)
    if (!last || (!order && entriesOf(found) > 0)) throw new ApiError('not_found', NOT_CRITICAL)
    const result = order ? newestResult(order) : { result_at: last.result_at, result_id: last.result_id }
    const earlier = mayBeEarlier && order ? newestResult(until(order, asSeen)) : result
    if (isSameResult(earlier, asSeen)) return { result: earlier, refusal: refusalOf(order) }
    cache.invalidate(environment)
    throw new ApiError('stale', NEWER_RESULT)
  }

  async function acknowledge({ environment, order_id, comment, closes = false, owner, signal, ...asSeen }: NewOwner) {
    const { result, refusal } = await findSeen({ environment, order_id, signal, ...asSeen })
    if (refusal && !closes) {
      cache.invalidate(environment)
      throw new ApiError('stale', refusal)
    }
    const given = { order_id, ...result, at: now().toISOString(), owner_id: owner.id, owner_name: owner.name }
    const added = await store.addAcknowledgement(environment, { ...given, comment, closes })
    return { added, acknowledgements: await store.acknowledgementsOf(environment, [order_id]) }
  }

  return {
    async queue(environment, earlier_than) {
      const read = await asked(cache.get(environment))
      const ids = [...read.orders.map(({ id }) => id), ...(read.gone ?? []).map(({ order_id }) => order_id)]
      const [acknowledgements, callbacks, starts_at] = await Promise.all([
        store.acknowledgementsOf(environment, ids),
        store.callbacksOf(environment, ids),
        store.criticalStart(environment),
      ])
      return queueOf(read, { acknowledgements, callbacks, starts_at, earlier_than })
    },

    async acknowledgements(environment, order_ids) {
      const [acknowledgements, seen_critical, starts_at] = await Promise.all([
        store.acknowledgementsOf(environment, order_ids),
        store.seenCritical(environment, order_ids),
        store.criticalStart(environment),
      ])
      return { acknowledgements, seen_critical, starts_at }
    },

    acknowledge,

    ...createCallbacks({ store, now, findSeen, acknowledge }),

    async note(environment, data) {
      const order = orderSchema.safeParse(data).data
      if (!(order && isCritical(order))) return
      await noteCritical(environment, [order], [order.id])
      cache.invalidate(environment)
    },

    async setStart(environment, starts_at) {
      if (starts_at !== null && parseInstant(starts_at) > now().getTime()) {
        throw wrongField('starts_at', NO_FUTURE_START)
      }
      await store.setCriticalStart(environment, starts_at)
      return { starts_at: await store.criticalStart(environment) }
    },

    forget: cache.invalidate,
  }
}

/** Returns why a result can't be acknowledged but only closed; null where it can. */
function refusalOf(order: Order | undefined): string | null {
  if (!order) return IS_GONE
  return isCritical(order) ? null : NO_LONGER
}

const isSameResult = (one: ResultKey, other: ResultKey) => compareResults(one, other) === 0

/** Returns an order as it was when a result was its newest: without the events that came later. */
function until(order: Order, seen: ResultKey): Order {
  const isLater = ({ id, created_at }: Order['events'][number]) =>
    compareResults({ result_at: created_at, result_id: id }, seen) > 0
  return { ...order, events: order.events.filter((event) => !isLater(event)) }
}

const readTime = () => AbortSignal.timeout(READ_TIME)

function chunks(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, at) => ids.slice(at * PAGE, (at + 1) * PAGE))
}

/** A failure of the service in the console's words. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof SourceFailure) throw new ApiError('unavailable', error.message)
    throw error
  }
}

interface Recorded {
  acknowledgements: readonly Acknowledgement[]
  callbacks: readonly Callback[]
  starts_at?: string | null
  earlier_than?: string | undefined
}

/** Pure. How each order stands is up to `criticalState`; this says where it is listed. */
export function queueOf(read: Read, { acknowledgements, callbacks, starts_at = null, earlier_than }: Recorded) {
  const taken = Map.groupBy(acknowledgements, ({ order_id }) => order_id)
  const called = Map.groupBy(callbacks, ({ order_id }) => order_id)
  const recordedOf = (id: string) => ({ acknowledgements: taken.get(id) ?? [], callbacks: called.get(id) ?? [] })
  const all = read.orders.map((order) => {
    const result = newestResult(order)
    const last = read.seen.get(order.id)
    const is_critical = isCritical(order)
    const recorded = recordedOf(order.id)
    const state = criticalState({ ...result, is_critical, starts_at, ...recorded })
    // A reading may change without a new event.
    const since = last && compareResults(last, result) >= 0 ? order.updated_at : result.result_at
    const row: CriticalOrder = {
      order_id: order.id,
      ...personOn(order),
      test: order.lab_test.name,
      ...result,
      ...(resultsOf(order) === 'partial' && { is_partial: true }),
      is_critical,
      state: state.standing,
      no_longer_critical_since: is_critical ? null : since,
      ...recorded,
    }
    return { row, state }
  })
  const inOrder = all.toSorted((a, b) => compareStates(a.state, b.state))
  const standing = (...wanted: CriticalOrder['state'][]) =>
    inOrder.flatMap(({ row }) => (wanted.includes(row.state) ? [row] : []))
  const waiting = standing('waiting', 'no_longer_critical')
  const unreached = standing('acknowledged')
  const settled = standing('reached', 'closed').sort((a, b) => latestOf(b) - latestOf(a))
  const beforeStart = standing('before_start')
  const isEarlier = (row: CriticalOrder) => row.is_critical && isBefore(row, earlier_than)
  const earlier = waiting.filter(isEarlier)
  const untouched = earlier.filter((row) => row.acknowledgements.length + row.callbacks.length === 0)
  const isAsked = earlier_than !== undefined
  const gone = (read.gone ?? []).filter(
    (result) => criticalState({ ...result, is_critical: true, starts_at, ...recordedOf(result.order_id) }).isOpen,
  )
  return {
    waiting: waiting.slice(0, SHOWN_WAITING),
    waiting_count: waiting.length,
    acknowledged: [...unreached.slice(0, SHOWN_WAITING), ...settled.slice(0, SHOWN_ACKNOWLEDGED)],
    open_count: waiting.length + unreached.length + gone.length,
    total: read.total,
    looked_at: read.looked_at,
    is_whole: read.is_whole,
    unreadable: [...(read.unreadable ?? [])],
    ...(gone.length > 0 && { gone }),
    starts_at,
    before_start_count: beforeStart.length,
    earlier_count: isAsked ? untouched.length + beforeStart.filter(isEarlier).length : null,
    earlier_waiting_count: isAsked ? earlier.length : null,
  }
}

const latestOf = ({ acknowledgements }: CriticalOrder) => acknowledgements.at(-1)?.id ?? 0

function isBefore({ result_at }: CriticalOrder, instant: string | undefined): boolean {
  return instant !== undefined && compareInstants(result_at, instant) < 0
}
