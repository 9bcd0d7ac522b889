/** What a failed call means for an import: whether anything can have been taken, and whether waiting helps. */

import type { CallFailure, RefusedRow } from '#components/connections/import/run/run-port.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'

/** Seconds, where the service names none. */
const WAIT = 5

/** @throws what is no failed call. */
export function callFailure(error: unknown): CallFailure {
  if (!(error instanceof RequestError)) throw error
  const { kind, status = null, message: detail, retry_after_ms } = error
  if (kind === 'network' || kind === 'shape' || status === null) return { kind: 'lost', status, detail }
  if (status === 429)
    return { kind: 'busy', wait: retry_after_ms === undefined ? WAIT : Math.ceil(retry_after_ms / 1000), detail }
  // A gateway or a service in failure may have passed on or taken what it could not answer.
  if (status >= 500 || status === 408) return { kind: 'lost', status, detail }
  return { kind: 'refused', status, detail }
}

/** Rows that a 422, or the contract before anything left, names; empty when the call as a whole was wrong. */
export function refusedRows(error: unknown, rows: readonly number[]): RefusedRow[] {
  if (!(error instanceof RequestError) || !(error.status === 422 || error.kind === 'input')) return []
  const found = new Map<number, string[]>()
  for (const { loc, msg } of error.issues) {
    const [, list, at, ...field] = loc
    const row = list === 'connections' && typeof at === 'number' ? rows[at] : undefined
    if (row === undefined) return []
    found.set(row, [...(found.get(row) ?? []), `${field.join('.')}: ${msg}`])
  }
  return [...found].map(([row, reasons]) => ({ row, reason: reasons.join(' ') }))
}
