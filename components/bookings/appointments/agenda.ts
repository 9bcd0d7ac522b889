/** Visits day by day, as the clocks of their places or of the viewer have it; and how many draws each city has a day. */
import { useQuery } from '@tanstack/react-query'
import { useBookingNews } from '#components/bookings/book/use-booking.ts'
import { bookingAppearance, GONE } from '#components/bookings/booking-status.tsx'
import { cityOf, useVisited, type Visited } from '#components/bookings/visit-orders.ts'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import type { Appearance } from '#components/ui/display/pill.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import {
  type BookingsQuery,
  bookingsQuery,
  isOverdue,
  recheckInterval,
  typedBooking,
  visitTimesQuery,
} from '#lib/domains/bookings/queries.ts'
import { clashWords } from '#lib/domains/orders/visit.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { clock24, instantParts, parseInstant, type WallClock, withoutYear } from '#lib/utils/time/instants.ts'
import { isKnownZone, type VisitTime, visitTime } from '#lib/utils/time/visit-times.ts'

export interface DayVisit {
  booking: Visited
  time: VisitTime
  /** Hour in which it begins, 0 to 23, by the same clock. */
  hour: number
  /** The service named no zone that is known here, so the viewer's is shown. */
  isGuess: boolean
  /** It was here and isn't any more. */
  isGone: boolean
}

export interface AgendaDay {
  /** `YYYY-MM-DD` */
  day: string
  visits: DayVisit[]
}

type Timed = Pick<Visited, 'start_at'>

const instantOf = ({ start_at }: Timed) => (start_at === null ? Number.NaN : parseInstant(start_at))

/** The visit that comes next, of those that are on; empty where none does. `now` in milliseconds. */
export function nextVisit(days: readonly AgendaDay[], now: number): string {
  const visits = days.flatMap(({ visits: of }) => of.map(({ booking }) => booking))
  const ahead = visits.filter((booking) => booking.state === 'confirmed' && instantOf(booking) >= now)
  return ahead.sort((a, b) => instantOf(a) - instantOf(b))[0]?.id ?? ''
}

function timed(bookings: readonly Visited[]): Visited[] {
  const found = bookings.filter(({ start_at }) => start_at !== null)
  return found.sort((a, b) => instantOf(a) - instantOf(b) || (a.id < b.id ? -1 : 1))
}

/** Every one of the days, also those without visits; of one day the earliest first. */
export function agenda(
  bookings: readonly Visited[],
  days: readonly string[],
  clock: 'site' | 'viewer',
  viewer: WallClock,
  /** By `getRowId`. */
  gone: ReadonlySet<string> = new Set(),
): AgendaDay[] {
  const byDay = new Map(days.map((day): [string, DayVisit[]] => [day, []]))
  for (const booking of timed(bookings)) {
    if (booking.start_at === null) continue
    const isGuess = clock === 'site' && !isKnownZone(booking.iana_timezone)
    const zone = clock === 'site' && isKnownZone(booking.iana_timezone) ? booking.iana_timezone : viewer.zone
    const time = visitTime(booking.start_at, booking.end_at, { ...viewer, zone })
    const hour = Number.parseInt(instantParts(instantOf(booking), clock24(zone)).time, 10)
    const isGone = gone.has(getRowId(booking))
    if (time) byDay.get(dayIn(zone, instantOf(booking)))?.push({ booking, time, hour, isGuess, isGone })
  }
  return [...byDay].map(([day, visits]) => ({ day, visits }))
}

type Shown = Pick<DayVisit, 'booking' | 'isGone'>

export const isOff = ({ booking, isGone }: Shown) => isGone || booking.state === 'cancelled'

/** Nobody needs to act on it any more; a canceled one that the service still holds may yet be made. */
export const isQuiet = (visit: Shown) => isOff(visit) && (visit.isGone || clashWords(visit.booking.visit) === null)

/** Its state, never in a colour that stands against a warning; `isClash`: `VisitClash` has words on it. */
export function useStateShown(visit: Shown): Appearance & { isClash: boolean } {
  const { booking, isGone } = visit
  const overdue = useAtPresent((now) => isOverdue(booking, now))
  if (isGone) return { ...GONE, isClash: false }
  const appearance = bookingAppearance(booking.state, overdue)
  const isClash = clashWords(booking.visit) !== null
  return { ...appearance, isClash, tone: isClash || isOff(visit) ? 'closed' : appearance.tone }
}

/** Visits that are on: canceled and gone ones stay in the agenda and don't count. */
export function countVisits(days: readonly AgendaDay[]): { on: number; off: number } {
  const visits = days.flatMap((day) => day.visits)
  const off = visits.filter(isOff).length
  return { on: visits.length - off, off }
}

