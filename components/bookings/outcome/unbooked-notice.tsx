import type { ReactNode } from 'react'
import { BOX_OF } from '#components/bookings/book/booking-form.ts'
import { Notice } from '#components/ui/display/notice.tsx'
import type { WholeBooking } from '#lib/domains/bookings/booking.ts'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { fieldErrors } from '#lib/kernel/client/field-errors.ts'

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
