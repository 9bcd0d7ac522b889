/** Bookings as a readable model: a plain map. */
import {
  type Booking,
  type BookingChange,
  type BookingSearch,
  evidenceOf,
  isOpen,
  isUnsettled,
} from '#lib/domains/bookings/booking.ts'
import { bookingVisit, isOffHereOnly } from '#lib/domains/orders/visit.ts'
import { boundOf, canonicalInstant, instantOf } from '#lib/utils/time/instants.ts'
import { bookingToChange } from './event-news.ts'
import type { BookingNews, BookingStore, KeptBooking } from './store.ts'

interface Row extends KeptBooking {
  environment: string
}

const instant = (text: string) => instantOf(text).toISOString()
const instantOrNull = (text: string | null) => (text === null ? null : instant(text))

export function memoryBookings(): BookingStore {
  const rows = new Map<string, Row>()
  const of = (environment: string) => [...rows.values()].filter((row) => row.environment === environment)
  const openOf = (environment: string, order_id: string) =>
    of(environment).find(({ booking }) => booking.order_id === order_id && isOpen(booking.state))

  function move(row: Row, change: BookingChange) {
    row.booking = { ...row.booking, state: change.state, version: row.booking.version + 1 }
    row.history.push({ ...change, at: instant(change.at) })
    row.booking = { ...row.booking, ...evidenceOf(row.history, row.event_at) }
  }

  return {
    async beginBooking(environment, { digest, ...attempt }) {
      const known = rows.get(`${environment}/${attempt.id}`)
      if (known) return { is: 'known', kept: keptOf(known) }
      const taken = openOf(environment, attempt.order_id)
      if (taken) return { is: 'taken', by: { ...taken.booking } }
      const asked_at = instant(attempt.asked_at)
      const nothing = { answered_at: null, start_at: null, end_at: null, iana_timezone: null, provider: null }
      const state = 'in_flight'
      rows.set(`${environment}/${attempt.id}`, {
        environment,
        digest,
        status: null,
        answer: null,
        appointment_id: null,
        event_at: null,
        booking: {
          ...attempt,
          ...nothing,
          ...{ said: null, entered: null },
          asked_at,
          state,
          version: 1,
          gives_up_at: instantOrNull(attempt.gives_up_at),
        },
        history: [{ at: asked_at, state, by: { ...attempt.asked_by }, note: null, event_id: null }],
      })
      return { is: 'begun' }
    },

    async endBooking(environment, id, { at, state, status, answer, start_at, end_at, ...rest }) {
      const row = rows.get(`${environment}/${id}`)
      if (!row || row.booking.answered_at !== null) return
      const { booking } = row
      const other = openOf(environment, booking.order_id)
      const isFree = !(isOpen(state) && other && other !== row)
      Object.assign(row, { status, answer })
      const said = { ...rest, start_at: instantOrNull(start_at), end_at: instantOrNull(end_at) }
      // Event news about the visit is newer than the response.
      row.booking = { ...booking, ...(row.event_at === null && said), answered_at: instant(at) }
      const waits = booking.state === 'in_flight' || booking.state === 'unknown'
      if (waits && isFree && booking.state !== state) move(row, { at, state, by: null, note: null, event_id: null })
    },

    async expireInFlight(startedBefore, at) {
      const lost = [...rows.values()].filter(
        ({ booking }) => booking.state === 'in_flight' && new Date(booking.asked_at) < startedBefore,
      )
      for (const row of lost)
        move(row, { at: at.toISOString(), state: 'unknown', by: null, note: null, event_id: null })
      return lost.length
    },

    async searchBookings(environment, search, now) {
      const found = of(environment)
        .map(({ booking }) => booking)
        .filter((booking) => matches(booking, search))
        .sort((a, b) => inOrder(a, b, now.getTime()))
      const bookings = structuredClone(found.slice(search.offset, search.offset + search.limit))
      return { bookings, total: found.length, cancelled: found.filter(({ state }) => state === 'cancelled').length }
    },

    async liveBookings(environment, askedSince) {
      const isLive = ({ state, asked_at }: Booking) =>
        isOpen(state) || isUnsettled(state) || new Date(asked_at) >= askedSince
      return structuredClone(of(environment).map(({ booking }) => booking)).filter(isLive)
    },

    async findBooking(environment, id) {
      const row = rows.get(`${environment}/${id}`)
      return row ? keptOf(row) : null
    },

    async applyBookingEvent(environment, news) {
      const ofOrder = of(environment).filter(({ booking }) => booking.order_id === news.order_id)
      const row = bookingToChange(ofOrder, news)
      const other = openOf(environment, news.order_id)
      if (!row || (isOpen(news.state) && other && other !== row)) return false
      const { state, visit, event_id, at } = news
      row.appointment_id = news.appointment_id ?? row.appointment_id
      row.event_at = canonicalInstant(news.version_at)
      move(row, { at, state, by: null, note: null, event_id })
      if (visit) row.booking = { ...row.booking, ...told(visit, row.booking) }
      return true
    },

    async changeBooking(environment, id, { version, at, state, note, by, visit }) {
      const row = rows.get(`${environment}/${id}`)
      if (!row || row.booking.version !== version || row.booking.state === 'in_flight') return 'stale'
      const other = openOf(environment, row.booking.order_id)
      if (isOpen(state) && other && other !== row) return 'taken'
      // News of the order that is older than what it has said by now is no news.
      if (!by) row.event_at = canonicalInstant(at)
      move(row, { at, state, by: by && { ...by }, note, event_id: null })
      if (visit) row.booking = { ...row.booking, ...visit, start_at: instant(visit.start_at), end_at: null }
      return 'changed'
    },
  }
}

