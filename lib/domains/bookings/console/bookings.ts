/** Bookings, one open one per order. An attempt is stored before it is sent, and its outcome as far as it is known. */
import { type OrderSource, SourceFailure } from '#lib/console/sources.ts'
import {
  ATTEMPT_HEADER,
  BOOKING_ORDERS,
  type Booking,
  type BookingSearch,
  type HandState,
  isAhead,
  type Visit,
  type WholeBooking,
} from '#lib/domains/bookings/booking.ts'
import type { BookingCall, BookingGuard, SentBooking } from '#lib/domains/bookings/booking-plan.ts'
import { bookingVisit, isOn } from '#lib/domains/orders/visit.ts'
import { ApiError, type ErrorCode, errorResponse } from '#lib/kernel/api-error.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { ttlCache } from '#lib/utils/data/cache.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'
import { repeat } from '#lib/utils/timers/delay.ts'
import { bookingNews } from './event-news.ts'
import { appointmentOf, detailOf, givesUpAt, outcomeOf, repeated, takenWords } from './outcome.ts'
import type { BookingStore, FoundBookings, KeptBooking } from './store.ts'

interface BookingsOptions {
  store: BookingStore
  /** Orders of the service, which may know more of a visit than the journal; null where nobody can ask for them. */
  orders: OrderSource | null
  now: () => Date
  /** Milliseconds within which every call has ended: what is in flight for longer was lost with its process. */
  lasts: number
  /** Called when a booking could not be stored, for the log; never gets a value of the call. */
  onUnsaved: (failure: { error: unknown; environment: string; attempt: string }) => void
}

interface Change {
  environment: string
  id: string
  state: HandState
  note: string
  visit?: Visit | undefined
  version: number
  by: { id: string; name: string }
}

/** A believed event about an order or an appointment. */
interface LabEvent {
  event_id: number
  data: unknown
  /** How new its data is. */
  version_at: string
}

export interface Bookings extends BookingGuard {
  /** Marks every attempt in flight unknown: its process died. Only for a process with sole use of the store. */
  loseAll(): Promise<void>
  /** Makes `unknown` what is in flight for longer than any call lasts. To be called now and then: reads change nothing. */
  expireOverdue(): Promise<void>
  list(environment: string, search: BookingSearch): Promise<FoundBookings & { now: string }>
  /** @throws ApiError 404 */
  find(environment: string, id: string): Promise<{ booking: WholeBooking; now: string }>
  /** Takes what a signed event says of a booking of its order, which it does once however often it comes. */
  applyEvent(environment: string, event: LabEvent): Promise<void>
  /** @throws ApiError 404 or 409 */
  change(change: Change): Promise<{ booking: WholeBooking; now: string }>
}

const NO_UUID = `${ATTEMPT_HEADER} is not a UUID. Nothing was sent.`
const NOT_KEPT =
  'This console couldn’t save the booking, so nothing was sent. Try again. If this continues, ask your administrator to check the console’s database.'
const END_NOT_KEPT =
  'The booking was sent, but this console couldn’t save its outcome. Check with the service or the provider before you try again.'
const OTHER_BOOKING = 'This attempt ID belongs to another booking. Nothing was sent. Use a new one for each attempt.'
const UNDER_WAY = 'This booking is still in progress. Nothing was sent again. Check its outcome in a moment.'
const UNKNOWN =
  'This booking’s outcome is unknown: no usable answer was saved. It isn’t sent again. Check with the service or the provider before you try again.'
const SETTLED =
  'Nothing was sent again: no usable answer to this booking was saved, but its outcome has been settled since. Check its state.'
const NO_VISIT = 'Only a confirmed booking has a visit. Nothing was saved.'
const NOT_BEGUN =
  'The visit hasn’t begun, so it can’t be completed. Nothing was saved. If it took place earlier, record it as confirmed with that time first.'
const NO_BOOKING = 'No booking with this ID was made in this console.'
const CHANGED =
  'This booking has changed since you opened it. Your change wasn’t saved. Review it, then record your update again.'
const STILL_MADE = 'This booking is still in progress. Your change wasn’t saved. Wait for its answer.'
const OTHER_OPEN =
  'Another booking for this order is open. Your change wasn’t saved. Record what became of that one first: an order can have one open booking.'

/** Milliseconds for which the journal counts as up to date with the orders, and that a look at them takes at most. */
const FOLLOWED_FOR = 20 * SECOND
const FOLLOW_TIME = 2 * SECOND

