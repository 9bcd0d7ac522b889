import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { PatientLine } from '#components/patterns/domain/patient.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { type AppointmentBooking, SYNC_TIMEOUT } from '#lib/domains/bookings/appointment.ts'
import type { WholeBooking } from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { fieldErrors } from '#lib/kernel/client/field-errors.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { durationLabel } from '#lib/utils/time/durations.ts'
import { BOX_OF } from './booking-form.ts'

function useSecondsSince(since: number): number {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1_000))
}

interface WaitingPanelProps {
  environment: string
  order: Order
  /** Null for a call that somebody else made. */
  body: AppointmentBooking | null
  /** Milliseconds since 1970. */
  since: number
  /** The connection is gone, and the console is asked what became of the booking. */
  isAsking?: boolean
}

/** While the call takes its time: how long it has been, how long it may take, and what follows. */
export function WaitingPanel({ environment, order, body, since, isAsking = false }: WaitingPanelProps) {
  const seconds = useSecondsSince(since)
  return (
    <section
      aria-labelledby="waiting"
      data-tone="wait"
      className="flex items-start gap-4 rounded-card border border-tone-line bg-surface p-5 shadow-1"
    >
      <LoaderCircle className="mt-0.5 size-7 shrink-0 text-tone-dot motion-safe:animate-spin stroke-2" />
      <div className="min-w-0">
        <h2 id="waiting" className="text-lg">
          {isAsking ? 'Connection lost. Checking the booking.' : 'Waiting for the answer.'}
        </h2>
        <PatientLine environment={environment} order={order} className="mt-1" />
        <p className="mt-1 text-base text-ink-2">
          {isAsking
            ? 'It won’t be sent twice. The outcome appears here as soon as the connection is back.'
            : `${limitWords(body)} We’ll send it only once.`}
        </p>
        <p className="mt-1 text-base text-ink-2">
          You can leave this page: the outcome is saved with the order. Don’t tell the patient anything yet.
        </p>
        <p className="mt-3 text-sm text-ink-3" role="timer">
          {countOf(seconds, 'second')} so far
        </p>
      </div>
    </section>
  )
}

function limitWords(body: AppointmentBooking | null): string {
  if (!body?.async_confirmation) return 'This can take up to a minute while the service waits for the provider.'
  const limit = durationLabel(body.sync_confirmation_timeout_millisecond ?? SYNC_TIMEOUT.default)
  return `The service answers within about ${limit}. If it isn’t confirmed by then, the booking shows as pending.`
}

/** An attempt that made no appointment: what happened, and what to do. */
export interface Unbooked {
  kind: 'info' | 'warn' | 'bad'
  title: string
  /** Message from the service or this console. */
  said: string | null
  todo: string
  fields: ReadonlyMap<string, string>
  isConflict?: boolean
}

const NO_FIELDS: ReadonlyMap<string, string> = new Map()

const WRONG_KEY: ReadonlyMap<string, string> = new Map([
  ['booking_key', 'This key is unknown or has expired. Copy a new one from the availability search.'],
])

/** The booking that was in the way has been settled, here or in another tab. */
export const FREE_AGAIN: Unbooked = {
  kind: 'info',
  title: 'The other booking is no longer open.',
  said: null,
  todo: 'What you entered is still here. Check it, then book.',
  fields: NO_FIELDS,
}

/** `booking`: as it is on record, null where it is not. `error`: what this page was told, null where it was not there. */
export function unbookedOf(booking: WholeBooking | null, error: RequestError | null): Unbooked {
  const { fields: named, text } = error ? boxes(error) : { fields: NO_FIELDS, text: booking?.detail ?? null }
  // The service's only 400 here is about the key, which it doesn't name as a field.
  const isKey = (booking?.status ?? error?.status) === 400 && named.size === 0
  const fields = isKey ? WRONG_KEY : named
  if (booking?.state === 'failed') {
    return {
      kind: 'bad',
      title: 'Not booked: the provider didn’t confirm.',
      said: booking.detail,
      todo: 'It isn’t retried automatically, and what you entered is still here. Check the order’s events, or ask the provider, to make sure nothing was booked. Then try again, or choose to keep trying in the background.',
      fields: NO_FIELDS,
    }
  }
  if (booking) {
    const title =
      booking.status === 409 ? 'Not booked: the order has an appointment.' : 'Not booked: the service refused.'
    const todo =
      fields.size > 0 ? 'Fix the fields below, then try again.' : 'Nothing was booked. What you entered is still here.'
    return { kind: 'bad', title, said: text ?? booking.detail, todo, fields, isConflict: booking.status === 409 }
  }
  if (error?.kind === 'network') {
    return {
      kind: 'warn',
      title: 'Not sent: the booking never arrived.',
      said: null,
      todo: 'The connection broke before this console received it. Nothing was booked, and what you entered is still here. Try again.',
      fields: NO_FIELDS,
    }
  }
  if (error?.kind === 'shape') {
    return {
      kind: 'warn',
      title: 'We don’t know whether it was booked. Check before trying again.',
      said: text,
      todo: 'It isn’t sent again automatically. Reload this page to see the order’s bookings.',
      fields: NO_FIELDS,
    }
  }
  const isConflict = error?.status === 409
  const title = isConflict ? 'Not sent: another booking is open.' : 'Not sent.'
  return { kind: 'bad', title, said: text, todo: 'What you entered is still here.', fields, isConflict }
}

/** The service names fields of the body; a person knows the boxes of the form. */
const boxes = (error: RequestError) =>
  fieldErrors(error, { fieldOf: (path) => BOX_OF.get(path) ?? null, speaker: 'service' })

interface UnbookedNoticeProps {
  unbooked: Unbooked
  /** The next step. */
  children?: ReactNode
}

export function UnbookedNotice({ unbooked: { kind, title, said, todo }, children }: UnbookedNoticeProps) {
  return (
    <Notice kind={kind} alert>
      <p className="font-heading">{title}</p>
      {said && <p>“{said}”</p>}
      <p className="text-ink-2">{todo}</p>
      {children && <div className="mt-2">{children}</div>}
    </Notice>
  )
}
