/** How many time zones one person may have orders counted for: each zone needs its own counts. */

import { COUNTED_FOR } from '#lib/domains/orders/worklist/overview.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { ttlStore } from '#lib/utils/data/cache.ts'

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
