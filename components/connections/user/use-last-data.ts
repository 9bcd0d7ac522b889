import { useQuery } from '@tanstack/react-query'
import { NO_DATA_LABELS, SILENT_LABEL, statusLabel } from '#components/connections/labels.ts'
import type { Appearance } from '#components/ui/display/pill.tsx'
import { useAtPresent, useTimeZone } from '#components/ui/display/viewer.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { firstDataState, isSilent } from '#lib/domains/connections/rhythm.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { countSourceDays } from '#lib/domains/events/received.ts'
import { type DirectoryConnection, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { offsetAt } from '#lib/utils/time/zones.ts'

/** Milliseconds between two looks. */
const EVERY = 60_000

export function useKnownConnections(
  { environment, user_id }: UserAddress,
  { reads = true } = {},
): ReadonlyMap<string, DirectoryConnection> {
  const input = { params: { environment }, query: { user_id, limit: 100 } }
  const query = consoleQuery(searchDirectoryConnections, input, {})
  const { data } = useQuery({ ...query, refetchInterval: EVERY, enabled: reads })
  return new Map(data?.connections.map((connection) => [connection.source.slug, connection]))
}

/** Whether a source that works has never sent data: `new` or `overdue`, empty where it has, or where that isn’t known. */
export function useFirstData(connection: Connection, known: DirectoryConnection | undefined): 'new' | 'overdue' | '' {
  return useAtPresent((now) => (known && firstDataState({ ...known, state: connectionState(connection) }, now)) || '')
}

/** How a source is shown: silent by its own rhythm or without any data yet, else as the service says. */
export function useShownState(
  connection: Connection,
  known: DirectoryConnection | undefined,
  { hasSent = false } = {},
): Appearance {
  const isQuiet = useAtPresent((now) => known !== undefined && isSilent(known, now))
  const first = useFirstData(connection, known)
  // Events on record outweigh a directory that hasn’t noted them yet.
  if (first && !hasSent) return NO_DATA_LABELS[first]
  return isQuiet ? SILENT_LABEL : statusLabel(connection)
}

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
