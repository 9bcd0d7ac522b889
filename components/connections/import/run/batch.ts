/** One batch of an import and what becomes of it: pure steps, so that no sequence of events imports a row twice. */

import { fromRanges, type Ranges, toRanges } from './ranges.ts'
import type { Presence, SendOutcome } from './run-port.ts'

/**
 * `waiting`: not taken by the service. `sent`: it left, and no answer has come. `undecided`: no answer, and nothing can
 * tell whether it arrived. `queued`: taken, some rows without a result. `settled`: every row has one.
 */
type BatchState = 'waiting' | 'sent' | 'undecided' | 'queued' | 'settled' | 'refused'

export interface Batch {
  rows: Ranges
  count: number
  at: BatchState
  /** Rows whose users did not have the source before it was sent. */
  sampleRows: readonly number[]
  /** Rows that the service named as failed. */
  failed: readonly number[]
  /** Rows that the service would not take. */
  refused: readonly number[]
  /** Of a batch that was taken: rows without a result yet. */
  open: readonly number[]
  /** Of the last answer; null without one. */
  status: number | null
  /** Milliseconds to it. */
  took: number | null
}

export function newBatch(rows: readonly number[]): Batch {
  return {
    rows: toRanges(rows),
    count: rows.length,
    at: 'waiting',
    sampleRows: [],
    failed: [],
    refused: [],
    open: [],
    status: null,
    took: null,
  }
}

/** The rows that go out. */
export function rowsToSend({ rows, refused }: Batch): number[] {
  const out = new Set(refused)
  return fromRanges(rows).filter((row) => !out.has(row))
}

export function sending(batch: Batch, sampleRows: readonly number[]): Batch {
  return { ...batch, at: 'sent', sampleRows, status: null, took: null }
}

/** After an answer, or after it is certain that none comes. */
export function answered(batch: Batch, outcome: SendOutcome, took: number): Batch {
  switch (outcome.kind) {
    case 'taken': {
      const { status, imported, failed } = outcome
      const known = new Set([...imported, ...failed])
      const open = rowsToSend(batch).filter((row) => !known.has(row))
      return { ...taken(batch, open, failed), status, took }
    }
    case 'rows_refused': {
      const refused = [...new Set([...batch.refused, ...outcome.rows.map(({ row }) => row)])].sort((a, b) => a - b)
      const rest = refused.length === batch.count
      return { ...batch, at: rest ? 'settled' : 'waiting', refused, status: outcome.status, took }
    }
    case 'busy':
      return { ...batch, at: 'waiting' }
    case 'refused':
      return { ...batch, at: 'refused', status: outcome.status, took }
    case 'lost':
      return { ...batch, status: outcome.status, took }
  }
}

function taken(batch: Batch, open: readonly number[], failed: readonly number[]): Batch {
  const all = [...new Set([...batch.failed, ...failed])].sort((a, b) => a - b)
  return { ...batch, at: open.length > 0 ? 'queued' : 'settled', open, failed: all, sampleRows: [] }
}

/** Whether a batch without an answer arrived: what its users show now decides, where anything can. */
type Evidence = 'arrived' | 'none_yet' | 'untellable'

function evidence({ sampleRows }: Batch, answers: ReadonlyMap<number, Presence>): Evidence {
  if (sampleRows.some((row) => answers.get(row) === 'connected')) return 'arrived'
  // A user who is gone meanwhile cannot tell anything.
  return sampleRows.some((row) => answers.get(row) === 'absent') ? 'none_yet' : 'untellable'
}

/** A batch that was taken, after its users were asked. A row whose user is gone has failed. */
export function confirmed(batch: Batch, answers: ReadonlyMap<number, Presence>): Batch {
  const rows = batch.at === 'sent' || batch.at === 'undecided' ? rowsToSend(batch) : batch.open
  const open = rows.filter((row) => (answers.get(row) ?? 'absent') === 'absent')
  return taken(
    batch,
    open,
    rows.filter((row) => answers.get(row) === 'no_user'),
  )
}

/** What a batch without an answer has turned out to be; null while that is open. */
export function resolveBatch(batch: Batch, answers: ReadonlyMap<number, Presence>, isQuiet: boolean): Batch | null {
  const found = evidence(batch, answers)
  if (found === 'arrived') return confirmed(batch, answers)
  if (found === 'untellable') return { ...batch, at: 'undecided' }
  return isQuiet ? { ...batch, at: 'waiting' } : null
}

/** The rows of a batch by what is known of them. */
export interface BatchCounts {
  connected: number
  failed: number
  queued: number
  unknown: number
  not_sent: number
}

function countsOf({ at, count, failed, refused, open }: Batch): BatchCounts {
  const counts = { connected: 0, failed: refused.length, queued: 0, unknown: 0, not_sent: 0 }
  const rest = count - refused.length
  if (at === 'waiting' || at === 'refused') return { ...counts, not_sent: rest }
  if (at === 'sent' || at === 'undecided') return { ...counts, unknown: rest }
  const wrong = failed.length
  return { ...counts, failed: counts.failed + wrong, queued: open.length, connected: rest - wrong - open.length }
}

export function totalOf(batches: readonly Batch[]): BatchCounts {
  const total = { connected: 0, failed: 0, queued: 0, unknown: 0, not_sent: 0 }
  for (const batch of batches) {
    const counts = countsOf(batch)
    total.connected += counts.connected
    total.failed += counts.failed
    total.queued += counts.queued
    total.unknown += counts.unknown
    total.not_sent += counts.not_sent
  }
  return total
}
