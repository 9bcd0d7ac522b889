/** One booking from the press of the button to what became of it. It is sent once, whatever happens to its answer. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { type AppointmentBooking, bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER, getBooking, type WholeBooking } from '#lib/domains/bookings/booking.ts'
import { historyState, navigate } from '#lib/kernel/client/address.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest, request } from '#lib/kernel/client/request.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** `absent`: the console has no such attempt. `unsaid`: it does not say; the error, of kind `shape`, has its words. */
type Found = { is: 'known'; booking: WholeBooking } | { is: 'absent' } | { is: 'unsaid'; error: RequestError }

const POLL_INTERVAL_MS = 1_000
/** Polls that find nothing before a lost call counts as never arrived: it may still be on its way. */
const MAX_ABSENT_POLLS = 3

const unansweredError = (detail: string) => new RequestError({ kind: 'shape', call: '', detail })

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
async function pollAttempt(
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

export type Attempt =
  | { is: 'none' }
  /** `since`: milliseconds since 1970. */
  | { is: 'sending'; body: AppointmentBooking; since: number }
  /** The connection was lost: the console is asked what became of it. */
  | { is: 'asking'; body: AppointmentBooking; since: number }

interface AttemptOptions {
  environment: string
  order_id: string
  /** Told of an attempt that is on record, whatever became of it. */
  onKnown: (booking: WholeBooking, error: RequestError | null) => Promise<void>
  /** Told why nothing is on record; of kind `shape` where nobody here can say what became of it. */
  onRefused: (error: RequestError) => Promise<void>
}

const NOT_ON_RECORD = 'This console has no record of the booking.'

/** The attempt is part of the address, so that a page that is loaded again shows what became of it. */
export function showAttempt(id: string | null) {
  navigate(new URLSearchParams(id ? { attempt: id } : {}), historyState(), 'replace')
}

async function send({ environment, order_id }: AttemptOptions, body: AppointmentBooking, id: string) {
  const context = { environment, headers: { [ATTEMPT_HEADER]: id } }
  try {
    await request(bookPhlebotomyAppointment, { params: { order_id }, body }, context)
    return null
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
}

export function useBookingAttempt(wanted: AttemptOptions) {
  const [attempt, setAttempt] = useState<Attempt>({ is: 'none' })
  /** The id for a body of which it is not known whether it was sent. */
  const last = useRef<{ id: string; text: string } | null>(null)
  const isBusy = useRef(false)
  const latest = useRef(wanted)
  const gone = useRef<AbortController>(null)
  useEffect(() => {
    latest.current = wanted
  })
  useEffect(() => {
    const controller = new AbortController()
    gone.current = controller
    return () => controller.abort()
  }, [])

  const refused = useCallback(async (error: RequestError) => {
    if (error.kind !== 'shape') showAttempt(null)
    // A request that may have been sent, or never arrived, is retried under the same name only.
    if (error.kind !== 'shape' && error.kind !== 'network') last.current = null
    await latest.current.onRefused(error)
  }, [])

  const book = useCallback(
    async (body: AppointmentBooking) => {
      const signal = gone.current?.signal
      if (isBusy.current || !signal) return
      isBusy.current = true
      const text = JSON.stringify(body)
      const id = last.current?.text === text ? last.current.id : newId()
      last.current = { id, text }
      const since = Date.now()
      setAttempt({ is: 'sending', body, since })
      showAttempt(id)
      announce('Booking sent. Waiting for the answer.')
      const error = await send(latest.current, body, id)
      const isLost = error?.kind === 'network'
      if (isLost) setAttempt({ is: 'asking', body, since })
      const found = await pollAttempt(latest.current.environment, id, isLost, signal)
      isBusy.current = false
      if (signal.aborted) return
      setAttempt({ is: 'none' })
      if (found.is === 'absent') return refused(error ?? unansweredError(NOT_ON_RECORD))
      if (found.is === 'unsaid') return refused(found.error)
      last.current = null
      await latest.current.onKnown(found.booking, error)
    },
    [refused],
  )

  return { attempt, book }
}
