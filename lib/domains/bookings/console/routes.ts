import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import {
  getBooking,
  isOpen,
  listBookings,
  listVisitTimes,
  setBookingState,
  typedTime,
  typeVisitTime,
  type VisitTime,
} from '#lib/domains/bookings/booking.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import type { Bookings } from './bookings.ts'

/** Returns the routes of bookings below `/api/console/bookings`. `onChanged` is told of the environment. */
export function bookingRoutes(bookings: Bookings, onChanged: (environment: string) => void): ConsoleRoute[] {
  return [
    route(listBookings, async ({ params: { environment }, query }) => ({
      body: await bookings.list(environment, query),
    })),

    route(getBooking, async ({ params: { environment, booking_id } }, { about }) => {
      const found = await bookings.find(environment, booking_id)
      about([found.booking.order_id])
      return { body: found }
    }),

    route(setBookingState, async ({ params: { environment, booking_id }, body }, { viewer, about }) => {
      const { id, name } = viewer
      const changed = await bookings.change({ ...body, environment, id: booking_id, by: { id, name } })
      onChanged(environment)
      about([changed.booking.order_id])
      return { body: changed }
    }),
  ]
}

const KIND = 'visit_time'
const stored = typedTime.omit({ order_id: true, version: true, at: true })
/** More than all bookings of as many orders. */
const THEIR_BOOKINGS = 5000

const BOOKED_HERE = 'This order has a booking made here, which has its own time. Record an update on the booking.'
const CHANGED = 'Someone else typed a time for this visit. Yours wasn’t saved. Review theirs, then try again.'

interface Options {
  store: RecordStore
  now: () => Date
  bookings: Pick<Bookings, 'list'>
}

/** Returns the routes of typed times. @throws ApiError 409 where a booking made here has the time, or a colleague was first */
export function visitTimeRoutes({ store, now, bookings }: Options): ConsoleRoute[] {
  const newest = recordsOf(store, KIND, stored)

  async function read(environment: string, order_ids?: readonly string[]): Promise<VisitTime[]> {
    const kept = await newest.find(environment, order_ids)
    return kept.map(({ key, version, at, body }) => ({ ...body, order_id: key, version, at }))
  }

  /** Once more before the next one too: a server may have ended in between, and an entry that is there stays. */
  async function keep(environment: string, time: VisitTime): Promise<void> {
    const { id, order_id, by, at, start_at, iana_timezone, note } = time
    const entry = { id, key: order_id, body: { start_at, iana_timezone, note }, at }
    await store.addEntry(environment, KIND, { ...entry, by_id: by.id, by_name: by.name })
  }

  async function bookedHere(environment: string, order_ids: string[]): Promise<ReadonlySet<string>> {
    if (order_ids.length === 0) return new Set()
    const { bookings: found } = await bookings.list(environment, { order_ids, offset: 0, limit: THEIR_BOOKINGS })
    return new Set(found.flatMap(({ order_id, state }) => (isOpen(state) ? [order_id] : [])))
  }

  return [
    route(listVisitTimes, async ({ params: { environment }, query }) => {
      const { order_ids, start_from, start_to } = query
      const isWithin = ({ start_at }: VisitTime) => {
        const at = start_at === null ? Number.NaN : parseInstant(start_at)
        return !(start_from && !(at >= parseInstant(start_from))) && !(start_to && !(at <= parseInstant(start_to)))
      }
      const times = (await read(environment, order_ids)).filter(isWithin)
      const here = await bookedHere(
        environment,
        times.map(({ order_id }) => order_id),
      )
      return { body: { times: times.filter(({ order_id }) => !here.has(order_id)) } }
    }),

    route(typeVisitTime, async ({ params: { environment, order_id }, body: given }, { viewer, about }) => {
      about([order_id])
      const { id, version, visit, note } = given
      const [before] = await read(environment, [order_id])
      if (before) await keep(environment, before)
      if (before?.id !== id) {
        if ((await bookedHere(environment, [order_id])).size > 0) throw new ApiError('conflict', BOOKED_HERE)
        const body = {
          ...{ id, note, start_at: visit?.start_at ?? null, iana_timezone: visit?.iana_timezone ?? null },
          by: { id: viewer.id, name: viewer.name },
        }
        const next = { key: order_id, version: version + 1, body, at: now().toISOString() }
        if ((await newest.save(environment, next)) === 'stale') throw new ApiError('stale', CHANGED)
      }
      const [time] = await read(environment, [order_id])
      if (time?.id !== id) throw new ApiError('stale', CHANGED)
      await keep(environment, time)
      return { body: { time } }
    }),
  ]
}
