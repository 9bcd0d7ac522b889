/** The overview of an environment: counted on demand, at most once a minute. */

import type { OrderQuery, OrderSource } from '#lib/console/sources.ts'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import type { Visit } from '#lib/domains/orders/visit.ts'
import { COUNTED_FOR, type Overview } from '#lib/domains/orders/worklist/overview.ts'
import { ttlCache, ttlStore } from '#lib/utils/data/cache.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { COUNT_TIME, type CountedSearch, countSearches, type Job, MAX_CHECKED } from './count.ts'
import {
  goneVisits,
  problemFinder,
  statusQueries,
  stuckQueries,
  type TrendQuery,
  trendQueries,
  visitQueries,
  visitsSince,
} from './plan.ts'

export interface OverviewOptions {
  source: OrderSource
  /** After how many days an order of an environment is stuck. */
  limits: (environment: string) => Promise<StuckDays>
  /** Bookings made here whose visit may still be on, and those asked for since. */
  bookings?: (environment: string, askedSince: Date) => Promise<Booking[]>
  now: () => Date
  /** Ends the counting of one overview. */
  deadline?: () => AbortSignal
}

/** An order that needs action, and since when (milliseconds since 1970). */
export interface FoundProblem {
  order_id: string
  /** Null for one that the service no longer has. */
  order: Order | null
  since: number
  visit: Visit | null
}

/** Every order that needs action, as far as they were read. */
export interface FoundProblems {
  counted_at: string
  problems: readonly FoundProblem[]
  replaced: number
  unchecked: number
  /** Why some are missing; null where all searches were answered. */
  missing: string | null
}

export interface OverviewOf {
  /** Lists the overview's exceptions and stuck orders one by one; `all`: however many there are to check. */
  problems(environment: string, all?: boolean): Promise<FoundProblems>
  /** `time_zone`: whose days the trend counts. */
  overview(environment: string, time_zone: string): Promise<Overview>
  /** It is counted anew for the next who asks. */
  forget(environment: string): void
}

interface Counts {
  counted: Omit<Overview, 'trend'>
  problems: readonly FoundProblem[]
  /** Orders that are looked at only for their visits. */
  visits: readonly CountedSearch[]
  /** Why the service was left alone; no trend is counted then. */
  given_up: string | null
  trends: Map<string, Promise<Overview['trend']>>
}

/** A count that is there, or will be when the counting is done. */
interface Place {
  found: CountedSearch
  /** When it was asked for, in milliseconds since 1970. */
  at: number
}

interface TrendPlace {
  asked: TrendQuery
  place: Place
}

const NOT_YET: CountedSearch = {
  count: null,
  missing: 'These orders weren’t counted.',
  oldest_at: null,
  replaced: 0,
  unchecked: 0,
}

