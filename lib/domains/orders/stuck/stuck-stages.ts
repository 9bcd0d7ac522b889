/** How a stage's limit applies to its statuses: to each that has none of its own. */
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { STUCK_DAYS, STUCK_STAGES, type StuckDays, type StuckStage } from './stuck-days.ts'

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