/** Each attempt is stored before the service is called, and settled by its answer. */
export function createBookings({ store, orders, now, lasts, onUnsaved }: BookingsOptions): Bookings {
  /** Attempts under way in this process, by environment and id. */
  const underWay = new Map<string, Promise<unknown>>()
  const followed = ttlCache(FOLLOWED_FOR, now, async (environment) => {
    await follow(environment, await store.liveBookings(environment, now()))
  })

  /** Records what orders have said of open bookings since: filters, counts and the next attempt go by the journal. */
  async function follow(environment: string, bookings: readonly Booking[]): Promise<void> {
    const open = bookings.filter(({ state }) => isOn(state) && state !== 'in_flight')
    const ids = [...new Set(open.map(({ order_id }) => order_id))].sort()
    const signal = AbortSignal.timeout(FOLLOW_TIME)
    for (let from = 0; orders && from < ids.length; from += BOOKING_ORDERS) {
      const query = { order_ids: ids.slice(from, from + BOOKING_ORDERS), size: BOOKING_ORDERS }
      const found = await orders.searchOrders(environment, query, signal).catch((error: unknown) => {
        if (error instanceof SourceFailure || signal.aborted) return null
        throw error
      })
      if (!found) return
      for (const order of found.orders) {
        const [booking] = open.filter(({ order_id }) => order_id === order.id).toSorted(newestFirst)
        const visit = booking && bookingVisit(order, booking)
        if (!visit || visit.state === booking.state) continue
        const change = { version: booking.version, state: visit.state, at: visit.at, by: null, note: null }
        await store.changeBooking(environment, booking.id, change)
      }
    }
  }

  async function expireOverdue(): Promise<void> {
    await store.expireInFlight(new Date(now().getTime() - lasts), now())
  }

  async function make(call: BookingCall, id: string, send: () => Promise<SentBooking>): Promise<Response> {
    const { environment, order_id, body, by } = call
    const refused = refusalsOf(call)
    const failed = (error: unknown) => onUnsaved({ error, environment, attempt: id })
    const digest = await digestOf(id, call)
    const begun = await begin()
      .then(async (first) => {
        if (first.is !== 'taken') return first
        // The service may know that the visit in the way is off or over.
        await follow(environment, [first.by])
        return begin()
      })
      .catch(failed)
    if (!begun) return refused('booking_not_recorded', NOT_KEPT)
    if (begun.is === 'taken') return refused('appointment_open', takenWords(begun.by.state))
    if (begun.is === 'known') {
      return begun.kept.digest === digest ? again(begun.kept, refused) : refused('attempt_reused', OTHER_BOOKING)
    }

    const { response, fault } = await send().catch(async (error: unknown) => {
      await end({ status: 0, body: '', fault: 'broken' }).catch(failed)
      throw error
    })
    const text = await response.text()
    const isKept = await end({ status: response.status, body: text, fault }).then(
      () => true,
      (error: unknown) => failed(error),
    )
    if (!isKept) return refused('booking_not_recorded', END_NOT_KEPT)
    return new Response(text === '' ? null : text, response)

    async function begin() {
      await expireOverdue()
      const asked = now()
      const gives_up_at = givesUpAt(body, asked)
      return store.beginBooking(environment, {
        id,
        order_id,
        digest,
        asked_at: asked.toISOString(),
        asked_by: by,
        gives_up_at,
      })
    }

    function end(answer: { status: number; body: string; fault: string | null }) {
      return store.endBooking(environment, id, outcomeOf(answer, call, now().toISOString()))
    }
  }

  async function find(environment: string, id: string) {
    const kept = await store.findBooking(environment, id)
    if (!kept) throw new ApiError('not_found', NO_BOOKING)
    return { booking: wholeOf(kept), now: now().toISOString() }
  }

  return {
    find,
    expireOverdue,

    async once(call, send) {
      const id = uuid.safeParse(call.attempt).data
      if (!id) return refusalsOf(call)('invalid_input', NO_UUID)
      const key = `${call.environment}/${id}`
      const before = underWay.get(key)
      // A repeated attempt waits for the first one and returns its outcome.
      const made = (before ?? Promise.resolve()).catch(() => undefined).then(() => make(call, id, send))
      underWay.set(key, made)
      try {
        const response = await made
        response.headers.set(ATTEMPT_HEADER, id)
        return response
      } finally {
        if (underWay.get(key) === made) underWay.delete(key)
      }
    },

    async loseAll() {
      await store.expireInFlight(now(), now())
    },

    async list(environment, search) {
      // A page that asks by order has read the order, and joins the two itself.
      if (!(search.order_id || search.order_ids)) await followed.get(environment)
      const at = now()
      return { ...(await store.searchBookings(environment, search, at)), now: at.toISOString() }
    },

    async applyEvent(environment, { event_id, data, version_at }) {
      const news = bookingNews(data, version_at)
      if (news) await store.applyBookingEvent(environment, { ...news, event_id, at: now().toISOString() })
    },

    async change({ environment, id, ...change }) {
      if (change.visit && change.state !== 'confirmed') throw new ApiError('invalid_input', NO_VISIT)
      await expireOverdue()
      const { booking } = await find(environment, id)
      if (booking.state === 'in_flight') throw new ApiError('booking_in_progress', STILL_MADE)
      if (change.state === 'completed' && isAhead(booking, now().getTime())) throw new ApiError('conflict', NOT_BEGUN)
      const done = await store.changeBooking(environment, id, { ...change, at: now().toISOString() })
      if (done !== 'changed')
        throw done === 'taken' ? new ApiError('appointment_open', OTHER_OPEN) : new ApiError('stale', CHANGED)
      return find(environment, id)
    },
  }
}

const newestFirst = (a: Booking, b: Booking) => compareInstants(b.asked_at, a.asked_at)

/** Answers a repeated attempt from its record. */
function again(kept: KeptBooking, refused: ReturnType<typeof refusalsOf>): Response {
  const { state } = kept.booking
  if (state === 'in_flight') return refused('booking_in_progress', UNDER_WAY)
  return repeated(kept) ?? refused('booking_settled', state === 'unknown' ? UNKNOWN : SETTLED)
}

function wholeOf({ booking, history, status, answer }: KeptBooking): WholeBooking {
  const appointment = answer !== null && status !== null && status < 300 ? appointmentOf(answer) : null
  return { ...booking, status, detail: detailOf({ status, answer }), appointment, history }
}

async function digestOf(id: string, { order_id, body }: BookingCall): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${id}\n${order_id}\n${body}`))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Answers of this console in place of the service's. */
function refusalsOf({ request_id }: BookingCall) {
  return (code: ErrorCode, detail: string) => errorResponse(new ApiError(code, detail), request_id)
}

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
