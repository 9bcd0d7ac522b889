/** The one truth of a visit, which every screen asks; the reasons are in docs/decisions/10-clinical-rules.md. */
import { type Booking, type BookingState, isOpen } from '#lib/domains/bookings/booking.ts'
import { compareInstants, parseInstant } from '#lib/utils/time/instants.ts'
import type { Order } from './order.ts'
import { type StatusAdvice, statusAdvice } from './status/status-advice.ts'
import type { LowLevelStatus } from './status/status-record.ts'
import { statusRecord } from './status/status-records.ts'
import { type OrderTimeline, orderTimeline, type TimelineEvent } from './status/timeline.ts'

type Judged = Pick<Order, 'events' | 'status' | 'order_transaction'>

export interface Visit {
  state: BookingState
  /** When that was said: ISO 8601. */
  at: string
  /** The staff member whose entry is the newest evidence; null where it is the service's. */
  entered_by: string | null
  /** State that the service still reports, if a newer entry here differs. */
  still: BookingState | null
  /** The order is canceled, or the service no longer has it, and no evidence says that its visit is off or over. */
  outlives_order: boolean | 'gone'
  /** The booking made here that it is about; null for a visit that was booked elsewhere. */
  booking: Booking | null
}

const STATE_OF_LOW: ReadonlyMap<string, BookingState> = new Map([
  ['appointment_pending', 'pending'],
  ['appointment_scheduled', 'confirmed'],
  ['appointment_cancelled', 'cancelled'],
  ['draw_completed', 'completed'],
])

/** A sample at the lab has been drawn, whether or not an event told of the draw. */
function stateOf({ low }: TimelineEvent): BookingState | undefined {
  const { stage } = statusRecord(low) ?? {}
  return STATE_OF_LOW.get(low) ?? (stage === 'with_lab' || stage === 'results_in' ? 'completed' : undefined)
}

export const isOn = (state: BookingState) => isOpen(state) || state === 'unknown'
/** An attempt that made no appointment is no evidence, unless a person found that out. */
const isEvidence = ({ state, entered }: Booking) => entered !== null || !(state === 'refused' || state === 'failed')

export const isElsewhere = ({ booking, state }: Visit) => booking === null && isOn(state)

/** Whether a visit was called off here alone: the provider may still come, and the service may refuse another one. */
export function isOffHereOnly({ state, still }: Visit): boolean {
  return still !== null && isOn(still) && !isOn(state) && state !== 'completed'
}

/** Returns the visit of an order; null without any evidence of one. */
export function visitOf(order: Judged, bookings: readonly Booking[]): Visit | null {
  const newestFirst = bookings.filter(isEvidence).toSorted((a, b) => compareInstants(b.asked_at, a.asked_at))
  const booking = newestFirst.find(({ state }) => isOn(state)) ?? newestFirst[0] ?? null
  const story = orderTimeline(order)
  if (booking) return ofBooking(order, story, booking, true)
  // A sample that came to the lab in another way was no visit.
  const event = story.events.some(({ low }) => STATE_OF_LOW.has(low)) ? newestEvent(story, null) : null
  if (!event) return null
  const { state, at } = event
  const outlives_order = isOn(state) && isCanceled(order, story)
  return { state, at, entered_by: null, still: null, outlives_order, booking: null }
}

/** After the visit, later events count only for the newest booking of `all`; null where those aren't read. */
export function bookingVisit(
  order: Judged | null | undefined,
  booking: Booking,
  all: readonly Booking[] | null = null,
): Visit {
  const isNewest = all?.every((one) => !isEvidence(one) || compareInstants(one.asked_at, booking.asked_at) <= 0)
  if (order) return ofBooking(order, orderTimeline(order), booking, isOn(booking.state) || isNewest === true)
  const { state, entered } = booking
  const at = entered?.at ?? booking.said?.at ?? booking.asked_at
  const entered_by = entered?.by.name ?? null
  return { state, at, entered_by, still: stillOf(booking, booking.said), outlives_order: false, booking }
}

export function withVisits<B extends Booking>(order: Judged, bookings: readonly B[]): B[] {
  return bookings.map((booking) => ({ ...booking, state: bookingVisit(order, booking).state }))
}

interface Word {
  state: BookingState
  at: string
}

function ofBooking(order: Judged, story: OrderTimeline, booking: Booking, ownsEvents: boolean): Visit {
  const { entered, said } = booking
  const event = newestEvent(story, booking)
  // At one instant the event counts: it is what the whole order says.
  const service = event && !(said && compareInstants(said.at, event.at) > 0) ? event : said
  const own = entered?.at ?? said?.at ?? booking.asked_at
  const isNewer = service === event && event !== null && compareInstants(event.at, own) > 0
  if (isNewer && event && ownsEvents) {
    const is_elsewhere = !isOn(booking.state) && isOn(event.state)
    const outlives_order = isOn(event.state) && isCanceled(order, story)
    return { ...event, entered_by: null, still: null, outlives_order, booking: is_elsewhere ? null : booking }
  }
  return {
    state: booking.state,
    at: own,
    entered_by: entered?.by.name ?? null,
    still: isNewer ? null : stillOf(booking, service),
    outlives_order: isOn(booking.state) && isCanceled(order, story),
    booking,
  }
}

/** Both tell the patient that nobody comes. */
const sameWord = (state: BookingState) => (state === 'failed' || state === 'refused' ? 'cancelled' : state)

