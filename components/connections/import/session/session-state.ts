/** How far a person is with an import, and what is known so far. Plain data; never a token. */
import { z } from 'zod'
import { type Batch, batchSchema, type CallFailure, type Presence } from '#components/connections/import/rows/batch.ts'
import { type Settings, settingsSchema } from '#components/connections/import/rows/check-row.ts'
import { NO_MAPPING, REQUIRED_FIELDS } from '#components/connections/import/rows/columns.ts'
import type { FileProblem } from '#components/connections/import/rows/table.ts'
import type { FileFacts, LookUpFacts, Preview } from './import-engine.ts'
import type { FileSummary } from './loaded-file.ts'

export type Step = 'file' | 'columns' | 'check' | 'import' | 'reconcile'

export type LookUp =
  | { kind: 'not_started' }
  | { kind: 'skipped' }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'costly'; calls: number }
  | { kind: 'failed'; detail: string }
  | { kind: 'done'; facts: LookUpFacts }

export interface ImportState {
  step: Step
  reading: string | null
  problem: FileProblem | null
  file: FileFacts | null
  preview: Preview | null
  settings: Settings
  /** Null while the rows are being checked. */
  summary: FileSummary | null
  /** Changes with every check: rows that were shown before may read otherwise now. */
  version: number
  lookUp: LookUp
  batchSize: number
  waitForResults: boolean
  /** An import that this tab began and did not finish. */
  saved: SavedImport | null
  run: RunState | null
  /** Milliseconds since 1970. */
  startedAt: number | null
  /** ID of its record in the console. */
  importId: string | null
  /** False where the browser saves nothing: a reload loses the import. */
  isSaved: boolean
}

export const BATCH_SIZES = [100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

export const UNREADABLE: FileProblem = {
  title: 'We couldn’t read the file',
  detail: 'The file was changed or removed while being read. Choose it again.',
}
export const ENGINE_STOPPED: FileProblem = {
  title: 'The browser stopped reading the file',
  detail: 'Choose the file again. If an import was running, it can resume with the same file.',
}

export const INITIAL_STATE: ImportState = {
  step: 'file',
  reading: null,
  problem: null,
  file: null,
  preview: null,
  settings: { provider: '', mapping: NO_MAPPING, expiry: 'automatic', expired: 'send', duplicates: 'first' },
  summary: null,
  version: 0,
  lookUp: { kind: 'not_started' },
  batchSize: 100,
  waitForResults: true,
  saved: null,
  run: null,
  startedAt: null,
  importId: null,
  isSaved: true,
}

/** Fields without which no row can become a connection. */
export function missingFields({ mapping }: Settings) {
  return REQUIRED_FIELDS.filter((field) => mapping[field] === null)
}

/** The chosen file is the one of the import that this tab did not finish. */
export function canResume({ file, saved, run }: ImportState): boolean {
  return !run && saved !== null && file?.fingerprint === saved.fingerprint
}

/** Leaving now would leave something undone that this page alone can do. */
export function isUnsafeToLeave(run: RunState | null): boolean {
  if (!run) return false
  return isRunning(run) || run.batches.some(({ state }) => state === 'sent' || (state === 'waiting' && !run.isStopped))
}

/** Import state that the tab saves so that the same file can resume: numbers only, no IDs or tokens. */
const savedImport = z.object({
  version: z.literal(2),
  /** Fingerprint that recognizes the same file. */
  fingerprint: z.string(),
  rows: z.int().min(1),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** ID of its record in the console. */
  importId: z.uuid().optional(),
  waitForResults: z.boolean(),
  settings: settingsSchema,
  batches: z.array(batchSchema),
})
export type SavedImport = z.infer<typeof savedImport>

const keyOf = (environment: string) => `bulk-import-${environment}`

/** Null for none, and for one that another version of the console wrote. */
export function loadSavedImport(environment: string): SavedImport | null {
  try {
    const text = window.sessionStorage.getItem(keyOf(environment))
    return savedImport.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Drops a finished import. False when the browser has no room: the import runs on, and only this page can finish it. */
export function saveImport(
  environment: string,
  saved: Omit<SavedImport, 'version' | 'batches'> & { batches: readonly Batch[] },
): boolean {
  try {
    if (saved.batches.every(({ state }) => state === 'settled')) window.sessionStorage.removeItem(keyOf(environment))
    else window.sessionStorage.setItem(keyOf(environment), JSON.stringify({ version: 2, ...saved }))
    return true
  } catch {
    return false
  }
}

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
