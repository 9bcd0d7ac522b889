/** What to look at before a draw is booked. Advice with its reasons; only what is sure to be refused blocks. Pure. */
import { type Booking, isOpen } from '#lib/domains/bookings/booking.ts'
import { ageOn } from '#lib/domains/demographics/age.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { Stage } from '#lib/domains/orders/status/status-record.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { formatDay, utcInstant } from '#lib/utils/time/instants.ts'

/** `block`: it would be refused, and is not sent. `wait`: not known yet. */
export type CheckLevel = 'ok' | 'wait' | 'look' | 'block'

export interface Check {
  name: 'order' | 'method' | 'appointment' | 'age' | 'address' | 'lost' | 'demographics' | 'zone'
  level: CheckLevel
  title: string
  reason: string
  /** What the check is about, where it was booked here. */
  booking_id?: string
}

const ADULT = 18
const METHOD = 'at_home_phlebotomy'
/** An order whose newest event is one of these has an appointment (gap "booking rules"). */
const BOOKED: ReadonlySet<string> = new Set(['appointment_pending', 'appointment_scheduled'])

/** `today` is the viewer's calendar day, `YYYY-MM-DD`. */
export function preflight(order: Order, bookings: readonly Booking[], today: string): Check[] {
  return [
    orderCheck(order),
    methodCheck(order),
    lostOr(appointmentCheck(order, bookings), bookings),
    ageCheck(order, today),
    addressCheck(order),
  ]
}

/** “No open appointment” is not for this console to say while the answer to an attempt is missing. */
const lostOr = (check: Check, bookings: readonly Booking[]) =>
  check.level === 'ok' && bookings.some(({ state }) => state === 'unknown') ? LOST : check

const LOST: Check = {
  name: 'lost',
  level: 'look',
  title: 'An earlier attempt has an unknown outcome',
  reason: 'We never got its answer. Before you book, check with the provider that it made no appointment.',
}

function orderCheck(order: Order): Check {
  const { is_final, low } = orderTimeline(order)
  const name = 'order'
  if (!is_final) return { name, level: 'ok', title: 'Order is open', reason: 'No final status yet.' }
  const reason = `Its latest status is ${low}. A draw may not be useful. Check the order first.`
  return { name, level: 'look', title: 'Order has ended', reason }
}

function methodCheck({ lab_test: { method } }: Order): Check {
  const name = 'method'
  if (method === METHOD) {
    return { name, level: 'ok', title: 'At-home draw', reason: 'Collection method is at-home phlebotomy.' }
  }
  const reason = `Its collection method is ${method}. The service may refuse this booking.`
  return { name, level: 'look', title: 'Order isn’t for an at-home draw', reason }
}

function appointmentCheck(order: Order, bookings: readonly Booking[]): Check {
  const name = 'appointment'
  const title = 'Order already has an appointment'
  const own = bookings.find(({ state }) => isOpen(state))
  if (own) {
    const reason = `A booking made here is ${own.state === 'in_flight' ? 'under way' : own.state}. An order has one at a time.`
    return { name, level: 'block', title, reason, booking_id: own.id }
  }
  const elsewhere = bookedElsewhere(order, bookings)
  if (elsewhere) {
    const reason = `The order’s latest event is ${elsewhere.low}. An order can have one open appointment.`
    return { name, level: 'block', title, reason }
  }
  const { newest } = orderTimeline(order)
  if (newest && BOOKED.has(newest.low)) {
    const conflict = `The order’s latest event is ${newest.low}, but its booking was set to canceled here.`
    return { name, level: 'look', title, reason: `${conflict} The service may still refuse another one.` }
  }
  return {
    name,
    level: 'ok',
    title: 'No open appointment',
    reason: 'None booked here, and none on the order.',
  }
}

/** Statuses of which the draw still lies ahead. */
const DRAW_AHEAD: ReadonlySet<Stage | null | undefined> = new Set(['placed', 'collecting'])

/** Whether a draw of this order can still be booked: it takes one, none has taken place, and it has not ended. */
export function takesBooking(order: Order): boolean {
  const { low, is_final, halt } = orderTimeline(order)
  // A redraw is drawn on an order of its own.
  if (order.lab_test.method !== METHOD || is_final || halt === 'stopped' || low === 'draw_completed') return false
  return DRAW_AHEAD.has(statusRecord(low)?.stage)
}

/** Returns the event that tells of an appointment which no open booking of this console is about; null without one. */
export function bookedElsewhere(
  order: Order,
  bookings: readonly Booking[],
): { low: string; created_at: string } | null {
  const { newest } = orderTimeline(order)
  if (!newest || !BOOKED.has(newest.low)) return null
  if (bookings.some(({ state }) => isOpen(state)) || endedHere(newest.at, bookings)) return null
  return { low: newest.low, created_at: newest.event.created_at }
}

/** The appointment that an event tells of was made here, and does not stand any more. */
function endedHere(event_at: number, bookings: readonly Booking[]): boolean {
  return bookings.some(({ state, asked_at }) => state === 'cancelled' && utcInstant(asked_at).getTime() <= event_at)
}

function ageCheck({ patient_details }: Order, today: string): Check {
  const name = 'age'
  const birth = patient_details?.dob
  if (isMasked(birth)) {
    const reason = 'Show patient data to check whether the patient is 18 or older.'
    return { name, level: 'look', title: 'Birth date is masked', reason }
  }
  const age = birth ? ageOn(birth, today) : null
  if (age === null) {
    const reason = 'The order has no birth date. Ask the patient before you book.'
    return { name, level: 'look', title: 'Patient’s age is unknown', reason }
  }
  if (age >= ADULT) {
    return { name, level: 'ok', title: 'The patient is 18 or older', reason: `As of ${formatDay(today)}.` }
  }
  const reason = 'A parent or guardian must be present. Say so in the notes.'
  return { name, level: 'look', title: `The patient is under ${ADULT}`, reason }
}

const ADDRESS = [
  ['first_line', 'street'],
  ['city', 'city'],
  ['state', 'state'],
  ['zip', 'ZIP'],
] as const

function addressCheck({ patient_address }: Order): Check {
  const name = 'address'
  const missing = ADDRESS.filter(([field]) => !patient_address?.[field]?.trim()).map(([, word]) => word)
  if (missing.length === 0) {
    return { name, level: 'ok', title: 'Address is complete', reason: 'Street, city, state and ZIP are present.' }
  }
  const reason = `Missing: ${missing.join(', ')}. The visit goes to the order’s address.`
  return { name, level: 'look', title: 'Address is incomplete', reason }
}

/** What the order's own events say of a booking since it was asked for: the service tells of it nowhere else. */
export interface OrderWord {
  state: 'confirmed' | 'cancelled' | 'completed'
  /** Of the event. */
  low: string
  at: string
}

const SAYS: ReadonlyMap<string, OrderWord['state']> = new Map([
  ['appointment_scheduled', 'confirmed'],
  ['appointment_cancelled', 'cancelled'],
  ['draw_completed', 'completed'],
])

/** The newest such event after the attempt; null without one, and where it says what the booking's state says. */
export function orderWord(order: Order, { asked_at, state }: Booking): OrderWord | null {
  const since = utcInstant(asked_at).getTime()
  const latest = orderTimeline(order).events.findLast(({ low, at }) => at >= since && SAYS.has(low))
  const said = latest && SAYS.get(latest.low)
  return latest && said && said !== state ? { state: said, low: latest.low, at: latest.event.created_at } : null
}