/** By hour, the rows of a week's grid that it takes: as many as the busiest day has visits in it; `at` is its first. */
export function hourRows(days: readonly AgendaDay[]) {
  const hours = new Map<number, { at: number; count: number }>()
  let rows = 0
  for (let hour = 0; hour < 24; hour += 1) {
    const count = Math.max(0, ...days.map(({ visits }) => visits.filter((visit) => visit.hour === hour).length))
    if (count > 0) hours.set(hour, { at: rows, count })
    rows += count
  }
  return { hours, rows }
}

/** Days with those visits alone that are wanted. */
export function daysWhere(days: readonly AgendaDay[], isWanted: (visit: Visited, day: string) => boolean): AgendaDay[] {
  return days.map(({ day, visits }) => ({ day, visits: visits.filter(({ booking }) => isWanted(booking, day)) }))
}

/** Bookings made here are of draws at home, unless their order says otherwise. */
export const methodOf = ({ order }: Pick<Visited, 'order'>) => order?.lab_test.method ?? 'at_home_phlebotomy'

/** Empty where the order, or its city, isn't known. */
export const visitCity = ({ order }: Pick<Visited, 'order'>) => (order ? cityOf(order) : '')

interface CityDraws {
  city: string
  /** By day, in the order of the days. */
  counts: number[]
  total: number
}

/** Draws that are on, by city and day: the busiest city first, ties by name; `most` is the largest of one day and city. */
export function drawsPerDay(days: readonly AgendaDay[]) {
  const cities = new Map<string, number[]>()
  for (const [at, { visits }] of days.entries()) {
    for (const visit of visits) {
      if (isOff(visit)) continue
      const city = visitCity(visit.booking)
      const counts = cities.get(city) ?? days.map(() => 0)
      counts[at] = (counts[at] ?? 0) + 1
      cities.set(city, counts)
    }
  }
  const rows: CityDraws[] = [...cities].map(([city, counts]) => ({ city, counts, total: sumOf(counts) }))
  rows.sort((a, b) => b.total - a.total || (a.city < b.city ? -1 : 1))
  const counts = days.map((_, at) => sumOf(rows.map((row) => row.counts[at] ?? 0)))
  return { rows, counts, total: sumOf(counts), most: Math.max(0, ...rows.flatMap((row) => row.counts)) }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** 0 for none, then 1, 2 or 3 by thirds of the largest. */
export const thirdOf = (count: number, most: number) => (most === 0 ? 0 : Math.ceil((3 * count) / most))

/** `Thu 26 Nov`, or `Thu, Nov 26`. */
export function dayWords(day: string, clock: WallClock): string {
  return withoutYear(visitTime(`${day}T12:00:00Z`, null, { ...clock, zone: 'UTC' })?.day ?? day)
}

/** A visit that moves leaves its place as one that goes does. */
export const getRowId = ({ id, start_at }: Pick<Visited, 'id' | 'start_at'>) => `${id} ${start_at}`

interface Asked {
  environment: string
  query: BookingsQuery
  days: readonly string[]
  clock: 'site' | 'viewer'
  /** Why the page couldn't be filled on the server. */
  failure: RequestFailure | null
}

/** The days as they are (`present`), and as they're shown: each visit where the person saw it, until they ask for the change. */
export function useAgenda({ environment, query, days: wanted, clock, failure: initial }: Asked) {
  const viewer = useWallClock()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    ...bookingsQuery(environment, query),
    enabled: initial?.status !== 403,
    refetchInterval: ({ state }) => recheckInterval(state.data?.bookings),
  })
  useBookingNews()
  const unanswered = data ? null : initial
  const { start_from, start_to } = query
  const times = useQuery({
    ...visitTimesQuery(environment, { start_from, start_to }),
    enabled: initial?.status !== 403,
  })
  const typed = times.data?.times.map(typedBooking) ?? []
  const { visited: all, hasFailed } = useVisited(
    environment,
    data && !times.isPending ? [...data.bookings, ...typed] : undefined,
  )
  const visited = all?.filter((one) => !one.typed || query.state?.includes(one.state) !== false)
  const held = useHeldRows({ rows: visited && timed(visited), getRowId, asked: query })
  const daysOf = (rows: readonly Visited[]) => agenda(rows, wanted, clock, viewer, held.gone)
  const present = visited ? daysOf(visited) : null
  return {
    data,
    failure: error ? failureOf(error) : unanswered,
    /** Times typed for visits booked elsewhere couldn't be read. */
    hasNoTimes: times.isError && !times.data,
    isFetching,
    updatedAt: pageTimeOf(dataUpdatedAt),
    again: () => void Promise.all([refetch(), times.refetch()]),
    /** The orders of the visits couldn't be read. */
    hasFailed,
    held,
    present,
    days: held.rows ? daysOf(held.rows) : null,
    next: useAtPresent((now) => (present ? nextVisit(present, now) : '')),
  }
}
