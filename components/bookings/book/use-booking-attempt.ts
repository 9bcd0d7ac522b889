'use client'
/** One booking from the press of the button to what became of it. It is sent once, whatever happens to its answer. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { type AppointmentBooking, bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER, type WholeBooking } from '#lib/domains/bookings/booking.ts'
import { historyState, navigate } from '#lib/kernel/client/address.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { request } from '#lib/kernel/client/request.ts'
import { newId } from '#lib/utils/ids/new-id.ts'
import { pollAttempt, unansweredError } from './poll-attempt.ts'

export type Attempt =
  | { is: 'none' }
  /** `since`: milliseconds since 1970. */
  | { is: 'sending'; body: AppointmentBooking; since: number }
  /** The connection was lost: the console is asked what became of it. */
  | { is: 'asking'; body: AppointmentBooking; since: number }

interface Wanted {
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

/** Sends a booking; returns the failure, or null once answered. */
async function send({ environment, order_id }: Wanted, body: AppointmentBooking, id: string) {
  const context = { environment, headers: { [ATTEMPT_HEADER]: id } }
  try {
    await request(bookPhlebotomyAppointment, { params: { order_id }, body }, context)
    return null
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
}

export function useBookingAttempt(wanted: Wanted) {
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
