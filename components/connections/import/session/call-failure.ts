/** Classifies a failed import call: whether rows may have been accepted, and whether waiting helps. */
import type { CallFailure, RefusedRow } from '#components/connections/import/run/call-result.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'

/** Wait when the service names no time. */
const DEFAULT_WAIT_MS = 5_000

/** @throws whatever is not a RequestError. */
export function callFailure(error: unknown): CallFailure {
  if (!(error instanceof RequestError)) throw error
  const { kind, status = null, message: detail, retry_after_ms } = error
  if (kind === 'network' || kind === 'shape' || status === null) return { kind: 'lost', status, detail }
  if (status === 429) return { kind: 'busy', waitMs: retry_after_ms ?? DEFAULT_WAIT_MS, detail }
  // A gateway or a failing service may have passed on or taken what it could not answer.
  if (status >= 500 || status === 408) return { kind: 'lost', status, detail }
  return { kind: 'refused', status, detail }
}

/** Returns the rows that a 422 names, or the check before sending; none when the call as a whole was wrong. */
export function refusedRows(error: unknown, rows: readonly number[]): RefusedRow[] {
  if (!(error instanceof RequestError) || !(error.status === 422 || error.kind === 'input')) return []
  const reasons = new Map<number, string[]>()
  for (const { loc, msg } of error.issues) {
    const [, list, at, ...field] = loc
    const row = list === 'connections' && typeof at === 'number' ? rows[at] : undefined
    if (row === undefined) return []
    reasons.set(row, [...(reasons.get(row) ?? []), `${field.join('.')}: ${msg}`])
  }
  return [...reasons].map(([row, texts]) => ({ row, reason: texts.join(' ') }))
}
