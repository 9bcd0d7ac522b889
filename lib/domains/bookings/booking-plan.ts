/** How a booking goes in the sandbox, decided by its key; and when it is settled. Pure. */

import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { type Appointment, type AppointmentBooking, ASYNC_TIMEOUT, SYNC_TIMEOUT } from './appointment.ts'

/** Milliseconds a call without async confirmation waits at most (gap "booking wait"). */
export const MAX_SYNC_WAIT_MS = 20_000
/** Milliseconds until the sandbox's provider declines a synchronous booking. */
const REFUSED_AFTER = 1_000

/** Milliseconds after which the sandbox's provider confirms; null for never. */
export interface BookingPlan {
  confirm_after: number | null
}

/** Null for a key no slot was ever offered with. */
export function bookingPlan(booking_key: string): BookingPlan | null {
  if (booking_key.startsWith('sandbox_confirm')) return { confirm_after: 0 }
  if (booking_key.startsWith('sandbox_fail')) return { confirm_after: null }
  const slow = /^sandbox_slow_(\d{1,9})$/.exec(booking_key)
  return slow ? { confirm_after: Number(slow[1]) } : null
}

export interface BookingTimes {
  confirm_at: Date | null
  /** When the caller gets an answer at the latest. */
  answer_at: Date
  give_up_at: Date
}

/** The asynchronous attempt begins when the synchronous one ends (gap "booking wait"). */
export function bookingTimes(booking: AppointmentBooking, { confirm_after }: BookingPlan, start: Date): BookingTimes {
  const after = (milliseconds: number) => new Date(start.getTime() + milliseconds)
  const confirm_at = confirm_after === null ? null : after(confirm_after)
  if (!booking.async_confirmation) {
    const give_up_at = after(confirm_after === null ? REFUSED_AFTER : MAX_SYNC_WAIT_MS)
    return { confirm_at, answer_at: give_up_at, give_up_at }
  }
  const sync = booking.sync_confirmation_timeout_millisecond ?? SYNC_TIMEOUT.default
  const background = booking.async_confirmation_timeout_millisecond ?? ASYNC_TIMEOUT.default
  return { confirm_at, answer_at: after(sync), give_up_at: after(sync + background) }
}

/** ISO 8601; `confirm_at` is null where the provider never confirms. */
interface Deadlines {
  confirm_at: string | null
  give_up_at: string
}

export type Settlement = 'confirmed' | 'cancelled'

/** Returns a booking's outcome at an instant; null while undecided. A confirmation at the deadline still counts. */
export function settlement({ confirm_at, give_up_at }: Deadlines, at: Date): Settlement | null {
  const end = Math.min(at.getTime(), Date.parse(give_up_at))
  if (confirm_at !== null && Date.parse(confirm_at) <= end) return 'confirmed'
  return Date.parse(give_up_at) <= at.getTime() ? 'cancelled' : null
}

/** The instant from which `settlement` has an answer. */
export function settledAt({ confirm_at, give_up_at }: Deadlines): Date {
  const end = Date.parse(give_up_at)
  return new Date(confirm_at === null ? end : Math.min(end, Date.parse(confirm_at)))
}

/** The outcome of a reservation. */
export type BookingStep = Settlement | 'pending'

/** And of an appointment in the end. */
export type AppointmentStep = BookingStep | 'completed'

const EVENT_STATUS = {
  confirmed: 'scheduled',
  pending: 'pending',
  cancelled: 'cancelled',
  completed: 'completed',
} as const satisfies Record<AppointmentStep, string>
const ORDER_STATUS: Readonly<Record<BookingStep, LowLevelStatus>> = {
  confirmed: 'appointment_scheduled',
  pending: 'appointment_pending',
  cancelled: 'appointment_cancelled',
}

/** The fields that a new status changes (gap "appointment transitions"). */
export function withStatus(appointment: Appointment, status: AppointmentStep, at: Date): Partial<Appointment> {
  const event_status = EVENT_STATUS[status]
  const events = appointment.events ?? []
  const event = { id: events.length + 1, created_at: at.toISOString(), status: event_status, data: null }
  return { status, event_status, can_reschedule: status === 'confirmed', events: [...events, event] }
}

/** Returns the event added to the order; null for a booking whose outcome was never reported. */
export function orderStatusOf(from: string, to: BookingStep): LowLevelStatus | null {
  return from === 'reserved' && to === 'cancelled' ? null : ORDER_STATUS[to]
}

/** Guards bookings in the proxy, so that no attempt is lost and none is sent twice. */

export interface BookingCall {
  environment: string
  /** As the client sent it, `ATTEMPT_HEADER`; a new UUID where it sent none. */
  attempt: string
  order_id: string
  /** The body as it goes to the service: JSON. */
  body: string
  by: { id: string; name: string }
  request_id: string
}

export interface SentBooking {
  response: Response
  /** Why there is no answer of the service in it, or none that can be used; null where there is one. */
  fault: string | null
}

export interface BookingGuard {
  /**
   * Keeps the attempt, sends it at most once, keeps its outcome. What was sent before, or must not be sent now, is
   * answered without sending: the outcome that is on record, or 409 with a sentence that says why. 503 where the attempt
   * cannot be kept. `send` must not end because the client has gone.
   */
  once(call: BookingCall, send: () => Promise<SentBooking>): Promise<Response>
}
