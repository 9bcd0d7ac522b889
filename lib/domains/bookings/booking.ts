/** Bookings made through this console. The service reads no appointment again, so the console keeps what it was answered. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { ianaZone, isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { orderId, personal } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { type AppointmentBooking, ASYNC_TIMEOUT, appointment, SYNC_TIMEOUT } from './appointment.ts'

/**
 * Request header of a booking through the proxy: a UUID that the client makes for each attempt. The same one never books
 * twice: it answers what became of the first. Without it every call is an attempt of its own.
 */
export const ATTEMPT_HEADER = 'x-booking-attempt'

/**
 * `in_flight`: sent, not answered yet. `unknown`: the answer was lost, or is none this console understands. `failed`: the
 * documented 500, no appointment was made. `refused`: the service did not take it (4xx). The others as the service or,
 * by hand, a person said.
 */
export const BOOKING_STATES = [
  'in_flight',
  'unknown',
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'failed',
  'refused',
] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** States that block another booking of the same order. */
export const OPEN_STATES = ['in_flight', 'pending', 'confirmed'] as const satisfies readonly BookingState[]
/** States that wait for an answer or a person. */
export const UNSETTLED_STATES = ['in_flight', 'unknown', 'pending'] as const satisfies readonly BookingState[]
export const HAND_STATES = [
  'confirmed',
  'pending',
  'completed',
  'cancelled',
  'failed',
] as const satisfies readonly BookingState[]
export type HandState = (typeof HAND_STATES)[number]

export const isOpen = (state: BookingState) => OPEN_STATES.some((open) => open === state)
export const isUnsettled = (state: BookingState) => UNSETTLED_STATES.some((open) => open === state)

export const STATE_NOTE_MAX = 500

const stateNote = z
  .string()
  .overwrite(TEXT_FIELDS.note.clean)
  .min(1, 'Say how you know: who you asked, or what you saw.')
  .max(STATE_NOTE_MAX, `Use at most ${STATE_NOTE_MAX} characters.`)

export const booking = z.object({
  id: uuid,
  order_id: orderId,
  state: z.enum(BOOKING_STATES),
  /** Counts the changes of its state: a person's change names the one it is based on. */
  version: z.int().min(1),
  asked_at: isoDateTime,
  answered_at: isoDateTime.nullable(),
  /** Person who booked, by their name at the time. */
  asked_by: z.object({ id: z.string(), name: z.string() }),
  /** Until when the service keeps trying to have a pending one confirmed; null where it was not asked to. */
  gives_up_at: isoDateTime.nullable(),
  /** As the service answered, or a person set it since; null where nobody said. */
  start_at: isoDateTime.nullable(),
  end_at: isoDateTime.nullable(),
  iana_timezone: z.string().nullable(),
  provider: z.string().nullable(),
  /** The service's newest word on it, and when the service said so; null where it has said nothing that can be used. */
  said: z.object({ state: z.enum(BOOKING_STATES), at: isoDateTime }).nullable(),
  /** A person's entry that the state comes from; null once newer evidence has replaced it. */
  entered: z.object({ at: isoDateTime, by: z.object({ id: z.string(), name: z.string() }) }).nullable(),
})
export type Booking = z.infer<typeof booking>

/** Whether a visit has a time that hasn’t come: nobody can have been drawn at it. */
export const isAhead = ({ start_at }: Pick<Booking, 'start_at'>, now: number) =>
  start_at !== null && parseInstant(start_at) > now

/** Never changed and never removed. `by` is null for what the service answered, or did not. */
export const bookingChange = z.object({
  at: isoDateTime,
  state: z.enum(BOOKING_STATES),
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Free text, which may identify a patient. */
  note: personal(z.string().nullable()),
  /** The event of the service that brought it; null for anything else. */
  event_id: z.int().min(1).nullable(),
})
export type BookingChange = z.infer<typeof bookingChange>

export const wholeBooking = booking.extend({
  /** HTTP status of the answer; null where there was none. */
  status: z.int().nullable(),
  /** Message of the service about a booking that it refused. */
  detail: z.string().nullable(),
  /** As it was answered: its own status is of that moment. */
  appointment: appointment.nullable(),
  /** Oldest first. */
  history: z.array(bookingChange),
})
export type WholeBooking = z.infer<typeof wholeBooking>

/** Orders of one search at most: a page of the service's list. */
export const BOOKING_ORDERS = 100

