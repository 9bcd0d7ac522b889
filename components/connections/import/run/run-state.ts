/** The state of a run, and the times it keeps. */
import type { Batch } from './batch.ts'
import type { CallFailure, ImportPort, Presence, RunClock } from './run-port.ts'

export type RunPhase =
  | 'paused'
  | 'sending'
  /** Finds out whether a batch without an answer arrived. */
  | 'resolving'
  /** Asks for the results of what the service queued. */
  | 'confirming'
  | 'done'

export interface RunState {
  phase: RunPhase
  batches: readonly Batch[]
  /** The batch that is under way. */
  current: number | null
  /** Nothing more is sent; what was sent is still settled. */
  stopped: boolean
  failure: CallFailure | null
  /** When it is tried again by itself, in milliseconds since 1970; null: when a person says so. */
  retry_at: number | null
  progress: { done: number; total: number } | null
  /** Why the service would not take a row, in its own words. */
  reasons: ReadonlyMap<number, string>
  /** What the users of failed rows show now. */
  now: ReadonlyMap<number, Presence>
}

export interface RunOptions {
  port: ImportPort
  clock: RunClock
  /** With `wait_for_completion` a batch answers with its results, if they are there within 20 seconds. */
  wait: boolean
  /** Before anything leaves, and after every answer: what a page that is loaded again starts from. */
  save: (batches: readonly Batch[]) => void
  onChange: (state: RunState) => void
}

/** Milliseconds for which nothing may be seen of a batch before it counts as not arrived: longer than a service that
    was killed takes to go on with what it had accepted. */
export const SETTLE_MS = 6_000
/** The same where the service does not import an empty list: longer than any call lives. */
export const LONG_SETTLE_MS = 90_000
export const POLL_INTERVAL_MS = 2_000
export const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
/** Pauses between the rounds of questions after queued rows; together about two minutes. */
export const CONFIRM_DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 10_000, 15_000, 20_000, 30_000, 30_000] as const

export function startState(batches: readonly Batch[]): RunState {
  return {
    phase: 'paused',
    batches,
    current: null,
    stopped: false,
    failure: null,
    retry_at: null,
    progress: null,
    reasons: new Map(),
    now: new Map(),
  }
}
