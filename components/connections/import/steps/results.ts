/** What became of each row, in words: what the import said, what the user shows now, and what to do next. */

import { type Batch, rowsToSend } from '#components/connections/import/run/batch.ts'
import { fromRanges } from '#components/connections/import/run/ranges.ts'
import type { Presence } from '#components/connections/import/run/run-port.ts'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import type { ResultRow } from '#components/connections/import/session/engine.ts'

export type ResultKind = 'connected' | 'failed' | 'queued' | 'unknown' | 'not_sent'

export interface RowResult {
  /** Index of the row. */
  row: number
  kind: ResultKind
}

function kindsOf(batch: Batch): (row: number) => ResultKind {
  const wrong = new Set([...batch.failed, ...batch.refused])
  const open = new Set(batch.open)
  return (row) => {
    if (wrong.has(row)) return 'failed'
    if (batch.at === 'waiting' || batch.at === 'refused') return 'not_sent'
    if (batch.at === 'sent' || batch.at === 'undecided') return 'unknown'
    return open.has(row) ? 'queued' : 'connected'
  }
}

/** In the order of the file. */
export function resultsOf(batches: readonly Batch[]): RowResult[] {
  const results = batches.flatMap((batch) => {
    const kindOf = kindsOf(batch)
    return fromRanges(batch.rows).map((row) => ({ row, kind: kindOf(row) }))
  })
  return results.sort((a, b) => a.row - b.row)
}

export const SAID: Readonly<Record<ResultKind, string>> = {
  connected: 'Imported',
  failed: 'Failed',
  queued: 'Queued',
  unknown: 'No answer',
  not_sent: 'Not sent',
}

type WordsOf = Pick<RunState, 'reasons' | 'now' | 'phase'>

export interface ResultWords {
  /** What the user shows now; null where nobody asked. */
  now: string | null
  next: string
}

const AFTER_FAILURE: Readonly<Record<Presence, ResultWords>> = {
  no_user: { now: 'No such user', next: 'Correct user_id, or create the user first' },
  absent: { now: 'Not connected', next: 'Ask the person to sign in at the source' },
  connected: { now: 'Connected anyway', next: 'Nothing to do' },
}

const OTHERWISE: Readonly<Record<ResultKind, ResultWords>> = {
  connected: { now: 'Connected', next: 'Nothing to do' },
  failed: { now: null, next: 'Ask again to see what the user shows now' },
  queued: { now: 'Not yet', next: 'Ask again later' },
  unknown: { now: null, next: 'Being found out' },
  not_sent: { now: null, next: 'Import it again' },
}

const UNDECIDED: ResultWords = { now: null, next: 'Decide above whether it is sent again' }

export function wordsOf({ row, kind }: RowResult, { reasons, now, phase }: WordsOf): ResultWords {
  const reason = reasons.get(row)
  if (reason) return { now: 'Refused', next: reason }
  if (kind === 'unknown' && phase === 'done') return UNDECIDED
  const presence = now.get(row)
  return kind === 'failed' && presence ? AFTER_FAILURE[presence] : OTHERWISE[kind]
}

/** For a file: a sentence a row, and never a token. */
export function resultRows(results: readonly RowResult[], run: WordsOf): ResultRow[] {
  return results.map((result) => {
    const { now, next } = wordsOf(result, run)
    const reason = result.kind === 'connected' ? '' : [now, next].filter(Boolean).join(': ')
    return { row: result.row, result: SAID[result.kind], reason }
  })
}

/** What a batch did, in words. */
export function batchWords(batch: Batch, isCurrent: boolean): string {
  const { at, failed, refused, open, took, status } = batch
  const wrong = failed.length + refused.length
  const time = took === null ? '' : ` in ${(took / 1000).toFixed(1)} s`
  switch (at) {
    case 'waiting':
      return isCurrent ? 'About to be sent' : 'Waiting'
    case 'sent':
      return isCurrent && took === null ? 'Sending' : 'No answer, finding out'
    case 'undecided':
      return 'No answer, please decide'
    case 'queued':
      return `Queued, ${open.length} to confirm`
    case 'refused':
      return 'Refused'
    case 'settled':
      if (rowsToSend(batch).length === 0) return 'All rows refused'
      if (wrong > 0) return `Done, ${wrong} failed`
      if (status === null) return 'No answer, but arrived'
      return status === 202 ? 'Queued, then confirmed' : `Done${time}`
  }
}
