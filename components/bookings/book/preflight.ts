/** What to look at before a draw is booked. Advice with its reasons; only what is sure to be refused blocks. Pure. */
import { type Booking, isOpen } from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { orderTimeline } from '#lib/domains/orders/timeline.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { formatDay, utcInstant } from '#lib/utils/time/instants.ts'

/** `block`: it would be refused, and is not sent. */
export type CheckLevel = 'ok' | 'look' | 'block'

export interface Check {
  name: 'order' | 'method' | 'appointment' | 'age' | 'address' | 'lost'
  level: CheckLevel
  title: string
  reason: string
}

const ADULT = 18
const METHOD = 'at_home_phlebotomy'
/** An order whose newest event is one of these has an appointment (gap "booking rules"). */
const BOOKED: ReadonlySet<string> = new Set(['appointment_pending', 'appointment_scheduled'])

/** Whole years between two calendar days (`YYYY-MM-DD`); null for what is no day. */
export function ageOn(birth: string, today: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/
  const [born, now] = [parts.exec(birth), parts.exec(today)]
  if (!(born && now)) return null
  const years = Number(now[1]) - Number(born[1])
  const age = `${now[2]}-${now[3]}` < `${born[2]}-${born[3]}` ? years - 1 : years
  return age >= 0 && age < 150 ? age : null
}

/** `today` is the viewer's calendar day, `YYYY-MM-DD`. */
export function preflight(order: Order, bookings: readonly Booking[], today: string): Check[] {
  const lost = bookings.find(({ state }) => state === 'unknown')
  return [
    orderCheck(order),
    methodCheck(order),
    appointmentCheck(order, bookings),
    ageCheck(order, today),
    addressCheck(order),
    ...(lost ? [LOST] : []),
  ]
}

const LOST: Check = {
  name: 'lost',
  level: 'look',
  title: 'An earlier attempt is unknown',
  reason: 'Its answer was lost. Check with the provider that it made no appointment before you book.',
}

function orderCheck(order: Order): Check {
  const { is_final, low } = orderTimeline(order)
  const name = 'order'
  if (!is_final) return { name, level: 'ok', title: 'The order is open', reason: 'Its story has not ended.' }
  const reason = `Its newest status is ${low}. A draw may be of no use; look at the order first.`
  return { name, level: 'look', title: 'The order has ended', reason }
}

function methodCheck({ lab_test: { method } }: Order): Check {
  const name = 'method'
  if (method === METHOD) {
    return { name, level: 'ok', title: 'The order takes an at-home draw', reason: `Method is ${METHOD}.` }
  }
  const reason = `Its method is ${method}. The service may refuse a phlebotomist for it.`
  return { name, level: 'look', title: 'The order is not for an at-home draw', reason }
}

function appointmentCheck(order: Order, bookings: readonly Booking[]): Check {
  const name = 'appointment'
  const title = 'There is an appointment already'
  const own = bookings.find(({ state }) => isOpen(state))
  if (own) {
    const reason = `A booking made here is ${own.state === 'in_flight' ? 'under way' : own.state}. An order has one at a time.`
    return { name, level: 'block', title, reason }
  }
  const { newest } = orderTimeline(order)
  if (newest && BOOKED.has(newest.low)) {
    if (endedHere(newest.at, bookings)) {
      const conflict = `The order’s newest event is ${newest.low}, but its booking was set to cancelled here.`
      return { name, level: 'look', title, reason: `${conflict} The service may still refuse another.` }
    }
    const reason = `The order’s newest event is ${newest.low}. The service takes one open appointment an order.`
    return { name, level: 'block', title, reason }
  }
  return {
    name,
    level: 'ok',
    title: 'No other open appointment',
    reason: 'Neither a booking made here nor the order’s newest event tells of one.',
  }
}

/** The appointment that an event tells of was made here, and does not stand any more. */
function endedHere(event_at: number, bookings: readonly Booking[]): boolean {
  return bookings.some(({ state, asked_at }) => state === 'cancelled' && utcInstant(asked_at).getTime() <= event_at)
}

function ageCheck({ patient_details }: Order, today: string): Check {
  const name = 'age'
  const birth = patient_details?.dob
  if (isMasked(birth)) {
    const reason = 'Show patient data to see whether the patient is 18 or older.'
    return { name, level: 'look', title: 'The birth date is masked', reason }
  }
  const age = birth ? ageOn(birth, today) : null
  if (age === null) {
    const reason = 'The order has no birth date. Ask, so that the phlebotomist does not come in vain.'
    return { name, level: 'look', title: 'The patient’s age is not known', reason }
  }
  if (age >= ADULT) {
    return { name, level: 'ok', title: 'The patient is of age', reason: `On ${formatDay(today)}.` }
  }
  const reason = 'Somebody who answers for the patient should be there. Say so in the notes.'
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
    return { name, level: 'ok', title: 'The address is complete', reason: 'Street, city, state and ZIP are there.' }
  }
  const reason = `There is no ${missing.join(', no ')}. The visit goes to the order’s address.`
  return { name, level: 'look', title: 'The address is not complete', reason }
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