export const bookingSearch = z.object({
  state: z.array(z.enum(BOOKING_STATES)).optional(),
  order_id: uuid.optional(),
  order_ids: z.array(uuid).max(BOOKING_ORDERS).optional(),
  /** Visits that begin within, both ends among them; one without a time is in no range. */
  start_from: isoDateTime.optional(),
  start_to: isoDateTime.optional(),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(500).default(50),
})
export type BookingSearch = z.output<typeof bookingSearch>

/** Lists bookings: unsettled ones first, earliest deadline on top, then the newest attempts. */
export const listBookings = endpoint({
  name: 'list_bookings',
  path: '/bookings/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: bookingSearch,
  response: z.object({
    bookings: z.array(booking),
    total: z.int().min(0),
    /** Count of canceled and failed ones in the total. */
    cancelled: z.int().min(0),
    /** The server's clock: what runs out is counted from it. */
    now: isoDateTime,
  }),
})

const ofBooking = inEnvironment.extend({ booking_id: uuid })

/** 404 where no attempt with this id has arrived. */
export const getBooking = endpoint({
  name: 'get_booking',
  path: '/bookings/{environment}/{booking_id}',
  permission: 'orders:read',
  params: ofBooking,
  response: z.object({ booking: wholeBooking, now: isoDateTime }),
})

/** When a visit is, by a person who found out; only for `confirmed`. */
const visit = z.object({ start_at: isoDateTime, iana_timezone: ianaZone })
export type Visit = z.infer<typeof visit>

/** Sets the outcome a person found out. 404; 409 when it has changed, is in flight, or the order has another open one. */
export const setBookingState = endpoint({
  name: 'set_booking_state',
  method: 'POST',
  path: '/bookings/{environment}/{booking_id}/state',
  permission: 'appointments:book',
  params: ofBooking,
  body: z.object({ state: z.enum(HAND_STATES), note: stateNote, visit: visit.optional(), version: z.int().min(1) }),
  response: z.object({ booking: wholeBooking, now: isoDateTime }),
})

/** When a visit is that was booked elsewhere, as a member of staff typed it; the newest entry counts. */
export const typedTime = z.object({
  /** That of the newest entry. */
  id: uuid,
  order_id: orderId,
  /** Counts the entries: one that follows names the one it is based on. */
  version: z.int().min(1),
  /** Null where nobody knows it any more. */
  start_at: isoDateTime.nullable(),
  iana_timezone: z.string().nullable(),
  /** How the person knows: free text, which may identify a patient. */
  note: personal(z.string()),
  at: isoDateTime,
  by: z.object({ id: z.string(), name: z.string() }),
})
export type VisitTime = z.infer<typeof typedTime>

/** Without those of orders that have an open booking made here, which has its own time. */
export const listVisitTimes = endpoint({
  name: 'list_visit_times',
  path: '/visit-times/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  query: bookingSearch.pick({ order_ids: true, start_from: true, start_to: true }),
  response: z.object({ times: z.array(typedTime) }),
})

/** Adds an entry, which is never changed; the same one twice is the same as once. 409 where another has been typed. */
export const typeVisitTime = endpoint({
  name: 'type_visit_time',
  method: 'POST',
  path: '/visit-times/{environment}/{order_id}',
  permission: 'appointments:book',
  params: inEnvironment.extend({ order_id: uuid }),
  /** `version`: 0 for the first. */
  body: z.object({ id: uuid, visit: visit.nullable(), note: stateNote, version: z.int().min(0) }),
  response: z.object({ time: typedTime }),
})

/** Returns who said what, by history; `event_at` is when the service said it, which may arrive much later. */
export function evidenceOf(
  history: readonly BookingChange[],
  event_at: string | null,
): Pick<Booking, 'said' | 'entered'> {
  const last = history.at(-1)
  const word = history.findLast(({ by, state }) => by === null && state !== 'unknown')
  const at = word && word.event_id !== null ? (event_at ?? word.at) : word?.at
  return {
    said: word && at !== undefined ? { state: word.state, at } : null,
    entered: last?.by && last.state !== 'in_flight' ? { at: last.at, by: last.by } : null,
  }
}

type Asynchronous = Pick<
  AppointmentBooking,
  'async_confirmation' | 'sync_confirmation_timeout_millisecond' | 'async_confirmation_timeout_millisecond'
>

/** Both time-outs together (gap "booking wait"); null where the service was not asked to go on. */
export function givesUpAfter(asked: Asynchronous): number | null {
  if (!asked.async_confirmation) return null
  const sync = asked.sync_confirmation_timeout_millisecond ?? SYNC_TIMEOUT.default
  return sync + (asked.async_confirmation_timeout_millisecond ?? ASYNC_TIMEOUT.default)
}
