/** Rows of bookings as what they stand for, and back. */
import {
  type Booking,
  type BookingChange,
  booking,
  bookingChange,
  evidenceOf,
  type Visit,
} from '#lib/domains/bookings/booking.ts'
import { exactInstant, instantOf } from '#lib/utils/time/instants.ts'
import type { BookingOutcome, KeptBooking, TakenNews } from './store.ts'
import type { bookingChanges, bookings } from './tables.ts'

type Row = typeof bookings.$inferSelect

const instant = (text: string | null) => (text === null ? null : instantOf(text))

/** The visit that an event tells of, as columns; what it doesn’t say stays. */
export function newsVisit({ start_at, end_at, iana_timezone, provider }: NonNullable<TakenNews['visit']>, row: Row) {
  const times = start_at === null ? row : { start_at: instant(start_at), end_at: instant(end_at) }
  return {
    start_at: times.start_at,
    end_at: times.end_at,
    iana_timezone: iana_timezone ?? row.iana_timezone,
    provider: provider ?? row.provider,
  }
}

/** A booking as it is kept. */
export function keptOf(row: Row, history: BookingChange[]): KeptBooking {
  const { digest, status, answer, appointment_id, event_at, event_at_ns } = row
  const at = event_at && exactInstant(event_at, event_at_ns)
  return { booking: bookingOf(row, history), digest, status, answer, appointment_id, event_at: at, history }
}

/** Returns a response as columns. */
export function answerOf(
  { status, answer, start_at, end_at, iana_timezone, provider }: BookingOutcome,
  answered_at: Date,
) {
  return { answered_at, status, answer, iana_timezone, provider, start_at: instant(start_at), end_at: instant(end_at) }
}

/** The visit that a person entered, as columns. */
export function visitOf({ start_at, iana_timezone }: Visit) {
  return { start_at: instantOf(start_at), end_at: null, iana_timezone }
}

/** @throws ZodError for a row that no booking of the contract is. */
export function bookingOf(row: Row, history: readonly BookingChange[]): Booking {
  const text = (instant: Date | null) => instant?.toISOString() ?? null
  return booking.parse({
    ...row,
    ...evidenceOf(history, row.event_at && exactInstant(row.event_at, row.event_at_ns)),
    asked_at: text(row.asked_at),
    answered_at: text(row.answered_at),
    asked_by: { id: row.asked_by_id, name: row.asked_by_name },
    gives_up_at: text(row.gives_up_at),
    start_at: text(row.start_at),
    end_at: text(row.end_at),
  })
}

/** An entry of a booking’s history. */
export function changeOf({ at, by_id, by_name, ...row }: typeof bookingChanges.$inferSelect) {
  const by = by_id === null ? null : { id: by_id, name: by_name ?? '' }
  return bookingChange.parse({ ...row, at: at.toISOString(), by })
}
