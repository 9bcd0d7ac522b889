/** Visits as a file for calendars. Titles hold no patient: calendars are synced to places nobody here knows. Loaded on demand. */
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { isDemoPage, saveFile } from '#lib/utils/browser/browser.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import type { Booking } from './booking.ts'
import { type TimedBooking, visitPath } from './queries.ts'

/** Minutes of a visit whose end was not sent, or isn’t behind its start, which calendars refuse the whole file for. */
const USUAL = 30

const STATUS: Readonly<Partial<Record<Booking['state'], ICalEventStatus>>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
  failed: ICalEventStatus.CANCELLED,
  refused: ICalEventStatus.CANCELLED,
}

/** `state`: of the visit, by the newest evidence, which is as old as `changed_at`; else as old as the booking's own. */
type CalendarVisit = TimedBooking & { isOrderCanceled?: boolean; changed_at?: string }

const DEMO_DESCRIPTION = 'Demo, sample data'

/** A service's text as one line: what the file's library doesn't escape ends lines, or may not stand in a calendar. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

interface CalendarPlace {
  /** Origin of this console, without a trailing slash. */
  origin: string
  environment: string
  /** By order: where its visit is, as far as the viewer sees it. */
  locations: ReadonlyMap<string, string>
  isDemo?: boolean
}

/**
 * The text of the file. Visits without a time are left out. Times are in UTC, which every
 * calendar shows by its own clocks, and which no change of clocks has twice. A file of canceled visits alone takes them out
 * of a calendar (METHOD:CANCEL), any other publishes.
 */
export function visitCalendar(bookings: readonly CalendarVisit[], place: CalendarPlace): string {
  const description = place.isDemo ? { description: DEMO_DESCRIPTION } : {}
  const visits = timed(bookings)
  const isAllOff = visits.length > 0 && visits.every(isOff)
  const calendar = new ICalCalendar({
    name: 'Phlebotomy draws',
    prodId: { company: 'Vialdesk', product: 'Appointments', language: 'EN' },
    method: isAllOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    ...description,
  })
  for (const visit of visits) {
    const { id, order_id, state, version, start, end } = visit
    const changed = changedAt(visit)
    const status = STATUS[state] ?? ICalEventStatus.TENTATIVE
    const location = oneLine(place.locations.get(order_id) ?? '')
    calendar.createEvent({
      id,
      start,
      end,
      stamp: new Date(changed),
      // Newer evidence isn't always a change of the booking, and a calendar ignores what isn't counted on.
      sequence: version + Math.max(0, Math.ceil((changed - parseInstant(visit.asked_at)) / SECOND)),
      status,
      url: `${place.origin}${visitPath(place.environment, visit)}`,
      ...(location && { location }),
      ...description,
      summary: `${prefixOf(visit)}Phlebotomy draw ${shortId(order_id)}`,
    })
  }
  return calendar.toString()
}

const isOff = ({ state }: Pick<Booking, 'state'>) => STATUS[state] === ICalEventStatus.CANCELLED

function changedAt({ entered, said, answered_at, asked_at, changed_at }: CalendarVisit): number {
  const times = [changed_at ?? null, entered?.at ?? null, said?.at ?? null, answered_at, asked_at]
  return Math.max(...times.flatMap((at) => (at === null ? [] : parseInstant(at))))
}

function prefixOf({ state, typed, isOrderCanceled }: CalendarVisit): string {
  if (isOrderCanceled) return 'Order canceled: '
  if (typed && state === 'confirmed') return 'Time typed by staff: '
  return STATUS[state] ? '' : 'Not confirmed: '
}

function timed(bookings: readonly CalendarVisit[]) {
  return bookings.flatMap((booking) => {
    const { start_at, end_at } = booking
    if (start_at === null) return []
    const start = parseInstant(start_at)
    const sent = end_at === null ? start : parseInstant(end_at)
    const end = sent > start ? sent : start + USUAL * 60_000
    return [{ ...booking, start: new Date(start), end: new Date(end) }]
  })
}

/** `draws-2026-11-25-to-2026-12-01.ics`, by the days at the patients; one draw by its order, canceled ones as such. */
export function calendarName(bookings: readonly Booking[]): string {
  const days = bookings.flatMap(({ start_at, iana_timezone: zone }) =>
    start_at === null ? [] : [dayIn(isKnownZone(zone) ? zone : 'UTC', parseInstant(start_at))],
  )
  const [first = '', last = first] = [days.toSorted()[0], days.toSorted().at(-1)]
  const kind = bookings.length > 0 && bookings.every(isOff) ? 'canceled-' : ''
  const [only] = bookings
  if (only && bookings.length === 1) return `${kind}draw-${only.order_id.slice(0, 8)}-${first}.ics`
  return `${kind}draws-${first}${last === first ? '' : `-to-${last}`}.ics`
}

/** Returns how many visits the file has, and how many of them are off. */
export async function saveVisits(
  bookings: readonly CalendarVisit[],
  environment: string,
  locations: ReadonlyMap<string, string>,
): Promise<{ count: number; off: number }> {
  const place = { origin: window.location.origin, environment, locations, isDemo: isDemoPage() }
  const visits = timed(bookings)
  await saveFile(calendarName(visits), new Blob([visitCalendar(bookings, place)], { type: 'text/calendar' }))
  return { count: visits.length, off: visits.filter(isOff).length }
}
