/** The visits of a week, day by day, as the clocks of their places or of the viewer have it. Pure. */
import type { Visited } from '#components/bookings/visit-orders.ts'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import { isKnownZone, type VisitTime, visitTime } from '#lib/utils/time/visit-times.ts'

export interface Visit {
  booking: Visited
  time: VisitTime
  /** The service named no zone that is known here, so the viewer's is shown. */
  isGuess: boolean
}

export interface AgendaDay {
  /** `YYYY-MM-DD` */
  day: string
  visits: Visit[]
}

/** The visit that comes next, of those that are on; empty where none does. `now` in milliseconds. */
export function nextVisit(days: readonly AgendaDay[], now: number): string {
  const visits = days.flatMap(({ visits: of }) => of.map(({ booking }) => booking))
  const ahead = visits.filter((booking) => booking.state === 'confirmed' && instantOf(booking) >= now)
  return ahead.sort((a, b) => instantOf(a) - instantOf(b))[0]?.id ?? ''
}

/** Every day of the week, also those without visits; of one day the earliest first. */
export function agenda(
  bookings: readonly Visited[],
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
export function countVisits(days: readonly AgendaDay[]): { on: number; off: number } {
  const visits = days.flatMap((day) => day.visits)
  const off = visits.filter(({ booking }) => booking.state === 'cancelled').length
  return { on: visits.length - off, off }
}

const instantOf = ({ start_at }: Booking) => (start_at === null ? Number.NaN : parseInstant(start_at))
