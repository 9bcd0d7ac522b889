/** Asks the console what became of an attempt, for as long as it takes to be told. */

import { getBooking, type WholeBooking } from '#lib/domains/bookings/booking.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { delay } from '#lib/utils/time/delay.ts'

/** `absent`: the console has no such attempt. `unsaid`: it does not say; the error, of kind `shape`, has its words. */
export type Found = { is: 'known'; booking: WholeBooking } | { is: 'absent' } | { is: 'unsaid'; error: RequestError }

/** Milliseconds between two questions. */
const ASK_EVERY = 1_000
/** Looks after which what the console does not have never arrived: a call may still be on its way. */
const LOOKS = 3

export const unsaid = (detail: string) => new RequestError({ kind: 'shape', call: '', detail })

/** Null: ask again. @throws what is no RequestError */
async function askOnce(environment: string, booking_id: string, signal: AbortSignal): Promise<Found | null> {
  try {
    const { booking } = await consoleRequest(getBooking, { params: { environment, booking_id } }, {}, { signal })
    return booking.state === 'in_flight' ? null : { is: 'known', booking }
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof RequestError)) throw error
    const { kind, status = 0, message } = error
    if (status === 404) return { is: 'absent' }
    return kind === 'network' || status >= 500 ? null : { is: 'unsaid', error: unsaid(message) }
  }
}

/** `isLost`: the call itself had no answer. Ends with the signal, as absent. */
export async function askAttempt(
  environment: string,
  booking_id: string,
  isLost: boolean,
  signal: AbortSignal,
): Promise<Found> {
  for (let absent = 0; !signal.aborted; await delay(ASK_EVERY, signal)) {
    const found = await askOnce(environment, booking_id, signal)
    if (found?.is === 'absent') absent += 1
    else if (found) return found
    if (absent >= (isLost ? LOOKS : 1)) break
  }
  return { is: 'absent' }
}