/** Counts orders at most once a minute; only the trend depends on the zone. */
export function createOverview(options: OverviewOptions): OverviewOf {
  const { source, limits, bookings: readBookings = async () => [], now, deadline = countTime } = options

  /** By environment and zone, then by day and method. */
  const settled = ttlStore<Map<string, Place>>(HOUR, now)
  /** By environment, the last of which something could be counted. */
  const latest = new Map<string, Counts>()

  function jobList(at: number) {
    const jobs: Job[] = []
    const later = (query: OrderQuery, find: Job['find'] = null, countsAll = false): Place => {
      const place = { found: NOT_YET, at }
      jobs.push({ query, find, countsAll, done: (found) => void Object.assign(place, { found }) })
      return place
    }
    return { jobs, later }
  }

  async function count(environment: string, most: number): Promise<Counts> {
    const time = now()
    const [stuckDays, bookings] = await Promise.all([limits(environment), readBookings(environment, visitsSince(time))])
    const { jobs, later } = jobList(time.getTime())
    const problems = new Map<string, FoundProblem>()
    const problemIn = problemFinder(time, stuckDays, bookings)
    const seen = new Set<string>()
    const find = (order: Order) => {
      seen.add(order.id)
      const problem = problemIn(order)
      if (!problem) return null
      const visit = problem.kind === 'visit' ? problem.visit : null
      problems.set(order.id, { order_id: order.id, order, since: problem.since, visit })
      return problem
    }
    const statuses = statusQueries().map(({ status, query, isChecked }) => ({
      status,
      // A failure that is settled stands where it stands; it is only no work any more.
      place: later(query, isChecked ? find : null, true),
    }))
    // One that waits for another reason is counted there, as the worklist does.
    const findStuck = (order: Order) => {
      const problem = find(order)
      return problem?.kind === 'stuck' ? problem : null
    }
    const stuck = stuckQueries(time, stuckDays).map(({ query, ...rule }) => ({ rule, place: later(query, findStuck) }))
    const visits = visitQueries(time, bookings).map((query) => ({ query, place: later(query, find) }))
    const given_up = await countSearches(jobs, { environment, source, most, signal: deadline() })
    for (const { query, place } of visits) {
      const isWhole = place.found.missing === null && place.found.unchecked === 0
      for (const [order_id, visit] of isWhole ? goneVisits(query, bookings, seen) : [])
        problems.set(order_id, { order_id, order: null, since: parseInstant(visit.at), visit })
    }
    const problem = reasonForNothing([...statuses, ...stuck].map(({ place }) => place.found))
    const last = latest.get(environment)
    if (problem !== null && last && time.getTime() - Date.parse(last.counted.counted_at) < HOUR) {
      return { ...last, counted: { ...last.counted, problem }, given_up: problem }
    }
    const counted = {
      counted_at: time.toISOString(),
      problem: null,
      statuses: statuses.map(({ status, place }) => ({ status, ...place.found })),
      stuck: stuck.map(({ rule, place }) => ({ ...rule, ...place.found })),
    }
    const oldestFirst = [...problems.values()].sort((a, b) => a.since - b.since)
    const counts: Counts = {
      counted,
      problems: oldestFirst,
      visits: visits.map(({ place }) => place.found),
      given_up,
      trends: new Map(),
    }
    if (problem === null) latest.set(environment, counts)
    return counts
  }

  async function countTrend(environment: string, time_zone: string, given_up: string | null) {
    const time = now()
    const at = time.getTime()
    const key = `${environment} ${time_zone}`
    const days = settled.get(key)
    const { jobs, later } = jobList(at)
    const ofDay = (asked: TrendQuery) => {
      const known = days?.get(keyOf(asked))
      if (known && at - known.at < HOUR) return known
      if (given_up === null) return later(asked.query)
      return { found: { ...NOT_YET, missing: given_up }, at }
    }
    const trend = trendQueries(time, time_zone).map((asked) => ({ asked, place: ofDay(asked) }))
    await countSearches(jobs, { environment, source, signal: deadline() })
    settled.set(key, settledDays(trend))
    return byDay(trend)
  }

  const cache = ttlCache(COUNTED_FOR, now, (environment) => count(environment, MAX_CHECKED))
  const whole = ttlCache(COUNTED_FOR, now, (environment) => count(environment, Number.POSITIVE_INFINITY))
  return {
    async problems(environment, all = false) {
      const { counted, problems, visits } = await (all ? whole : cache).get(environment)
      const found = [...counted.statuses, ...counted.stuck]
      return {
        counted_at: counted.counted_at,
        problems,
        replaced: found.reduce((sum, { replaced }) => sum + replaced, 0),
        unchecked: [...found, ...visits].reduce((sum, { unchecked }) => sum + unchecked, 0),
        missing:
          counted.problem ?? [...counted.statuses, ...visits].find(({ missing }) => missing !== null)?.missing ?? null,
      }
    },

    async overview(environment, time_zone) {
      const { counted, given_up, trends } = await cache.get(environment)
      const trend = trends.get(time_zone) ?? countTrend(environment, time_zone, given_up)
      trends.set(time_zone, trend)
      trend.catch(() => trends.delete(time_zone))
      return { ...counted, trend: await trend }
    },
    forget(environment) {
      cache.invalidate(environment)
      whole.invalidate(environment)
    },
  }
}

const countTime = () => AbortSignal.timeout(COUNT_TIME)
const keyOf = ({ day, method }: TrendQuery) => `${day} ${method}`

/** Null where anything was counted. */
function reasonForNothing(found: readonly CountedSearch[]): string | null {
  return found.some(({ missing }) => missing === null) ? null : (found[0]?.missing ?? null)
}

/** Drops days outside the trend from the cache and counts missing ones again. */
function settledDays(trend: readonly TrendPlace[]): Map<string, Place> {
  const over = trend.filter(({ asked, place }) => asked.settled && place.found.count !== null)
  return new Map(over.map(({ asked, place }) => [keyOf(asked), place]))
}

function byDay(trend: readonly TrendPlace[]): Overview['trend'] {
  const days = new Map<string, Overview['trend'][number]>()
  for (const { asked, place } of trend) {
    const { count, missing } = place.found
    const day = days.get(asked.day) ?? { day: asked.day, methods: [] }
    day.methods.push({ method: asked.method, count, missing })
    days.set(asked.day, day)
  }
  return [...days.values()]
}
