/** The default limits of stuck orders; what an environment has set is in stuck-limits.ts. */
import { STATUS_RECORDS, statusRecord } from '#lib/domains/orders/status/status-records.ts'

/** Days without an event, by low-level status; one that is missing never counts as stuck. */
export type StuckDays = Readonly<Record<string, number>>

export const STUCK_DAYS: StuckDays = Object.fromEntries(
  Object.entries(STATUS_RECORDS).flatMap(([low, { stuckAfterDays: days }]) => (days === null ? [] : [[low, days]])),
)

/** Stages in which an order can be stuck; their names are those of no status. */
export const STUCK_STAGES = ['placed', 'collecting', 'with_lab'] as const
export type StuckStage = (typeof STUCK_STAGES)[number]

/** Returns the stage whose limit a status follows; null for one that is never stuck. */
export function stuckStageOf(status: string): StuckStage | null {
  return STUCK_STAGES.find((stage) => stage === statusRecord(status)?.stage) ?? null
}

/** Returns the limit that a status follows without one of its own: its stage's, or else the default. */
export function inheritedDays(status: string, chosen: StuckDays): number {
  const stage = stuckStageOf(status)
  return (stage && chosen[stage]) ?? STUCK_DAYS[status] ?? 0
}

/** Returns the limit of every status, by what somebody has set for statuses and stages. */
export function limitsBy(chosen: StuckDays): StuckDays {
  const days = Object.keys(STUCK_DAYS).map((status) => [status, chosen[status] ?? inheritedDays(status, chosen)])
  return Object.fromEntries(days)
}
