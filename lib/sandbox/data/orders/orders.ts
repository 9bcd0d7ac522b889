/** A user's orders: episodes dealt from the deck, with their times, as the service's order records. */

import type { Order, OrderEvent } from '#lib/domains/orders/order.ts'
import { formatEventStatus, highLevelOf } from '#lib/domains/orders/status/status.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { HOURS_BEHIND_UTC } from '#lib/sandbox/data/centers/places.ts'
import type { Mix } from '#lib/sandbox/data/deck.ts'
import { deal, deckFor } from '#lib/sandbox/data/deck.ts'
import { LAB_TESTS, type LabTest } from '#lib/sandbox/data/labs.ts'
import { makeRelative, type Person } from '#lib/sandbox/data/people.ts'
import type { Random } from '#lib/sandbox/data/prng.ts'
import type { OrderRecord } from '#lib/service/records.ts'
import type { Method } from './journeys.ts'
import { makeShipment } from './shipments.ts'
import { type Step, timeline } from './timeline.ts'

/** Event ids of an order start at its place in the set times this; no journey has more steps. */
const EVENTS_PER_ORDER = 16

export interface OrdersOptions {
  /** The user's orders are the places `from` up to, not including, `to` of the whole set. */
  from: number
  to: number
  /** Event ids start after it. */
  eventBase: number
  today: number
  mix: Mix
}

/** Orders of one transaction (a redraw and its original) stay together. */
export function makeOrders(context: OrderContext, options: OrdersOptions, random: Random): OrderRecord[] {
  const { from, to, eventBase, today, mix } = options
  const deck = deckFor(mix)
  const hoursBehind = HOURS_BEHIND_UTC[context.person.place.zone]
  const records: OrderRecord[] = []
  let place = from
  while (place < to) {
    const legs = deal(deck, place, to - place)
    const histories = timeline(legs, hoursBehind, today, random)
    const test = labTest(legs[0].journey.method, random)
    const transaction_id = random.uuid()
    const drafts = legs.map(
      ({ journey, origin }, index): Draft => ({
        id: random.uuid(),
        method: journey.method,
        settled: journey.standing === 'done',
        scheduled: journey.standing === 'scheduled',
        origin,
        steps: histories[index] ?? [],
        firstEvent: eventBase + (place + index) * EVENTS_PER_ORDER + 1,
        sample_id: `M-${context.number}-${place + index - from + 1}`,
      }),
    )
    for (const draft of drafts)
      records.push(makeRecord(context, draft, test, { id: transaction_id, drafts }, mix, random))
    place += legs.length
  }
  return records
}

const TESTS_OF_METHOD: ReadonlyMap<string, readonly LabTest[]> = Map.groupBy(LAB_TESTS, ({ method }) => method)

function labTest(method: string, random: Random): LabTest {
  const tests = TESTS_OF_METHOD.get(method) ?? LAB_TESTS
  return tests[random.int(0, tests.length - 1)] ?? LAB_TESTS[0]
}

/** Exact in sum, and known for any user without the others; not zero at first, so that one user can hold all. */
const SHARES = [
  7, 0, 12, 3, 22, 1, 9, 0, 15, 6, 40, 2, 11, 0, 5, 18, 8, 0, 29, 4, 13, 10, 1, 0, 16, 8, 3, 24, 2, 14, 36,
] as const

const BEFORE: readonly number[] = SHARES.map((_, index) => sum(SHARES.slice(0, index)))
const TOTAL = sum(SHARES)

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function sharesBefore(index: number): number {
  return Math.floor(index / SHARES.length) * TOTAL + (BEFORE[index % SHARES.length] ?? 0)
}

/** Orders of all users before the given one; with `index` equal to `users` that is every order. */
export function ordersBefore(index: number, size: { users: number; orders: number }): number {
  return Math.floor((size.orders * sharesBefore(index)) / sharesBefore(size.users))
}

/** One order record of the service from its history, its patient and its lab test. */
interface OrderContext {
  team_id: string
  user_id: string
  /** The user's number within the team, as sample ids repeat it. */
  number: number
  person: Person
}

interface Draft {
  id: string
  method: Method
  /** Nothing more is expected. */
  settled: boolean
  scheduled: boolean
  origin: 'initial' | 'redraw' | 'recreation'
  steps: readonly Step[]
  firstEvent: number
  sample_id: string
}

interface Transaction {
  id: string
  /** All orders of the transaction, the first one first. */
  drafts: readonly Draft[]
}

const NOTES = [
  'Fasting sample, 10 hours.',
  'Patient asks for a call first.',
  'Left arm preferred.',
  'Side entrance, ring twice.',
  'Repeat of last quarter.',
  'Interpreter needed: Spanish.',
  'Patient takes biotin, paused for 72 hours.',
] as const

