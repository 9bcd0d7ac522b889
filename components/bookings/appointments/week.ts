/** The visits of a week, day by day, as the clocks of their places or of the viewer have it. Pure. */
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'
import { isKnownZone, type VisitTime, visitTime } from '#lib/utils/time/visit-times.ts'

export interface Visit {
  booking: Booking
  time: VisitTime
  /** The service named no zone that is known here, so the viewer's is shown. */
  isGuess: boolean
}

export interface AgendaDay {
  /** `YYYY-MM-DD` */
  day: string
  visits: Visit[]
}

/** Every day of the week, also those without visits; of one day the earliest first. */
export function agenda(
  bookings: readonly Booking[],
  week: readonly string[],
  clock: 'site' | 'viewer',
  viewer: WallClock,
): AgendaDay[] {
  const days = new Map(week.map((day): [string, Visit[]] => [day, []]))
  const byStart = [...bookings].sort((a, b) => instantOf(a) - instantOf(b))
  for (const booking of byStart) {
    if (booking.start_at === null) continue
    const isGuess = clock === 'site' && !isKnownZone(booking.iana_timezone)
    const zone = clock === 'site' && isKnownZone(booking.iana_timezone) ? booking.iana_timezone : viewer.zone
    const time = visitTime(booking.start_at, booking.end_at, { ...viewer, zone })
    if (time) days.get(dayIn(zone, instantOf(booking)))?.push({ booking, time, isGuess })
  }
  return [...days].map(([day, visits]) => ({ day, visits }))
}

/** Visits that are on: canceled ones stay in the agenda and don't count. */
export function countVisits(days: readonly AgendaDay[]): number {
  return days.flatMap(({ visits }) => visits).filter(({ booking }) => booking.state !== 'cancelled').length
}

const instantOf = ({ start_at }: Booking) => (start_at === null ? Number.NaN : Date.parse(start_at))
