/** Stuck orders as searches: the service knows no such filter, but finds orders of some statuses by their last update. */

import { STUCK_RULES } from '#lib/domains/orders/worklist/problems.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import type { StuckDays } from './stuck-days.ts'

interface Search {
  status?: readonly string[] | undefined
  updated_end_date?: string | undefined
}

/** Orders that are read of each limit, the oldest first. */
export const MAX_READ = 500

const STATUSES = STUCK_RULES.flatMap(({ statuses }) => statuses)

/** Finds every stuck order, and some that another replaced, which only `stuckOrder` tells apart; to the minute. */
export function stuckSearches<Q extends Search>(query: Q, limits: StuckDays, now: number) {
  const asked = query.status?.length ? query.status : null
  const statuses = STATUSES.filter((status) => asked?.includes(status) ?? true)
  return [...Map.groupBy(statuses, (status) => limits[status] ?? 0)].flatMap(([days, some]) => {
    if (days === 0) return []
    const since = new Date(now - days * DAY)
    since.setUTCSeconds(0, 0)
    const end = query.updated_end_date
    const isEarlier = end !== undefined && parseInstant(end) < since.getTime()
    return [{ ...query, status: [...some], updated_end_date: isEarlier ? end : since.toISOString() }]
  })
}
