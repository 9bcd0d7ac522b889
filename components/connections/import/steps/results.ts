/** The outcome of each row, in words: what the import said, what the user shows now, and what to do next. */
import type { RowOutcome } from '#components/connections/import/run/batch.ts'
import type { Presence } from '#components/connections/import/run/call-result.ts'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import type { ResultRow } from '#components/connections/import/session/loaded-file.ts'

export const OUTCOME_LABELS: Readonly<Record<RowOutcome, string>> = {
  connected: 'Imported',
  failed: 'Failed',
  queued: 'Queued',
  sending: 'Sending',
  unknown: 'No answer',
  not_sent: 'Not sent',
}

export interface RowResult {
  /** Index of the row. */
  row: number
  outcome: RowOutcome
}

interface Advice {
  /** Current state of the user; null if not checked. */
  now: string | null
  next: string
}

const AFTER_FAILURE: Readonly<Record<Presence, Advice>> = {
  no_user: { now: 'No such user', next: 'Correct user_id, or create the user first' },
  absent: { now: 'Not connected', next: 'Ask the patient to sign in at the source' },
  connected: { now: 'Connected after all', next: 'Nothing to do' },
}

const OTHERWISE: Readonly<Record<RowOutcome, Advice>> = {
  connected: { now: 'Connected', next: 'Nothing to do' },
  failed: { now: null, next: 'Check again for the current state' },
  queued: { now: 'Not yet', next: 'Check again later' },
  sending: { now: null, next: 'Sending' },
  unknown: { now: null, next: 'Checking' },
  not_sent: { now: null, next: 'Import again' },
}

export function adviceFor({ row, outcome }: RowResult, { reasons, presence, phase }: RunState): Advice {
  const reason = reasons.get(row)
  if (reason) return { now: 'Refused', next: reason }
  if (outcome === 'unknown' && phase === 'done') return { now: null, next: 'Choose above whether to send it again' }
  const found = presence.get(row)
  return outcome === 'failed' && found ? AFTER_FAILURE[found] : OTHERWISE[outcome]
}

/** For a file: a sentence a row, and never a token. */
export function resultRows(results: readonly RowResult[], run: RunState): ResultRow[] {
  return results.map((result) => {
    const { now, next } = adviceFor(result, run)
    const reason = result.outcome === 'connected' ? '' : [now, next].filter(Boolean).join(': ')
    return { row: result.row, result: OUTCOME_LABELS[result.outcome], reason }
  })
}
