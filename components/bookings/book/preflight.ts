/** Checks before a draw is booked: advice with reasons; only a certain refusal blocks. Pure. */
import { type Booking, isOpen } from '#lib/domains/bookings/booking.ts'
import { ageOn } from '#lib/domains/demographics/user-info.ts'
import { type NoVisit, whyNoVisit } from '#lib/domains/demographics/visit-address.ts'
import { isOtherState } from '#lib/domains/demographics/zip-states.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { closedAs } from '#lib/domains/orders/siblings.ts'
import type { Stage } from '#lib/domains/orders/status/status-record.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { clashWords, isElsewhere, isOffHereOnly, visitOf, withVisits } from '#lib/domains/orders/visit.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { type DayForm, formatDay } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

/** `block`: it would be refused, and is not sent. `wait`: not known yet. */
export type CheckLevel = 'ok' | 'wait' | 'look' | 'block'

export interface Check {
  name: 'order' | 'method' | 'appointment' | 'age' | 'address' | 'zip' | 'lost' | 'demographics' | 'record' | 'zone'
  level: CheckLevel
  title: string
  reason: string
  /** The booking that the check is about, if it was made here. */
  booking_id?: string
}

const ADULT = 18
const METHOD = 'at_home_phlebotomy'
const WALK_IN = 'walk_in_test'

const hasEnded = (order: Order) => orderTimeline(order).is_final || closedAs(order) !== null

/** Whether the draw takes place where the patient goes. */
export const isWalkIn = ({ lab_test }: Pick<Order, 'lab_test'>) => lab_test.method === WALK_IN
/** Whether an at-home visit must be explained: the order is for another kind of draw, or has ended. */
export const needsReason = (order: Order) => order.lab_test.method !== METHOD || hasEnded(order)

