/** When reading the service goes on after it failed: later with every failure in a row, or when it asks for more. */
import { HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'

/** Milliseconds; the first doubles with every failure. */
const FIRST_RETRY = 5 * SECOND
const LONGEST_RETRY = 10 * MINUTE

/** `failures` in a row came before this one; `wait` is what the service asked for, in milliseconds. */
export function retryAt(now: Date, failures: number, wait: number | null): string {
  const backoff = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(failures, 10))
  return new Date(now.getTime() + Math.max(backoff, Math.min(wait ?? 0, HOUR))).toISOString()
}
