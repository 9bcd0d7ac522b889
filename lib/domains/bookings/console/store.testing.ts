/** Bookings as tests of the journal make them: an attempt, how it ended, and what a person says. */
import { type Booking, bookingSearch } from '#lib/domains/bookings/booking.ts'
import type { BookingOutcome, NewAttempt, StateChange } from './store.ts'

export const BY = { id: 'staff-1', name: 'Zoë O’Brien' }
export const AT = '2026-11-21T08:00:00.123Z'
export const LATER = '2026-11-21T08:00:04.000Z'

let count = 0
export const nextId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`

export const attempt = (changes: Partial<NewAttempt> = {}): NewAttempt => ({
  id: nextId(),
  order_id: nextId(),
  asked_at: AT,
  asked_by: BY,
  gives_up_at: null,
  digest: 'abc',
  ...changes,
})
export const outcome = (changes: Partial<BookingOutcome> = {}): BookingOutcome => ({
  at: LATER,
  state: 'confirmed',
  status: 200,
  answer: '{"access_notes":"Side entrance, buzzer 4 😀"}',
  start_at: '2026-11-24T08:00:00.5-07:00',
  end_at: '2026-11-24T15:30:00',
  iana_timezone: 'America/Denver',
  provider: 'vialroute',
  ...changes,
})
/** After every visit of these tests. */
export const AFTER = new Date('2027-01-01T00:00:00.000Z')
export const byHand = (changes: Partial<StateChange> = {}): StateChange => ({
  at: LATER,
  state: 'cancelled',
  note: '100% sure\\',
  by: BY,
  version: 2,
  ...changes,
})
export const search = (asked: object = {}) => bookingSearch.parse(asked)
export const ids = (found: { bookings: Booking[] }) => found.bookings.map(({ id }) => id)
