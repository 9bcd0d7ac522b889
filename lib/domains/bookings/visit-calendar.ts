/** Visits as a file for calendars. Titles hold no patient: calendars are synced to places nobody here knows. Loaded on demand. */
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { isDemoPage, saveFile } from '#lib/utils/browser/browser.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { isKnownZone } from '#lib/utils/time/visit-times.ts'
import { vtimezone } from '#lib/utils/time/vtimezone.ts'
import { offsetAt } from '#lib/utils/time/zones.ts'
import type { Booking } from './booking.ts'
import { bookPath } from './queries.ts'

/** Minutes of a visit whose end was not sent. */
const USUAL = 30

const STATUS: Readonly<Partial<Record<Booking['state'], ICalEventStatus>>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** `state`: of the visit, by the newest evidence. */
type CalendarVisit = Booking & { isOrderCanceled?: boolean }

const DEMO_DESCRIPTION = 'Demo, sample data'

interface CalendarPlace {
  /** Of this console, without a slash at its end. */
  origin: string
  environment: string
  /** By order: where its visit is, as far as the viewer sees it. */
  locations: ReadonlyMap<string, string>
  isDemo?: boolean
}

/**
 * The text of the file. Visits without a time are left out. Times are those of the visit's zone, or UTC where none is
 * known. A file of canceled visits alone takes them out of a calendar (METHOD:CANCEL), any other publishes.
 */
export function visitCalendar(bookings: readonly CalendarVisit[], place: CalendarPlace): string {
  const description = place.isDemo ? { description: DEMO_DESCRIPTION } : {}
  const visits = timed(bookings)
  const isOff = visits.length > 0 && visits.every(({ state }) => state === 'cancelled')
  const years = visits.flatMap(({ start, end }) => [start.getUTCFullYear(), end.getUTCFullYear()])
  const calendar = new ICalCalendar({
    name: 'Phlebotomy draws',
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    // Days of a year may belong to the year beside it in another zone.
    timezone: { name: null, generator: (zone) => vtimezone(zone, Math.min(...years) - 1, Math.max(...years) + 1) },
    ...description,
  })
  for (const visit of visits) {
    const { id, order_id, state, version, start, end, zone, asked_at } = visit
    const status = STATUS[state] ?? ICalEventStatus.TENTATIVE
    const location = place.locations.get(order_id)
    calendar.createEvent({
      id,
      start: onWall(start, zone),
      end: onWall(end, zone),
      stamp: new Date(asked_at),
      sequence: version,
      status,
      url: `${place.origin}${bookPath(place.environment, order_id, id)}`,
      ...(zone && { timezone: zone }),
      ...(location && { location }),
      ...description,
      summary: `${prefixOf(visit)}Phlebotomy draw ${shortId(order_id)}`,
    })
  }
  return calendar.toString()
}

function prefixOf({ state, isOrderCanceled }: CalendarVisit): string {
  if (isOrderCanceled) return 'Order canceled: '
  return STATUS[state] ? '' : 'Not confirmed: '
}

/**
 * What clocks at the visit show. Beside a TZID the library writes the fields of the machine's own zone, unless the date
 * brings its own: it knows such a date by `internal`, `tzComponents` and `withTimeZone`.
 */
class WallDate extends Date {
  readonly internal = new Date(this)
  tzComponents = () => []
  withTimeZone = () => this
  override getFullYear = () => this.getUTCFullYear()
  override getMonth = () => this.getUTCMonth()
  override getDate = () => this.getUTCDate()
  override getHours = () => this.getUTCHours()
  override getMinutes = () => this.getUTCMinutes()
  override getSeconds = () => this.getUTCSeconds()
}

function onWall(instant: Date, zone: string | null): Date {
  return zone === null ? instant : new WallDate(instant.getTime() + offsetAt(instant.getTime(), zone))
}

function timed(bookings: readonly CalendarVisit[]) {
  return bookings.flatMap((booking) => {
    const { start_at, end_at, iana_timezone } = booking
    if (start_at === null) return []
    const start = new Date(start_at)
    const end = end_at === null ? new Date(start.getTime() + USUAL * 60_000) : new Date(end_at)
    return [{ ...booking, start, end, zone: isKnownZone(iana_timezone) ? iana_timezone : null }]
  })
}

/** Returns how many visits the file has. */
export async function saveVisits(
  bookings: readonly CalendarVisit[],
  environment: string,
  locations: ReadonlyMap<string, string>,
): Promise<number> {
  const place = { origin: window.location.origin, environment, locations, isDemo: isDemoPage() }
  await saveFile('phlebotomy-draws.ics', new Blob([visitCalendar(bookings, place)], { type: 'text/calendar' }))
  return timed(bookings).length
}
