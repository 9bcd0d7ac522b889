/** The default limits of stuck orders; what an environment has set is in stuck-limits.ts. */
import { STATUS_RECORDS } from '#lib/domains/orders/status/status-records.ts'

/** Days without an event, by low-level status; one that is missing never counts as stuck. */
export type StuckDays = Readonly<Record<string, number>>

export const STUCK_DAYS: StuckDays = Object.fromEntries(
  Object.entries(STATUS_RECORDS).flatMap(([low, { stuckAfterDays: days }]) => (days === null ? [] : [[low, days]])),
)

/** Stages in which an order can be stuck; their names are those of no status. */
export const STUCK_STAGES = ['placed', 'collecting', 'with_lab'] as const
export type StuckStage = (typeof STUCK_STAGES)[number]
