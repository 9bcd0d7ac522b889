/** Counts a set of searches: few at a time, not for ever, and no further where the service keeps failing. */
import pMap from 'p-map'
import { entriesOf, type FoundOrders, type OrderQuery, type OrderSource, SourceFailure } from '#lib/console/sources.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import type { Counted } from '#lib/kernel/fields.ts'
import type { FindProblem } from './plan.ts'

/** Searches under way at once, whatever is asked for. */
export const AT_ONCE = 4
/** Failures in a row after which the service is left alone. */
export const GIVE_UP_AFTER = 3
/** Orders of a page, and orders in all, of a search whose orders are checked one by one unless more are asked for. */
const CHECK_PAGE = 100
export const MAX_CHECKED = 500
/** Milliseconds for all of them. */
export const COUNT_TIME = 20_000

export type CountedSearch = Counted & { oldest_at: string | null; replaced: number; unchecked: number }

export interface Job {
  query: OrderQuery
  /** Given, orders are checked one by one, and those without a problem don't count. */
  find?: FindProblem | null
  /** Whatever has no problem counts too, but for what a newer order replaced. */
  countsAll?: boolean | undefined
  done: (counted: CountedSearch) => void
}

interface CountOptions {
  environment: string
  source: OrderSource
  /** Orders of a search that are checked one by one. */
  most?: number
  /** Ends what is under way; the rest is missing then. */
  signal: AbortSignal
}

const TOO_MANY = 'The service didn’t count these orders: there are too many. Open the search to see the first ones.'
const TOO_SLOW = 'The service took too long to count these orders. We’ll try again in a minute.'

/** Answers when every job is done, none by an error of the service: with why the service was left alone, or null. */
export async function countSearches(
  jobs: readonly Job[],
  { environment, source, most = MAX_CHECKED, signal }: CountOptions,
): Promise<string | null> {
  let failures = 0
  let given_up: string | null = null

  const search = (query: OrderQuery) => source.searchOrders(environment, query, signal)

  async function one({ query, find, countsAll, done }: Job) {
    if (given_up !== null) return done(missing(given_up))
    try {
      done(await (find ? countProblems(search, query, { find, countsAll, most }) : countAll(search, query)))
      failures = 0
    } catch (error) {
      const reason = reasonOf(error, signal)
      failures += 1
      if (failures >= GIVE_UP_AFTER || mustWait(error) || signal.aborted) given_up ??= reason
      done(missing(reason))
    }
  }

  await pMap(jobs, one, { concurrency: AT_ONCE })
  return given_up
}

type Search = (query: OrderQuery) => Promise<FoundOrders>

const NOTHING_CHECKED = { replaced: 0, unchecked: 0 } as const

async function countAll(search: Search, query: OrderQuery): Promise<CountedSearch> {
  const { orders, total } = await search({ ...query, page: 1, size: 1 })
  const oldest_at = orders[0]?.created_at ?? null
  return total === null
    ? { ...missing(TOO_MANY), oldest_at }
    : { count: total, missing: null, oldest_at, ...NOTHING_CHECKED }
}

interface Checking extends Pick<Job, 'countsAll'> {
  find: FindProblem
  most: number
}

/** Reads the orders themselves, `most` at most; those beyond count as problems without a check. */
async function countProblems(
  search: Search,
  query: OrderQuery,
  { find, countsAll = false, most }: Checking,
): Promise<CountedSearch> {
  const checked = new Map<string, Order>()
  let total: number | null = null
  for (let page = 1; page <= most / CHECK_PAGE; page++) {
    const found = await search({ ...query, page, size: CHECK_PAGE })
    // An order that changes between two reads moves the others to the next page.
    for (const order of found.orders) checked.set(order.id, order)
    total = found.total
    if (entriesOf(found) < CHECK_PAGE) break
  }
  if (total === null) return missing(TOO_MANY)
  const orders = [...checked.values()]
  const problems = orders.flatMap((order) => find(order)?.since ?? [])
  const replaced = orders.filter((order) => successorOf(order) !== null).length
  const oldest = problems.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  return {
    count: Math.max(0, total - (countsAll ? replaced : orders.length - problems.length)),
    missing: null,
    oldest_at: problems.length === 0 ? null : new Date(oldest).toISOString(),
    replaced,
    unchecked: Math.max(0, total - orders.length),
  }
}

function missing(reason: string): CountedSearch {
  return { count: null, missing: reason, oldest_at: null, ...NOTHING_CHECKED }
}

/** @throws whatever is no failure of the service */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof SourceFailure) return error.message
  if (signal.aborted) return TOO_SLOW
  throw error
}

function mustWait(error: unknown) {
  return error instanceof SourceFailure && error.wait !== null
}
