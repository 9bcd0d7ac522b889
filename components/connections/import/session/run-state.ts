import type { Batch, CallFailure, Presence } from '#components/connections/import/rows/batch.ts'

/** Resolving: finds out whether a batch without an answer arrived. Confirming: asks for the results of queued rows. */
export type RunPhase = 'paused' | 'sending' | 'resolving' | 'confirming' | 'done'

export interface RunState {
  phase: RunPhase
  batches: readonly Batch[]
  current: number | null
  /** Nothing more is sent; what was sent is still settled. */
  isStopped: boolean
  failure: CallFailure | null
  /** When it is tried again by itself, in milliseconds since 1970; null: when a person says so. */
  retryAt: number | null
  progress: { done: number; total: number } | null
  /** Why the service would not take a row, in its own words. */
  reasons: ReadonlyMap<number, string>
  /** Current connection state of failed rows' users. */
  presence: ReadonlyMap<number, Presence>
}

export function initialRunState(batches: readonly Batch[]): RunState {
  return {
    phase: 'paused',
    batches,
    current: null,
    isStopped: false,
    failure: null,
    retryAt: null,
    progress: null,
    reasons: new Map(),
    presence: new Map(),
  }
}

export function isRunning(run: RunState | null): boolean {
  return run !== null && run.phase !== 'paused' && run.phase !== 'done'
}

/** Returns the index of the batch whose answer is awaited; null while none is on its way. */
export function sendingBatch({ phase, current, batches }: RunState): number | null {
  const batch = phase === 'sending' && current !== null ? batches[current] : undefined
  return batch?.state === 'sent' && batch.durationMs === null ? current : null
}
