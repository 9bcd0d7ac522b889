/** Failures that pass by themselves: a database that is away, full, restarting, or has no time. */
import { SECOND } from '#lib/utils/time/durations.ts'
import { ApiError } from './api-error.ts'

/**
 * States of PostgreSQL: connection lost, out of room, stopping or starting; a statement that took too long or waited too
 * long for a lock; a server that takes no writes. Beside them those of sockets.
 */
const STATES =
  /^(?:08|53|57P)...?$|^(?:57014|55P03|25P03|25P04|25006)$|^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** The driver’s own words, which have no state. */
const CUT =
  /^(?:Connection terminated|timeout e(?:xceeded|xpired)|Client (?:was closed|has encountered)|Cannot use a pool)/

/** Whether something failed because the database was away or had no time, and may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isState = 'code' in error && typeof error.code === 'string' && STATES.test(error.code)
  return isState || CUT.test(error.message) || isUnavailable(error.cause)
}

const LATER = new ApiError('unavailable', 'The database isn’t responding. Try again in a moment.', {
  retry_after_ms: SECOND,
})

/** Returns the 503 for a failure that passes by itself, and `otherwise` for any other. */
export function passing(error: unknown, otherwise: ApiError): ApiError {
  return isUnavailable(error) ? LATER : otherwise
}
