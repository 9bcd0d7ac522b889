/** When the next page of a list is worth another try. */
import type { RequestError } from './errors.ts'

/** Milliseconds before each retry of a page whose connection was lost. */
const AGAIN = [1_000, 4_000, 10_000] as const

/** Milliseconds to wait, when the connection was lost so often before; null where trying again is a person's to decide. */
export function waitFor({ kind, status, retry_after_ms }: RequestError, lost: number): number | null {
  if (status === 429 && retry_after_ms !== undefined) return Math.max(1_000, retry_after_ms)
  return kind === 'network' ? (AGAIN[lost] ?? null) : null
}
