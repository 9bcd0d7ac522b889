/** The store of bookings. Nothing is sent to the service before its attempt is stored. */
import type { Booking, BookingChange, BookingSearch, BookingState, Visit } from '#lib/domains/bookings/booking.ts'

export interface NewAttempt extends Pick<Booking, 'id' | 'order_id' | 'asked_at' | 'asked_by' | 'gives_up_at'> {
  digest: string
}

/** The service's response, or `unknown` without one. */
export interface BookingOutcome extends Pick<Booking, 'start_at' | 'end_at' | 'iana_timezone' | 'provider'> {
  at: string
  state: Exclude<BookingState, 'in_flight'>
  /** HTTP status and body as they were passed on; null where there was no answer. */
  status: number | null
  answer: string | null
}

/** A booking as stored; `history` has the oldest change first. */
export interface KeptBooking {
  booking: Booking
  digest: string
  status: number | null
  answer: string | null
  /** As an event said it, and how new that event was; null where none has changed this booking. */
  appointment_id: string | null
  event_at: string | null
  history: BookingChange[]
}

/** `begun`: this attempt is new, and nothing else of its order is open. */
type Begun = { is: 'begun' } | { is: 'known'; kept: KeptBooking } | { is: 'taken'; by: Booking }

/** A person's entry, or what the order has said since (`by` is null, `at` is when it said so). */
export interface StateChange {
  at: string
  state: BookingState
  note: string | null
  by: { id: string; name: string } | null
  /** Stands in place of the visit that was known; its end is not. */
  visit?: Visit | undefined
  /** The version that the change is based on. */
  version: number
}

/** News of a signed event; times of `visit` are null where it names none. */
export interface BookingNews {
  order_id: string
  user_id: string
  appointment_id: string | null
  state: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  /** When the appointment, or the status of the order, began; null where nobody says. */
  began_at: string | null
  /** When the service set that state: older than a person's entry, it is no evidence. */
  said_at: string
  /** How new this is: older than what was taken before, it changes nothing; of two alike, the later received counts. */
  version_at: string
  visit: Pick<Booking, 'start_at' | 'end_at' | 'iana_timezone' | 'provider'> | null
}

export interface TakenNews extends BookingNews {
  event_id: number
  at: string
}

export interface FoundBookings {
  bookings: Booking[]
  /** Counts over all pages; `cancelled` counts those that are off. */
  total: number
  cancelled: number
}

export interface BookingStore {
  /** Durable when it returns. Of all attempts on an order, whichever instance they come to, one at a time is open. */
  beginBooking(environment: string, attempt: NewAttempt): Promise<Begun>

  /**
   * Once: what is answered already stays. A state that a person has set by then stays too, and so does `unknown` where
   * another booking of the order is open by now.
   */
  endBooking(environment: string, id: string, outcome: BookingOutcome): Promise<void>

  /** Attempts in flight that were asked before an instant are `unknown` from now on. Answers how many. */
  expireInFlight(startedBefore: Date, at: Date): Promise<number>

  /**
   * Unsettled ones first, by when they give up; then confirmed visits from `now` on, the next one first; then the newest
   * attempt first, ties by id. Filters combine with AND.
   */
  searchBookings(environment: string, search: BookingSearch, now: Date): Promise<FoundBookings>

  /** Returns those whose visit may still be on, and all that were asked for since. */
  liveBookings(environment: string, askedSince: Date): Promise<Booking[]>

  findBooking(environment: string, id: string): Promise<KeptBooking | null>

  /**
   * Changes the booking of the order that an event is about (`bookingToChange`), once: the same event again, or an older
   * one, changes nothing. One that would be the order's second open booking stays as it is. Answers whether one changed.
   */
  applyBookingEvent(environment: string, news: TakenNews): Promise<boolean>

  /** `stale`: another version, in flight or not there. `taken`: another booking of the order is open. */
  changeBooking(environment: string, id: string, change: StateChange): Promise<'changed' | 'stale' | 'taken'>
}
