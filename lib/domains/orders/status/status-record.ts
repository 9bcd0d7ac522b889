/** Record of a low-level order status: appearance, stage, successors. Texts: status-advice.ts. */
import type { HIGH_LEVEL_STATUSES, LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'

export type LowLevelStatus = (typeof LOW_LEVEL_STATUSES)[number]
export type HighLevelStatus = (typeof HIGH_LEVEL_STATUSES)[number]

/** In the order in which a sample travels. */
export const STAGES = ['placed', 'collecting', 'with_lab', 'results_in'] as const
export type Stage = (typeof STAGES)[number]

/** Whether the order waits for a person (`paused`), failed here (`stopped`), or was ended on purpose (`closed`). */
export type Halt = 'paused' | 'stopped' | 'closed'

/** How much of an order's results is in. */
export type Results = 'partial' | 'complete'

/** Party that acts next. */
export type Actor = 'service' | 'team' | 'patient' | 'courier' | 'provider' | 'lab'

export interface NextStep {
  low: LowLevelStatus
  by: Actor
}

export interface StatusRecord {
  label: string
  tone: 'place' | 'wait' | 'move' | 'lab' | 'ok' | 'warn' | 'bad' | 'closed'
  icon: StatusIcon
  high: HighLevelStatus
  /** Null: the order stays in the stage it had reached. */
  stage: Stage | null
  /** The stage holds whatever an event's prefix says. */
  holdsStage?: true
  /** Which results an event with this status brings. Partial ones are never shown as complete (results.ts). */
  results?: Results
  halt: Halt | null
  /** No further event is expected. */
  ends?: true
  /** Default limit: days without an event after which an order is stuck; null for a final status and an exception. */
  stuckAfterDays: number | null
  /** The usual next step; `method`: it depends on the collection method; null: none is expected. */
  next: NextStep | 'method' | null
  /** Why it counts as an exception; null where it is none. */
  exception: 'needs_person' | 'failed' | null
}

export type StatusIcon =
  | 'file-plus'
  | 'file-check'
  | 'file-symlink'
  | 'clipboard-pen'
  | 'clipboard-check'
  | 'truck'
  | 'map-pin-house'
  | 'package-open'
  | 'calendar-clock'
  | 'calendar-check'
  | 'syringe'
  | 'package-check'
  | 'list-checks'
  | 'circle-check'
  | 'file-pen-line'
  | 'triangle-alert'
  | 'calendar-x'
  | 'repeat2'
  | 'lock-keyhole'
  | 'test-tube-diagonal'
  | 'search-x'
  | 'package-x'
  | 'ban'
  | 'circle-slash'
