/** Polls the console for an attempt until its outcome is known. */

import { getBooking, type WholeBooking } from '#lib/domains/bookings/booking.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** `absent`: the console has no such attempt. `unsaid`: it does not say; the error, of kind `shape`, has its words. */
export type Found = { is: 'known'; booking: WholeBooking } | { is: 'absent' } | { is: 'unsaid'; error: RequestError }

const POLL_INTERVAL_MS = 1_000
/** Polls that find nothing before a lost call counts as never arrived: it may still be on its way. */
const MAX_ABSENT_POLLS = 3

export const unansweredError = (detail: string) => new RequestError({ kind: 'shape', call: '', detail })

/** Null: poll again. @throws what is no RequestError */
async function pollOnce(environment: string, booking_id: string, signal: AbortSignal): Promise<Found | null> {
  try {
    const { booking } = await consoleRequest(getBooking, { params: { environment, booking_id } }, {}, { signal })
    return booking.state === 'in_flight' ? null : { is: 'known', booking }
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof RequestError)) throw error
    const { kind, status = 0, message } = error
    if (status === 404) return { is: 'absent' }
    return kind === 'network' || status >= 500 ? null : { is: 'unsaid', error: unansweredError(message) }
  }
}

/** `isLost`: the call itself had no answer. Ends with the signal, as absent. */
export async function pollAttempt(
  environment: string,
  booking_id: string,
  isLost: boolean,
  signal: AbortSignal,
): Promise<Found> {
  for (let absent = 0; !signal.aborted; await delay(POLL_INTERVAL_MS, signal)) {
    const found = await pollOnce(environment, booking_id, signal)
    if (found?.is === 'absent') absent += 1
    else if (found) return found
    if (absent >= (isLost ? MAX_ABSENT_POLLS : 1)) break
  }
  return { is: 'absent' }
}
