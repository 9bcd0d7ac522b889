/** What the page asks of the place where the file lives: a worker, so that the page never waits and never holds a token. */
import type { Settings } from '#components/connections/import/rows/check-row.ts'
import type { CheckSummary, ExpiryFacts } from '#components/connections/import/rows/check-table.ts'
import type { Mapping, RecipeField } from '#components/connections/import/rows/columns.ts'
import type { ExpiryReading } from '#components/connections/import/rows/expiry.ts'
import type { FileProblem, RowUnit, Table } from '#components/connections/import/rows/table.ts'
import type { AskOutcome, CallFailure, ProbeOutcome, SendOutcome } from '#components/connections/import/run/run-port.ts'

export interface EngineContext {
  environment: string
  /** Of the page: a worker may have an address of another form. */
  origin: string
}

export interface FileFacts {
  name: string
  /** Bytes. */
  size: number
  format: Table['format']
  unit: RowUnit
  rows: number
  columns: string[]
  mapping: Mapping
  /** Named by the file itself. */
  provider: string | null
  /** SHA-256 of the bytes, by which the same file is known again; null where the browser offers none (plain http). */
  fingerprint: string | null
}

type ReadOutcome = { ok: true; facts: FileFacts } | { ok: false; problem: FileProblem }

/** The first value of a column; of a token its end at most. */
export interface Sample {
  text: string
  secret: boolean
}

export interface Preview {
  samples: Partial<Record<RecipeField, Sample>>
  expiry: ExpiryFacts
}

export type RowFilter = 'all' | 'ready' | 'errors' | 'warnings'

/** A row as it may be shown: of its tokens no more than the end. */
export interface ShownRow {
  /** Counts from 0, as the run does. */
  index: number
  /** By which the person finds it in the file. */
  number: number
  user_id: string
  account: string
  /** The account reads like a token: the wrong column, perhaps. */
  account_secret: boolean
  token_end: string
  /** Unix seconds. */
  expires_at: number | null
  scopes: number
  status: 'ready' | 'warning' | 'error'
  problems: string[]
}

export interface LookUpFacts {
  connected: number
  no_user: number
}

/** `costly`: so many calls that a person should say so first. */
export type LookUpOutcome = { kind: 'done'; facts: LookUpFacts } | { kind: 'costly'; calls: number } | CallFailure

/** A row of a results file: what became of it, in words. */
export interface ResultRow {
  row: number
  result: string
  reason: string
}

interface Methods {
  read: { input: File; output: ReadOutcome }
  preview: { input: { mapping: Mapping; expiry: ExpiryReading }; output: Preview }
  check: { input: Settings; output: CheckSummary }
  /** Rows of a filter from a place on. */
  shown: { input: { filter: RowFilter; from: number; count: number }; output: ShownRow[] }
  shownRows: { input: readonly number[]; output: ShownRow[] }
  /** Asks the service about the users of the rows that can be sent, and checks again with what it says. */
  lookUp: { input: { anyway: boolean }; output: LookUpOutcome }
  /** The rows that can be sent in batches of so many at most, each within what one call may hold. */
  plan: { input: number; output: number[][] }
  send: { input: { rows: readonly number[]; wait: boolean }; output: SendOutcome }
  ask: { input: readonly number[]; output: AskOutcome }
  sampleRows: { input: readonly number[]; output: { kind: 'sampleRows'; rows: number[] } | CallFailure }
  isQueueIdle: { input: null; output: ProbeOutcome }
  /** CSV of the rows that have a problem, without tokens. */
  problemFile: { input: null; output: Blob }
  /** With the rows that were left out, if asked for. */
  resultFile: { input: { results: readonly ResultRow[]; with_left_out: boolean }; output: Blob }
  /** Wipes the tokens from memory; everything else stays for the results. */
  forget: { input: null; output: null }
}

type Method = keyof Methods
export type Input<M extends Method> = Methods[M]['input']
export type Output<M extends Method> = Methods[M]['output']

export interface Hooks {
  onProgress?: (done: number, total: number) => void
  /** Calls it off: the answer then does not matter. */
  signal?: AbortSignal
}

export type Engine = { readonly [M in Method]: (input: Input<M>, hooks?: Hooks) => Promise<Output<M>> }

export interface OpenEngine {
  engine: Engine
  /** Everything that was read is gone. */
  close: () => void
}

export type OpenEngineFor = (context: EngineContext) => OpenEngine
