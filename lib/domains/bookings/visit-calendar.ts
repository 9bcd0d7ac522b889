/** Visits as a file for calendars. Titles hold no patient: calendars are synced to places nobody here knows. Loaded on demand. */
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { isDemoPage, saveFile } from '#lib/utils/browser/browser.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import type { Booking } from './booking.ts'

/** Minutes of a visit whose end was not sent. */
const USUAL = 30

const STATUS: Readonly<Partial<Record<Booking['state'], ICalEventStatus>>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

const DEMO_DESCRIPTION = 'Demo, sample data'

/** The text of the file. Visits without a time are left out; instants are UTC, so that every calendar shows its own. */
export function visitCalendar(bookings: readonly Booking[], isDemo = false): string {
  const description = isDemo ? { description: DEMO_DESCRIPTION } : {}
  const calendar = new ICalCalendar({ name: 'Phlebotomy draws', method: ICalCalendarMethod.PUBLISH, ...description })
  for (const { id, order_id, state, version, start_at, end_at, asked_at } of timed(bookings)) {
    const status = STATUS[state] ?? ICalEventStatus.TENTATIVE
    const start = new Date(start_at)
    calendar.createEvent({
      id,
      start,
      end: end_at === null ? new Date(start.getTime() + USUAL * 60_000) : new Date(end_at),
      stamp: new Date(asked_at),
      sequence: version,
      status,
      ...description,
      summary: `${status === ICalEventStatus.TENTATIVE ? 'Not confirmed: ' : ''}Phlebotomy draw ${shortId(order_id)}`,
    })
  }
  return calendar.toString()
}

function timed(bookings: readonly Booking[]) {
  return bookings.flatMap((booking) => (booking.start_at === null ? [] : [{ ...booking, start_at: booking.start_at }]))
}

/** Returns how many visits the file has. */
export function saveVisits(bookings: readonly Booking[]): number {
  saveFile('phlebotomy-draws.ics', new Blob([visitCalendar(bookings, isDemoPage())], { type: 'text/calendar' }))
  return timed(bookings).length
}
