/** Counts a set of searches: few at a time, not for ever, and no further where the service keeps failing. */
import pMap from 'p-map'
import type { FoundOrders, OrderQuery, OrderSource } from '#lib/console/order-source.ts'
import { SourceFailure } from '#lib/console/user-source.ts'
import type { Counted } from '#lib/domains/orders/counted.ts'

/** Searches under way at once, whatever is asked for. */
export const AT_ONCE = 4
/** Failures in a row after which the service is left alone. */
export const GIVE_UP_AFTER = 3
/** Milliseconds for all of them. */
export const COUNT_TIME = 20_000

export type CountedSearch = Counted & { oldest_at: string | null }

interface Job {
  query: OrderQuery
  done: (counted: CountedSearch) => void
}

interface CountOptions {
  environment: string
  source: OrderSource
  /** Ends what is under way; the rest is missing then. */
  signal: AbortSignal
}

const TOO_MANY = 'The service didn’t count these orders: there are too many. Open the search to see the first ones.'
const TOO_SLOW = 'The service took too long to count these orders. We’ll try again in a minute.'

/** Answers when every job is done, none of them by an error of the service. */
export async function countSearches(jobs: readonly Job[], { environment, source, signal }: CountOptions) {
  let failures = 0
  let given_up: string | null = null

  async function one({ query, done }: Job) {
    if (given_up !== null) return done(missing(given_up))
    try {
      done(countOf(await source.searchOrders(environment, { ...query, page: 1, size: 1 }, signal)))
      failures = 0
    } catch (error) {
      const reason = reasonOf(error, signal)
      failures += 1
      if (failures >= GIVE_UP_AFTER || mustWait(error) || signal.aborted) given_up ??= reason
      done(missing(reason))
    }
  }

  await pMap(jobs, one, { concurrency: AT_ONCE })
}

function countOf({ orders, total }: FoundOrders): CountedSearch {
  const oldest_at = orders[0]?.created_at ?? null
  return total === null ? { count: null, missing: TOO_MANY, oldest_at } : { count: total, missing: null, oldest_at }
}

function missing(reason: string): CountedSearch {
  return { count: null, missing: reason, oldest_at: null }
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
