/** Groups the overview's counts into stages, ends and exceptions, each with its link. Pure. */

import { placeOf, type StatusPlace } from '#lib/domains/orders/status/status.ts'
import { STATUS_RECORDS } from '#lib/domains/orders/status/status-records.ts'
import type { Overview } from '#lib/domains/orders/worklist/overview.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { encodeQuery, type QueryValues } from '#lib/kernel/wire.ts'

/** The search that counts what was counted. Nothing in it is personal. */
export function ordersPath(environment: string, query: QueryValues): string {
  return `/${environment}/orders?${encodeQuery(query)}`
}

type StatusCount = Overview['statuses'][number]

export interface Group {
  /** Null where none of its statuses could be counted. */
  count: number | null
  /** Some counts are missing: there are at least so many. */
  partial: boolean
  /** How many of them were counted without a check: there are at most so many. */
  unchecked: number
  oldest_at: string | null
  /** Most first; what is not counted last. */
  statuses: StatusCount[]
}

export function groupOf(place: StatusPlace, statuses: readonly StatusCount[]): Group {
  const members: ReadonlySet<string> = new Set(
    LOW_LEVEL_STATUSES.filter((low) => placeOf(STATUS_RECORDS[low]) === place),
  )
  const own = statuses.filter(({ status }) => members.has(status))
  const oldest = own.flatMap(({ oldest_at }) => (oldest_at === null ? [] : [oldest_at]))
  return {
    ...sumOf(own),
    oldest_at: oldest.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    statuses: own.sort((a, b) => (b.count ?? -1) - (a.count ?? -1)),
  }
}

function sumOf(statuses: readonly StatusCount[]): Pick<Group, 'count' | 'partial' | 'unchecked'> {
  const counts = statuses.flatMap(({ count }) => (count === null ? [] : [count]))
  return {
    count: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    partial: counts.length > 0 && counts.length < statuses.length,
    unchecked: statuses.reduce((sum, { unchecked }) => sum + unchecked, 0),
  }
}

/** Each reason once why something is not counted; empty where all is. */
export function missingReasons({ statuses, stuck, trend }: Pick<Overview, 'statuses' | 'stuck' | 'trend'>): string[] {
  const all = [...statuses, ...stuck, ...trend.flatMap(({ methods }) => methods)]
  return [...new Set(all.flatMap(({ missing }) => (missing === null ? [] : [missing])))]
}
