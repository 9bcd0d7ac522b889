/** How the parts of an order's status relate: gaps "high-level order statuses" and "low-level → high-level". */
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import type { HighLevelStatus, LowLevelStatus, Stage, StatusRecord } from './status-record.ts'
import { STATUS_RECORDS } from './status-records.ts'

export function highLevelOf(low: LowLevelStatus): HighLevelStatus {
  return STATUS_RECORDS[low].high
}

/** The stage of a status as lists and counts show it, or how the order ended. */
export type StatusPlace = Stage | 'failed' | 'closed'

/** Returns where orders of a status are counted and listed. A failure counts as one in any stage. */
export function placeOf({ high, stage }: StatusRecord): StatusPlace {
  return high === 'failed' ? 'failed' : (stage ?? 'closed')
}

const ENDED: readonly HighLevelStatus[] = ['completed', 'failed', 'cancelled']

/** Statuses after which more is to come. */
export const OPEN_STATUSES = LOW_LEVEL_STATUSES.filter((status) => !ENDED.includes(highLevelOf(status)))

/** Statuses that failed or wait for a person. */
export const EXCEPTION_STATUSES = LOW_LEVEL_STATUSES.filter((status) => STATUS_RECORDS[status].exception !== null)

export interface EventStatus {
  high: string
  method: string
  low: string
}

/** Splits `<high_level>.<method>.<low_level_status>`; null for a string of another form. */
export function parseEventStatus(status: string): EventStatus | null {
  const [high, method, low, ...rest] = status.split('.')
  if (!high || !method || !low || rest.length > 0) return null
  return { high, method, low }
}

/** Formats an event's status as the API writes it: `received.at_home_phlebotomy.ordered`. */
export function formatEventStatus({ high, method, low }: EventStatus): string {
  return `${high}.${method}.${low}`
}

/** The newest event's low-level status: what the order's `status` filter is matched against. */
export function lastLowLevelStatus(events: readonly { created_at: string; status: string }[]): string | null {
  let newest: { created_at: string; status: string } | undefined
  for (const event of events) if (!newest || event.created_at >= newest.created_at) newest = event
  return newest ? (parseEventStatus(newest.status)?.low ?? newest.status) : null
}

const NO_VISIT: ReadonlySet<string> = new Set(['testkit', 'on_site_collection'])

/** Whether bookings made here may tell more of an order than its status. */
export const mayHaveVisit = ({ lab_test }: { lab_test: { method: string } }) => !NO_VISIT.has(lab_test.method)