/** Keeps fields that an event leaves out. */
function told({ start_at, end_at, iana_timezone, provider }: NonNullable<BookingNews['visit']>, before: Booking) {
  return {
    start_at: start_at === null ? before.start_at : instant(start_at),
    end_at: start_at === null ? before.end_at : instantOrNull(end_at),
    iana_timezone: iana_timezone ?? before.iana_timezone,
    provider: provider ?? before.provider,
  }
}

function keptOf({ environment: _, ...kept }: Row): KeptBooking {
  return structuredClone(kept)
}

function matches({ state, order_id, start_at }: Booking, search: BookingSearch): boolean {
  const start = start_at === null ? Number.NaN : Date.parse(start_at)
  return (
    (!search.state?.length || search.state.includes(state)) &&
    (search.order_id === undefined || search.order_id === order_id) &&
    (!search.order_ids?.length || search.order_ids.includes(order_id)) &&
    (search.start_from === undefined || start >= boundOf(search.start_from).getTime()) &&
    (search.start_to === undefined || start <= instantOf(search.start_to).getTime())
  )
}

function inOrder(a: Booking, b: Booking, now: number): number {
  const startOf = ({ start_at }: Booking) => (start_at === null ? Number.NEGATIVE_INFINITY : Date.parse(start_at))
  const rankOf = (one: Booking) => {
    if (isUnsettled(one.state)) return 0
    const mayCome = one.state === 'confirmed' || isOffHereOnly(bookingVisit(null, one))
    return mayCome && startOf(one) >= now ? 1 : 2
  }
  const rank = rankOf(a) - rankOf(b)
  const sooner = rankOf(a) === 1 ? startOf(a) - startOf(b) : 0
  const end = ({ state, gives_up_at }: Booking) =>
    isUnsettled(state) && gives_up_at !== null ? Date.parse(gives_up_at) : Number.MAX_SAFE_INTEGER
  const newest = Date.parse(b.asked_at) - Date.parse(a.asked_at)
  return rank || end(a) - end(b) || sooner || newest || (a.id < b.id ? -1 : 1)
}
