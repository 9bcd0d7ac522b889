'use client'
import { useQuery } from '@tanstack/react-query'
import { useAtPresent, useTimeZone } from '#components/ui/display/viewer.tsx'
import { countSourceDays } from '#lib/domains/events/received.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { offsetAt } from '#lib/utils/time/zones.ts'

/** The midnight after an instant on the clocks of a zone, in milliseconds since 1970. */
function endOfDay(now: number, zone: string): number {
  const offset = offsetAt(now, zone)
  return (Math.floor((now + offset) / DAY) + 1) * DAY - offset
}

interface SourceDays {
  /** Events on each of the last days of the viewer. */
  days: readonly number[]
  /** The last instant of the newest day with data, in milliseconds since 1970. */
  last: number
}

/** Days on which data of a user’s sources arrived, connected or not, by slug; null while they aren’t known. */
export function useSourceDays({ environment, user_id }: UserAddress): ReadonlyMap<string, SourceDays> | null {
  const zone = useTimeZone()
  const to = useAtPresent((now) => endOfDay(now, zone))
  const input = { params: { environment }, query: { user_id, to: new Date(to).toISOString() } }
  const { data } = useQuery(consoleQuery(countSourceDays, input, {}))
  return data
    ? new Map(data.sources.map(({ slug, days, last_until }) => [slug, { days, last: Date.parse(last_until) - 1 }]))
    : null
}