function stillOf({ state, entered }: Booking, service: Word | null): BookingState | null {
  return entered && service && sameWord(service.state) !== sameWord(state) ? service.state : null
}

/** The newest event that tells of a visit; of a booking, since it was asked for. */
function newestEvent({ events }: OrderTimeline, booking: Booking | null): Word | null {
  const since = booking ? parseInstant(booking.asked_at) : Number.NEGATIVE_INFINITY
  const latest = events.findLast((event) => event.at >= since && stateOf(event) !== undefined)
  const state = latest && stateOf(latest)
  return latest && state ? { state, at: latest.event.created_at } : null
}

function isCanceled({ order_transaction }: Judged, { halt, is_final }: OrderTimeline): boolean {
  return (halt === 'closed' && is_final) || order_transaction?.status === 'cancelled'
}

const SAYS: Readonly<Record<BookingState, string>> = {
  in_flight: 'in progress',
  unknown: 'unknown',
  pending: 'pending',
  confirmed: 'scheduled',
  completed: 'completed',
  cancelled: 'canceled',
  failed: 'not booked',
  refused: 'refused',
}

const HERE: Readonly<Record<BookingState, { words: string; todo: string }>> = {
  in_flight: { words: 'In progress here', todo: 'Wait for its answer.' },
  unknown: { words: 'Unknown here', todo: 'Check with the provider.' },
  pending: { words: 'Recorded as pending here', todo: 'Ask the provider whether the visit is on.' },
  confirmed: { words: 'Confirmed here', todo: 'Make sure that the provider has the visit, then tell the patient.' },
  completed: { words: 'Recorded as completed here', todo: 'Nothing to do until results come in.' },
  cancelled: {
    words: 'Canceled here',
    todo: 'Ask the provider to cancel it with the service, too. Then book again if a draw is still needed.',
  },
  failed: {
    words: 'Recorded as not booked here',
    todo: 'Ask the provider to cancel it with the service, too. Then book again if a draw is still needed.',
  },
  refused: { words: 'Refused here', todo: 'Check the reason, then book again.' },
}

/** `booking` may be left out where only what happened is said. */
type VisitClash = Pick<Visit, 'state' | 'entered_by' | 'still' | 'outlives_order'> & Partial<Pick<Visit, 'booking'>>

/** Returns what to say (`brief` in a word or two) and do where the evidence on a visit contradicts itself; null where it agrees. */
export function clashWords(visit: VisitClash): (StatusAdvice & { brief: string }) | null {
  const { state, entered_by, still, outlives_order, booking } = visit
  const brief = outlives_order === 'gone' ? 'Order not found' : 'Order canceled'
  const happened = state === 'unknown' ? `${brief}, visit may be booked.` : `${brief}, visit still booked.`
  if (outlives_order === 'gone')
    return {
      brief,
      happened,
      todo: 'Its user may be deleted. Cancel the visit with the provider, or restore the user.',
    }
  if (outlives_order) {
    return {
      brief,
      happened,
      todo: `Cancel the visit with the provider and tell the patient; if its time has passed, ask whether someone came. ${
        // A visit that was booked elsewhere has nothing to record it on.
        booking === null ? 'It stays here until the service reports it.' : 'Then record it on the booking.'
      }`,
    }
  }
  if (still === null || entered_by === null) return null
  const { words, todo } = HERE[state]
  const says = SAYS[still]
  return { brief: `Service says ${says}`, happened: `${words} by ${entered_by}; the service still says ${says}.`, todo }
}

const LOW_OF_STATE: Readonly<Partial<Record<BookingState, LowLevelStatus>>> = {
  pending: 'appointment_pending',
  confirmed: 'appointment_scheduled',
  cancelled: 'appointment_cancelled',
  completed: 'draw_completed',
}

/** Returns the order status that tells of a visit's state; undefined where none does. */
export const lowOfVisit = ({ state }: Pick<Visit, 'state'>) => LOW_OF_STATE[state]

/** Statuses before the draw; afterwards the sample's own status counts. */
const BEFORE_DRAW: ReadonlySet<string> = new Set([
  ...['requisition_created', 'requisition_bypassed'],
  ...['appointment_pending', 'appointment_scheduled', 'appointment_cancelled'],
])

const UNSURE: StatusAdvice = {
  happened: 'A booking’s outcome is unknown.',
  todo: 'Check with the provider before trying again, then record it on the booking.',
}

/** Returns what to say while the bookings that decide are unread or failed; null where none could change it. */
export function unreadAdvice(low: string, visit: Visit | null, label: string, hasFailed: boolean): StatusAdvice | null {
  if (!(BEFORE_DRAW.has(low) || visit?.outlives_order)) return null
  const happened = visit?.outlives_order ? clashWords(visit)?.happened : `The service says “${label}”.`
  const todo = hasFailed
    ? 'How the visit stands isn’t known: bookings made here didn’t load.'
    : 'Bookings made here are loading.'
  return { happened: happened ?? '', todo }
}

/** Returns what an order's visit makes of its newest status: words that contradict its bookings are never said. */
export function visitAdvice(low: string, visit: Visit | null): StatusAdvice | null {
  const clash = visit && clashWords(visit)
  if (!visit || clash) return clash
  if (!BEFORE_DRAW.has(low)) return null
  if (visit.state === 'unknown') return UNSURE
  const told = lowOfVisit(visit)
  return told && told !== low ? (statusAdvice(told) ?? null) : null
}
