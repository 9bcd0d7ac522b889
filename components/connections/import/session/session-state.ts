/** Where a person is in an import, and what is known so far. Plain data; never a token. */

import type { Settings } from '#components/connections/import/rows/check-row.ts'
import type { CheckSummary } from '#components/connections/import/rows/check-table.ts'
import { NO_MAPPING, REQUIRED_FIELDS } from '#components/connections/import/rows/columns.ts'
import type { FileProblem } from '#components/connections/import/rows/table.ts'
import type { CallFailure } from '#components/connections/import/run/run-port.ts'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import type { FileFacts, LookUpFacts, Preview } from './engine.ts'
import type { SavedImport } from './saved-import.ts'

export const STEPS = ['file', 'columns', 'check', 'import', 'reconcile'] as const
export type Step = (typeof STEPS)[number]

export const STEP_NAMES: Readonly<Record<Step, string>> = {
  file: 'File',
  columns: 'Columns',
  check: 'Check rows',
  import: 'Import',
  reconcile: 'Reconcile',
}

export type LookUp =
  | { at: 'not_asked' }
  | { at: 'skipped' }
  | { at: 'asking'; done: number; total: number }
  | { at: 'costly'; calls: number }
  | { at: 'failed'; failure: CallFailure }
  | { at: 'done'; facts: LookUpFacts }

export interface ImportState {
  step: Step
  /** Of the file that is being read. */
  reading: string | null
  problem: FileProblem | null
  file: FileFacts | null
  preview: Preview | null
  settings: Settings
  /** Null while the rows are being checked. */
  summary: CheckSummary | null
  /** Changes with every check: rows that were shown before may read otherwise now. */
  version: number
  look_up: LookUp
  batch_size: number
  wait: boolean
  /** Of an import that this tab began and did not end. */
  record: SavedImport | null
  run: RunState | null
  /** Milliseconds since 1970. */
  started_at: number | null
  /** The page cannot be loaded again without losing the place: the browser keeps nothing. */
  kept: boolean
}

const DEFAULT_BATCH = 100
export const BATCH_SIZES = [100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

export const START: ImportState = {
  step: 'file',
  reading: null,
  problem: null,
  file: null,
  preview: null,
  settings: { provider: '', mapping: NO_MAPPING, expiry: 'automatic', expired: 'send', duplicates: 'first' },
  summary: null,
  version: 0,
  look_up: { at: 'not_asked' },
  batch_size: DEFAULT_BATCH,
  wait: true,
  record: null,
  run: null,
  started_at: null,
  kept: true,
}

export function sendable({ total, errors }: CheckSummary): number {
  return total - errors
}

/** Fields without which no row can become a connection. */
export function missingFields({ mapping }: Settings) {
  return REQUIRED_FIELDS.filter((field) => mapping[field] === null)
}

/** The file in hand is the one that an import of this tab stopped in. */
export function canResume({ file, record, run }: ImportState): boolean {
  return !run && record !== null && file?.fingerprint === record.fingerprint
}

export function isAtWork(run: RunState | null): boolean {
  return run !== null && run.phase !== 'paused' && run.phase !== 'done'
}

/** Leaving now would leave something undone that this page alone can do. */
export function isUnsafeToLeave(run: RunState | null): boolean {
  if (!run) return false
  return isAtWork(run) || run.batches.some(({ at }) => at === 'sent' || (at === 'waiting' && !run.stopped))
}
