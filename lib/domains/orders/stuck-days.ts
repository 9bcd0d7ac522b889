/** The default limits of stuck orders; what an environment has set is in stuck-limits.ts. */
import { STATUS_RECORDS } from './status-records.ts'

/** Days without an event, by low-level status; one that is missing never counts as stuck. */
export type StuckDays = Readonly<Record<string, number>>

export const STUCK_DAYS: StuckDays = Object.fromEntries(
  Object.entries(STATUS_RECORDS).flatMap(([low, { stuckAfterDays: days }]) => (days === null ? [] : [[low, days]])),
)