export function preflight(order: Order, bookings: readonly Booking[]): Check[] {
  const visited = withVisits(order, bookings)
  return [
    orderCheck(order),
    methodCheck(order),
    lostOr(appointmentCheck(order, bookings, visited), visited),
    addressCheck(order),
    ...zipChecks(order),
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
  if (!hasEnded(order)) return { name, level: 'ok', title: 'Order is open', reason: 'No final status yet.' }
  const ended = is_final ? `Its latest status is ${low}.` : 'The service has closed its transaction.'
  const reason = `${ended} Check the order first. If a visit is needed all the same, say below why.`
  return { name, level: 'look', title: 'Order has ended', reason }
}

function methodCheck({ lab_test: { method } }: Order): Check {
  const name = 'method'
  if (method === METHOD) {
    return { name, level: 'ok', title: 'At-home draw', reason: 'Collection method is at-home phlebotomy.' }
  }
  if (method === WALK_IN) {
    const reason = 'The patient goes to a service center. Find one nearby, or say below why someone must come.'
    return { name, level: 'look', title: 'Order is for a walk-in draw', reason }
  }
  const reason = `Its collection method is ${method}. The service may refuse this booking. Say below why someone must come.`
  return { name, level: 'look', title: 'Order isn’t for an at-home draw', reason }
}

function appointmentCheck(order: Order, bookings: readonly Booking[], visited: readonly Booking[]): Check {
  const name = 'appointment'
  const title = 'Order already has an appointment'
  const own = visited.find(({ state }) => isOpen(state))
  if (own) {
    const reason = `A booking made here is ${own.state === 'in_flight' ? 'under way' : own.state}. An order has one at a time.`
    return { name, level: 'block', title, reason, booking_id: own.id }
  }
  const visit = visitOf(order, bookings)
  if (visit && isElsewhere(visit)) {
    const reason = `The order says that a visit is ${visit.state}. An order can have one open appointment.`
    return { name, level: 'block', title, reason }
  }
  const words = visit && isOffHereOnly(visit) ? clashWords(visit) : null
  if (words) return { name, level: 'look', title, reason: `${words.happened} It may refuse another one.` }
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
  const { low, halt } = orderTimeline(order)
  // A redraw is drawn on an order of its own.
  if (order.lab_test.method !== METHOD || hasEnded(order) || halt === 'stopped' || low === 'draw_completed')
    return false
  return DRAW_AHEAD.has(statusRecord(low)?.stage)
}

function ageCheck(birth: string | null, today: string, form: DayForm): Check {
  const name = 'age'
  if (isMasked(birth)) {
    const reason = 'Show patient data to check whether the patient is 18 or older.'
    return { name, level: 'look', title: 'Birth date is masked', reason }
  }
  const age = birth ? ageOn(birth, today) : null
  if (age === null) {
    const reason = 'No birth date is on file. Ask the patient before you book.'
    return { name, level: 'look', title: 'Patient’s age is unknown', reason }
  }
  if (age >= ADULT) {
    return { name, level: 'ok', title: 'The patient is 18 or older', reason: `As of ${formatDay(today, form)}.` }
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
  if (missing.length === 0) return visitCheck(patient_address)
  const reason = `Missing: ${missing.join(', ')}. The visit goes to the order’s address.`
  return { name, level: 'look', title: 'Address is incomplete', reason }
}

const NO_VISIT: Readonly<Record<NoVisit, Pick<Check, 'title' | 'reason'>>> = {
  po_box: {
    title: 'Address is a PO box',
    reason:
      'No one can draw blood there. Ask the patient for a street address, and give it to the provider in the notes.',
  },
  military: {
    title: 'Address is a military post office',
    reason:
      'Phlebotomists don’t go to APO, FPO or DPO addresses. Ask the patient for a street address, and give it in the notes.',
  },
  no_street: {
    title: 'Address has no street',
    reason:
      'No one can find the patient by it. Ask for the street and number, and give them to the provider in the notes.',
  },
}

function visitCheck(address: Order['patient_address']): Check {
  const name = 'address'
  const { first_line, second_line, city, state, zip } = address ?? {}
  if ([first_line, city, state, zip].some(isMasked)) {
    const reason = 'Show patient data to check whether someone can come there.'
    return { name, level: 'look', title: 'Address is masked', reason }
  }
  const why = whyNoVisit({ lines: [first_line, second_line], city, state, zip })
  if (why) return { name, level: 'look', ...NO_VISIT[why] }
  return { name, level: 'ok', title: 'Address is complete', reason: 'Street, city, state and ZIP are present.' }
}

/** The warning of the demographics tab, for where the phlebotomist goes. */
function zipChecks({ patient_address }: Order): Check[] {
  if (!isOtherState(patient_address?.zip, patient_address?.state)) return []
  const reason =
    'This ZIP is usually in another state. The phlebotomist may be sent to the wrong place: ask the patient.'
  return [{ name: 'zip', level: 'look', title: 'ZIP and state don’t match', reason }]
}

/** `missing`: the service has none. `failed`: we couldn't ask. */
export type Demographics = 'loading' | 'present' | 'missing' | 'failed'

export interface PatientKnown {
  demographics: Demographics
  /** As `patientOf` has it; null where none is on file. */
  birth_date: string | null
  /** ZIP and state of the demographics contradict each other. */
  hasWrongZip: boolean
  /** Fields in which the order differs from the demographics. */
  differences: readonly string[]
  /** Possible zones by the address of the visit, or else the user's own; undefined while that loads. */
  zones: readonly string[] | undefined
  hasZoneFailed: boolean
}

/** `today` is the viewer's calendar day, `YYYY-MM-DD`. */
export function patientChecks(known: PatientKnown, today: string, form: DayForm): Check[] {
  return [
    ageCheck(known.birth_date, today, form),
    known.hasWrongZip ? WRONG_ZIP : DEMOGRAPHICS[known.demographics],
    ...differenceChecks(known.differences),
    zoneCheck(known),
  ]
}

function differenceChecks(differences: readonly string[]): Check[] {
  if (differences.length === 0) return []
  const fields = differences.join(', ').toLowerCase()
  const reason = `Different: ${fields}. The visit goes by the order. Ask the patient what is right, and tell the provider.`
  return [{ name: 'record', level: 'look', title: 'Order differs from demographics', reason }]
}

const DEMOGRAPHICS: Readonly<Record<Demographics, Check>> = {
  loading: {
    name: 'demographics',
    level: 'wait',
    title: 'Demographics are loading',
    reason: 'They confirm who the patient is and how to reach them.',
  },
  present: {
    name: 'demographics',
    level: 'ok',
    title: 'Demographics are on file',
    reason: 'The service has a record of this patient.',
  },
  missing: {
    name: 'demographics',
    level: 'look',
    title: 'No demographics on file',
    reason: 'Labs require them. Add them on the user’s page before the draw.',
  },
  failed: {
    name: 'demographics',
    level: 'look',
    title: 'Demographics didn’t load',
    reason: 'We couldn’t check them. Check again before you book.',
  },
}

const WRONG_ZIP: Check = {
  name: 'demographics',
  level: 'look',
  title: 'Demographics: ZIP and state don’t match',
  reason: 'Labs may reject the order. Correct the address on the user’s page before the draw.',
}

function zoneCheck({ zones, hasZoneFailed }: PatientKnown): Check {
  const name = 'zone'
  if (zones && zones.length > 0) {
    const reason = `${zones.map(zoneName).join(' or ')}. Agree on the visit in the patient’s time.`
    return zones.length === 1
      ? { name, level: 'ok', title: 'Time zone is known', reason }
      : { name, level: 'look', title: 'Two time zones are possible', reason }
  }
  if (hasZoneFailed) {
    const reason = 'We couldn’t check it. Ask the patient which time zone they’re in.'
    return { name, level: 'look', title: 'Time zone didn’t load', reason }
  }
  if (zones === undefined) {
    return { name, level: 'wait', title: 'Time zone is loading', reason: 'It comes from the user’s profile.' }
  }
  const reason = 'Ask the patient which time zone they’re in before you agree on a time.'
  return { name, level: 'look', title: 'No time zone set', reason }
}
