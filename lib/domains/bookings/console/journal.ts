/** The journal of bookings, opened: what was in flight when a process died is found, at once or soon after. */
import { SECOND } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/delay.ts'
import { type Bookings, type BookingsOptions, createBookings } from './bookings.ts'

/** Milliseconds on top of the longest call, for what comes before and after it. */
const BOOKING_SLACK = 30 * SECOND

interface JournalOptions extends Omit<BookingsOptions, 'lasts'> {
  /** Milliseconds that a call to the service takes at most. */
  longestCall: number
  /** Whether the data is one process's alone: whatever was in flight died with the one before. */
  isAlone: boolean
  /** Called when overdue bookings can't be read. */
  onError: (error: unknown) => void
}

/** Opens the journal and looks for bookings of an instance that died every ten seconds, until `stop`. */
export async function openBookings({
  longestCall,
  isAlone,
  onError,
  ...options
}: JournalOptions): Promise<{ bookings: Bookings; stop: () => Promise<void> }> {
  const bookings = createBookings({ ...options, lasts: longestCall + BOOKING_SLACK })
  if (isAlone) await bookings.loseAll()
  return { bookings, stop: repeat(bookings.expireOverdue, { everyMs: 10 * SECOND, onError, atOnce: false }) }
}
