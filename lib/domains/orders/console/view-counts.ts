/** How many orders each view finds: many views by one call, each search at most once a minute for everybody. */

import type { OrderSource } from '#lib/console/sources.ts'
import { COUNT_TIME, type CountedSearch, countSearches, type Job } from '#lib/domains/orders/console/overview/count.ts'
import type { OverviewOptions } from '#lib/domains/orders/console/overview/overview.ts'
import { problemFinder, visitsSince } from '#lib/domains/orders/console/overview/plan.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { stuckSearches } from '#lib/domains/orders/stuck/stuck-search.ts'
import { ORDER_VIEWS, orderViewFilter } from '#lib/domains/orders/views.ts'
import { COUNTED_FOR } from '#lib/domains/orders/worklist/overview.ts'
import type { CountViews } from '#lib/domains/views/views.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Counted } from '#lib/kernel/fields.ts'
import { createTurns } from '#lib/kernel/turns.ts'
import { encodeQuery } from '#lib/kernel/wire.ts'
import { ttlStore } from '#lib/utils/data/cache.ts'
import { inZone, resolveRelative } from '#lib/utils/time/day-ranges.ts'

/** `source`: for shared views, whoever requests them first. */
export interface OrderViewCountsOptions extends OverviewOptions {
  /** Source for the viewer's own views; the same unless set. */
  ownSource?: OrderSource
}

type AskedCount = Pick<Job, 'query' | 'find'> & { isOwn: boolean }

const BUILT_IN: ReadonlySet<string> = new Set(ORDER_VIEWS.map(({ id }) => id))

/** Countings under way: of one person, whose tabs wait for each other, and of all. */
const TURNS = { each: 1, all: 4 } as const

/** Caches counts by search. @throws ApiError 429 for one person in more than 3 time zones within a minute */
export function createOrderViewCounts({
  source,
  ownSource = source,
  limits,
  bookings: readBookings = async () => [],
  now,
  deadline = countTime,
}: OrderViewCountsOptions): CountViews {
  const cache = ttlStore<Promise<CountedSearch>>(COUNTED_FOR, now)
  const turns = createTurns(TURNS)
  const zones = createZoneLimit(now)

  /** Begins to count what nobody has counted lately; those who ask in that time wait for the same answer. */
  function countOnce(environment: string, queries: ReadonlyMap<string, AskedCount>) {
    const counts = new Map<string, Promise<CountedSearch>>()
    const jobs = [...queries].flatMap(([key, asked]) => {
      const known = cache.get(key)
      const { promise, resolve, reject } = Promise.withResolvers<CountedSearch>()
      counts.set(key, known ?? promise)
      if (known !== undefined) return []
      cache.set(key, promise)
      return [{ ...asked, key, done: resolve, fail: reject }]
    })
    for (const own of [false, true]) {
      const some = jobs.filter(({ isOwn }) => isOwn === own)
      if (some.length === 0) continue
      const from = { environment, source: own ? ownSource : source, signal: deadline() }
      countSearches(some, from).catch((error: unknown) => {
        for (const { key, fail } of some) {
          cache.delete(key)
          fail(error)
        }
      })
    }
    return counts
  }

  async function count(...[asker, views]: Parameters<CountViews>) {
    const { environment, time_zone, stuck_days } = asker
    const time = now().getTime()
    const stuckDays: StuckDays = { ...(await limits(environment)), ...stuck_days }
    const hasStuck = views.some(({ filter }) => orderViewFilter.parse(filter).stuck)
    const bookings = hasStuck ? await readBookings(environment, visitsSince(new Date(time))) : []
    const problemIn = problemFinder(new Date(time), stuckDays, bookings)
    const stuckIn = (order: Order) => {
      const problem = problemIn(order)
      return problem?.kind === 'stuck' ? problem : null
    }
    const asked = views.map(({ id, filter }) => {
      const { stuck, ...query } = countedQuery(filter, time_zone, time)
      const find = stuck ? stuckIn : null
      const queries = stuck ? stuckSearches(query, stuckDays, time) : [query]
      const isOwn = !BUILT_IN.has(id)
      const mark = stuck ? 'stuck' : ''
      return {
        id,
        searches: queries.map((one) => ({
          query: one,
          find,
          isOwn,
          key: `${environment}?${mark}${encodeQuery(one)}`,
        })),
      }
    })
    const jobs = asked.flatMap(({ searches }) => searches.map(({ key, ...one }) => [key, one] as const))
    const counts = countOnce(environment, new Map(jobs))
    return Promise.all(
      asked.map(async ({ id, searches }) => {
        const found = await Promise.all(searches.map(({ key }) => counts.get(key)))
        return { view_id: id, ...summed(found) }
      }),
    )
  }

  return async (asker, views) => {
    zones.check(asker.staff_id, asker.time_zone)
    return turns(asker.staff_id, () => count(asker, views))
  }
}

const UNCHECKED = 'There are too many orders to check each of them, or some can’t be read.'

/** Together what the searches of one view found; one that is missing leaves no number. What wasn't checked may be more. */
function summed(found: readonly (CountedSearch | undefined)[]): Counted {
  let sum = 0
  let unchecked = 0
  for (const one of found) {
    if (!one) throw new Error('What is asked for was begun.')
    if (one.count === null) return { count: null, missing: one.missing }
    sum += one.count
    unchecked += one.unchecked
  }
  return { count: Math.max(0, sum - unchecked), missing: unchecked > 0 ? UNCHECKED : null }
}

const countTime = () => AbortSignal.timeout(COUNT_TIME)

/** Neither the order of the rows nor how many make a page changes how many there are. */
function countedQuery(filter: Parameters<CountViews>[1][number]['filter'], time_zone: string, now: number) {
  const { order_key, order_direction, size, ...asked } = orderViewFilter.parse(filter)
  return inZone(resolveRelative(asked, time_zone, now), time_zone)
}

/** Within a minute. */
const MAX_ZONES = 3

/** Creates the limit; `check` throws ApiError 429 for one zone too many. */
export function createZoneLimit(now: () => Date) {
  const zonesOf = ttlStore<Set<string>>(COUNTED_FOR, now)
  return {
    check(staff_id: string, time_zone: string) {
      const zones = zonesOf.get(staff_id) ?? new Set()
      if (!zones.has(time_zone) && zones.size >= MAX_ZONES) {
        const retry_after_ms = zonesOf.getRemainingTTL(staff_id) + 1
        throw new ApiError('too_many_requests', TOO_MANY_ZONES, { retry_after_ms })
      }
      if (zones.size === 0) zonesOf.set(staff_id, zones)
      zones.add(time_zone)
    },
  }
}

const TOO_MANY_ZONES = 'Orders were just counted for several time zones. Try again in a minute.'