const WITH_RESULTS: readonly string[] = ['completed', 'corrected', 'partial_results']
/** Until then no sample is expected, so none has an id. */
const WITHOUT_SAMPLE: readonly string[] = ['ordered', 'awaiting_registration', 'cancelled']

function newest({ steps }: Draft): Step {
  const step = steps.at(-1)
  if (!step) throw new Error('an order has no history')
  return step
}

function createdAt(draft: Draft): string {
  return (draft.steps[0] ?? newest(draft)).instant
}

/** Returns a sample order as the service stores it, with the events and dates of its draft. */
function makeRecord(
  context: OrderContext,
  draft: Draft,
  test: LabTest,
  transaction: Transaction,
  mix: Mix,
  random: Random,
): OrderRecord {
  const { person } = context
  const last = newest(draft).status
  const order: Order = {
    id: draft.id,
    team_id: context.team_id,
    user_id: context.user_id,
    patient_details: { dob: person.dob, gender: person.gender },
    priority: random.chance(0.06),
    patient_address: shippingAddress(person, random),
    details: { type: draft.method, data: detailsOf(draft, random) },
    lab_test: { name: test.name, description: test.description, method: draft.method },
    sample_id: draft.steps.every(({ status }) => WITHOUT_SAMPLE.includes(status)) ? null : draft.sample_id,
    notes: random.chance(0.15) ? random.pick(NOTES) : null,
    created_at: createdAt(draft),
    updated_at: newest(draft).instant,
    status: highLevelOf(last),
    events: draft.steps.map((step, index) => makeEvent(draft, step, index)),
    origin: draft.origin,
    order_transaction: {
      id: transaction.id,
      status: transactionStatus(transaction.drafts),
      orders: transaction.drafts.map(transactionEntry),
    },
    interpretation: WITH_RESULTS.includes(last) ? interpretation(last, mix, random) : null,
  }
  return {
    order,
    patient_name: `${person.first_name} ${person.last_name}`,
    activation_type: draft.scheduled ? 'scheduled' : 'current',
  }
}

function makeEvent({ method, firstEvent }: Draft, { status, instant }: Step, index: number): OrderEvent {
  return { id: firstEvent + index, created_at: instant, status: eventStatus(method, status) }
}

const eventStatuses = new Map<string, Map<string, string>>()

/** One text for all events of a kind, of which a set has thousands. */
function eventStatus(method: Method, low: LowLevelStatus): string {
  const ofMethod = eventStatuses.get(method) ?? new Map<string, string>()
  const status = ofMethod.get(low) ?? formatEventStatus({ high: highLevelOf(low), method, low })
  eventStatuses.set(method, ofMethod.set(low, status))
  return status
}

function shippingAddress(person: Person, random: Random) {
  const receiver = random.chance(0.15) ? makeRelative(person, random) : person
  return {
    receiver_name: `${receiver.first_name} ${receiver.last_name}`,
    first_line: person.first_line,
    second_line: person.second_line,
    city: person.place.city,
    state: person.place.state,
    zip: person.place.zip,
    country: 'US',
    phone_number: person.phone_number,
  }
}

function detailsOf(draft: Draft, random: Random) {
  const id = random.uuid()
  const times = { created_at: createdAt(draft), updated_at: newest(draft).instant }
  if (draft.method === 'testkit') return { id, shipment: makeShipment(draft.steps, random), ...times }
  const booked = draft.steps.some(({ status }) => status.startsWith('appointment_'))
  return booked ? { id, ...times, appointment_id: random.uuid() } : { id, ...times }
}

/** The newest order decides: one that may still move keeps the transaction active. */
function transactionStatus(drafts: readonly Draft[]): string {
  const draft = drafts.at(-1)
  if (!draft?.settled) return 'active'
  return highLevelOf(newest(draft).status) === 'completed' ? 'completed' : 'cancelled'
}

function transactionEntry(draft: Draft) {
  const { status, instant } = newest(draft)
  return {
    id: draft.id,
    created_at: createdAt(draft),
    updated_at: instant,
    low_level_status: status,
    low_level_status_created_at: instant,
    origin: draft.origin,
  }
}

/** Partial results may lack an interpretation. */
function interpretation(last: string, { abnormal, critical }: Mix, random: Random): string | null {
  if (last === 'partial_results' && random.chance(0.4)) return null
  const share = random.unit()
  if (share >= 1 - critical) return 'critical'
  return share >= 1 - critical - abnormal ? 'abnormal' : 'normal'
}
