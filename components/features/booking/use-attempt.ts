'use client'
/** One booking from the press of the button to what became of it. It is sent once, whatever happens to its answer. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { announce } from '#components/ui/announcer.tsx'
import { heldState, writeAddress } from '#lib/client/address.ts'
import { RequestError } from '#lib/client/errors.ts'
import { consoleRequest, request } from '#lib/client/request.ts'
import { type AppointmentBooking, bookPhlebotomyAppointment } from '#lib/contract/appointment.ts'
import { ATTEMPT_HEADER, getBooking, type WholeBooking } from '#lib/contract/console/bookings.ts'
import { newId } from '#lib/utils/new-id.ts'

export type Attempt =
  | { is: 'none' }
  /** `since`: milliseconds since 1970. */
  | { is: 'sending'; body: AppointmentBooking; since: number }
  /** The connection was lost: the console is asked what became of it. */
  | { is: 'asking'; body: AppointmentBooking; since: number }
  /** Nothing was booked; `error` says why. */
  | { is: 'not_sent'; error: RequestError }

interface Wanted {
  environment: string
  order_id: string
  /** Told of an attempt that is on record, whatever became of it. */
  onKnown: (booking: WholeBooking, error: RequestError | null) => Promise<void>
  /** Told that nothing is on record: the console or the service did not take it. */
  onRefused: (error: RequestError) => Promise<void>
}

/** Milliseconds between two questions while the connection is gone. */
const ASK_EVERY = 2_000
const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ASK_EVERY)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** The attempt is part of the address, so that a page that is loaded again shows what became of it. */
export function showAttempt(id: string | null) {
  writeAddress(new URLSearchParams(id ? { attempt: id } : {}), heldState(), 'replace')
}

const asError = (error: unknown) => {
  if (error instanceof RequestError) return error
  throw error
}

export function useAttempt(wanted: Wanted) {
  const [attempt, setAttempt] = useState<Attempt>({ is: 'none' })
  /** The id for a body that was sent and of which nothing came back. */
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

  const book = useCallback(async (body: AppointmentBooking) => {
    const signal = gone.current?.signal
    if (isBusy.current || !signal) return
    isBusy.current = true
    const { environment, order_id } = latest.current
    const text = JSON.stringify(body)
    // What was perhaps sent already is never sent under another name.
    const id = last.current?.text === text ? last.current.id : newId()
    last.current = { id, text }
    const since = Date.now()
    setAttempt({ is: 'sending', body, since })
    showAttempt(id)
    announce('Booking is sent. Waiting for the answer.')
    const error = await request(
      bookPhlebotomyAppointment,
      { params: { order_id }, body },
      { environment, headers: { [ATTEMPT_HEADER]: id } },
    ).then(() => null, asError)
    if (error?.kind === 'network') setAttempt({ is: 'asking', body, since })
    const known = error?.kind === 'input' ? null : await recorded(environment, id, signal)
    isBusy.current = false
    if (signal.aborted) return
    if (known) {
      last.current = null
      setAttempt({ is: 'none' })
      await latest.current.onKnown(known, error)
      return
    }
    const why = error ?? new RequestError({ kind: 'shape', call: '', detail: NOT_ON_RECORD })
    // The same attempt may be sent again: it never arrived.
    if (why.kind !== 'network') last.current = null
    showAttempt(null)
    setAttempt({ is: 'not_sent', error: why })
    await latest.current.onRefused(why)
  }, [])

  return { attempt, book, forget: useCallback(() => setAttempt({ is: 'none' }), []) }
}

const NOT_ON_RECORD = 'The booking is not on record in this console. Check with the provider before you try again.'

/** Asks until the console answers. Null where it has no such attempt. */
async function recorded(environment: string, booking_id: string, signal: AbortSignal): Promise<WholeBooking | null> {
  while (!signal.aborted) {
    try {
      const { booking } = await consoleRequest(getBooking, { params: { environment, booking_id } }, {}, { signal })
      if (booking.state !== 'in_flight') return booking
    } catch (error) {
      if (signal.aborted) return null
      const { kind, status } = asError(error)
      if (status === 404) return null
      // Whoever may not look, or is signed out, is told by the error of the booking itself.
      if (kind === 'http' && status !== undefined && status < 500) return null
    }
    await pause(signal)
  }
  return null
}
