/** One batch of an import: pure steps from state to state, so that no sequence of events imports a row twice. */
import { z } from 'zod'

const index = z.int().min(0)
const indexes = z.array(index).readonly()

export const batchSchema = z.object({
  /** Ranges of row indexes, both ends included: almost all rows of a batch follow each other. */
  rows: z.array(z.tuple([index, index])).readonly(),
  count: z.int().min(1),
  /**
   * `waiting`: not taken by the service. `sent`: it left, and no answer has come. `undecided`: no answer, and nothing
   * can tell whether it arrived. `queued`: taken, some rows without a result. `settled`: every row has one.
   */
  state: z.enum(['waiting', 'sent', 'undecided', 'queued', 'settled', 'refused']),
  /** Rows whose users did not have the source before it was sent: if they have it later, the batch arrived. */
  sampleRows: indexes,
  /** Rows that the service named as failed. */
  failed: indexes,
  /** Rows that the service would not take. */
  refused: indexes,
  /** Rows of an accepted batch that have no result yet. */
  open: indexes,
  /** HTTP status of the last answer; null without one. */
  status: z.int().nullable(),
  /** Time to that answer. */
  durationMs: z.number().nullable(),
})
export type Batch = z.infer<typeof batchSchema>

const EMPTY = { sampleRows: [], failed: [], refused: [], open: [], status: null, durationMs: null }

/** `rows` in ascending order, each once. */
export function newBatch(rows: readonly number[]): Batch {
  const ranges: [number, number][] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last?.[1] === row - 1) last[1] = row
    else ranges.push([row, row])
  }
  return { rows: ranges, count: rows.length, state: 'waiting', ...EMPTY }
}

function rowsOf({ rows }: Pick<Batch, 'rows'>): number[] {
  return rows.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, step) => first + step))
}

export function rowsToSend(batch: Batch): number[] {
  const refused = new Set(batch.refused)
  return rowsOf(batch).filter((row) => !refused.has(row))
}

export function afterAnswer(batch: Batch, result: SendResult, durationMs: number): Batch {
  switch (result.kind) {
    case 'taken': {
      const { status, imported, failed } = result
      const known = new Set([...imported, ...failed])
      const open = rowsToSend(batch).filter((row) => !known.has(row))
      return { ...taken(batch, open, failed), status, durationMs }
    }
    case 'rows_refused': {
      const refused = union(
        batch.refused,
        result.rows.map(({ row }) => row),
      )
      const state = refused.length === batch.count ? 'settled' : 'waiting'
      return { ...batch, state, refused, status: result.status, durationMs }
    }
    case 'busy':
      return { ...batch, state: 'waiting' }
    case 'refused':
      return { ...batch, state: 'refused', status: result.status, durationMs }
    case 'lost':
      return { ...batch, status: result.status, durationMs }
  }
}

function taken(batch: Batch, open: readonly number[], failed: readonly number[]): Batch {
  const state = open.length > 0 ? 'queued' : 'settled'
  return { ...batch, state, open, failed: union(batch.failed, failed), sampleRows: [] }
}

function union(some: readonly number[], more: readonly number[]): number[] {
  return [...new Set([...some, ...more])].sort((a, b) => a - b)
}

/** A batch that was taken, after its users were asked. A row whose user is gone has failed. */
export function confirmBatch(batch: Batch, presence: ReadonlyMap<number, Presence>): Batch {
  const rows = batch.state === 'sent' || batch.state === 'undecided' ? rowsToSend(batch) : batch.open
  const open = rows.filter((row) => (presence.get(row) ?? 'absent') === 'absent')
  return taken(
    batch,
    open,
    rows.filter((row) => presence.get(row) === 'no_user'),
  )
}

/** Resolves a batch that got no response; null while it could still arrive. */
export function resolveBatch(
  batch: Batch,
  presence: ReadonlyMap<number, Presence>,
  cannotArrive: boolean,
): Batch | null {
  const seen = new Set(batch.sampleRows.map((row) => presence.get(row)))
  if (seen.has('connected')) return confirmBatch(batch, presence)
  // Nobody left to tell: every sampled user is gone, or had the source before.
  if (!seen.has('absent')) return { ...batch, state: 'undecided' }
  return cannotArrive ? { ...batch, state: 'waiting' } : null
}

export type RowOutcome = 'connected' | 'failed' | 'queued' | 'sending' | 'unknown' | 'not_sent'

/** Returns how many rows of the batches have each outcome. `sending` is the index of the batch on its way. */
export function countRows(batches: readonly Batch[], sending: number | null = null): Record<RowOutcome, number> {
  const total = { connected: 0, failed: 0, queued: 0, sending: 0, unknown: 0, not_sent: 0 }
  for (const [index, { state, count, failed, refused, open }] of batches.entries()) {
    const rest = count - refused.length
    total.failed += refused.length
    if (state === 'waiting' || state === 'refused') total.not_sent += rest
    else if (state === 'sent' && index === sending) total.sending += rest
    else if (state === 'sent' || state === 'undecided') total.unknown += rest
    else {
      total.failed += failed.length
      total.queued += open.length
      total.connected += rest - failed.length - open.length
    }
  }
  return total
}

/** Returns the outcome of every row, in the order of the file. `sending` is the index of the batch on its way. */
export function rowOutcomes(
  batches: readonly Batch[],
  sending: number | null = null,
): { row: number; outcome: RowOutcome }[] {
  const outcomes = batches.flatMap((batch, index) => {
    const failed = new Set([...batch.failed, ...batch.refused])
    const open = new Set(batch.open)
    const outcomeOf = (row: number): RowOutcome => {
      if (failed.has(row)) return 'failed'
      if (batch.state === 'waiting' || batch.state === 'refused') return 'not_sent'
      if (batch.state === 'sent' && index === sending) return 'sending'
      if (batch.state === 'sent' || batch.state === 'undecided') return 'unknown'
      return open.has(row) ? 'queued' : 'connected'
    }
    return rowsOf(batch).map((row) => ({ row, outcome: outcomeOf(row) }))
  })
  return outcomes.sort((a, b) => a.row - b.row)
}

export type Presence = 'connected' | 'absent' | 'no_user'

export type CallFailure =
  /** Nothing was taken; it can be sent again after `waitMs`. */
  | { kind: 'busy'; waitMs: number; detail: string }
  /** No answer, or one that says nothing: the call may have arrived all the same. */
  | { kind: 'lost'; status: number | null; detail: string }
  /** Nothing was taken, and the same call would be refused again. */
  | { kind: 'refused'; status: number; detail: string }

export type CallResult<T> = { kind: 'ok'; value: T } | CallFailure

/** A row that the service would not take, in its own words. */
export interface RefusedRow {
  row: number
  reason: string
}

export type SendResult =
  /** Every row has its result (200), or only those named (202); rows in neither list are still queued. */
  | { kind: 'taken'; status: number; imported: number[]; failed: number[] }
  /** Nothing was taken, because of these rows. */
  | { kind: 'rows_refused'; status: number; rows: RefusedRow[] }
  | CallFailure

export type OnProgress = (done: number, total: number) => void
