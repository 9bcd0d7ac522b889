/** Work on the sample data before anyone signs in: old critical results that are settled, and the cases for trainers. */

import type { Appointment } from '#lib/domains/bookings/appointment.ts'
import { STATE_OF } from '#lib/domains/bookings/console/outcome.ts'
import type { BookingStore } from '#lib/domains/bookings/console/store.ts'
import { zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import type { AcknowledgementStore, CallbackStore, NewAcknowledgement } from '#lib/domains/orders/console/store.ts'
import type { Callback } from '#lib/domains/orders/critical/callbacks.ts'
import { compareResults, type NewestResult, newestResult } from '#lib/domains/orders/critical/critical-state.ts'
import { type Order, orderSearch } from '#lib/domains/orders/order.ts'
import type { CaseName } from '#lib/sandbox/data/cases.ts'
import { caseOrders } from '#lib/sandbox/data/generate.ts'
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

const PAGE_SIZE = 100

const COMMENTS = [
  'Called the ordering provider, read back.',
  'Reached the on-call provider, read back.',
  'Told the provider, read back. The patient follows up today.',
  'Left with the practice nurse, read back and confirmed.',
] as const

const UNREACHED = 'I take this one. The practice opens at eight.'

/** Cases that show a result which waits, however few do beside them. */
export const WAITING_CASES = ['critical_ships_to_other', 'critical_minor', 'missed_call'] as const satisfies CaseName[]

interface Owner {
  id: string
  name: string
}

interface Options {
  records: Pick<ServiceStore, 'searchOrders'>
  acknowledgements: Pick<AcknowledgementStore, 'addAcknowledgement' | 'acknowledgementsOf'> &
    Pick<CallbackStore, 'addCallback'>
  environment: string
  team_id: string
  /** How many of the newest results wait. */
  waiting: number
  /** Owners of acknowledgements: the first of every third result, the second of all others. */
  owners: readonly [Owner, Owner]
}

/** Settles all but the newest within two hours of their result, once, also when it is done again. */
export async function acknowledgeBacklog(options: Options): Promise<void> {
  const { records, acknowledgements, environment, team_id, waiting, owners } = options
  const found: Order[] = []
  for (let page = 1; found.length === (page - 1) * PAGE_SIZE; page += 1) {
    const search = orderSearch.parse({ is_critical: true, page, size: PAGE_SIZE })
    found.push(...(await records.searchOrders(team_id, search)).orders.map(({ order }) => order))
  }
  const newestFirst = found.toSorted((a, b) => compareResults(newestResult(b), newestResult(a)))
  const places = caseOrders(team_id, new Date(0))
  const open = WAITING_CASES.map((name) => places.get(name)?.order.id)
  const others = newestFirst.filter(({ id }) => !open.includes(id))
  const old = others.slice(Math.max(0, waiting - (found.length - others.length))).toReversed()
  const earlier = await acknowledgements.acknowledgementsOf(
    environment,
    old.map(({ id }) => id),
  )
  const unreached = places.get('acknowledged')?.order.id
  const done = new Set(earlier.map(({ order_id }) => order_id))
  for (const [index, order] of old.entries()) {
    if (done.has(order.id)) continue
    const given = acknowledgementOf(order, index, owners)
    const isReached = order.id !== unreached
    if (isReached) await acknowledgements.addCallback(environment, readBackOf(given))
    await acknowledgements.addAcknowledgement(environment, isReached ? given : { ...given, comment: UNREACHED })
  }
}

function acknowledgementOf(order: Order, index: number, owners: Options['owners']): NewAcknowledgement {
  const result = newestResult(order)
  const at = parseInstant(result.result_at) + (9 + ((index * 17) % 110)) * MINUTE
  const owner = owners[index % 3 === 0 ? 0 : 1]
  return {
    order_id: order.id,
    ...result,
    at: new Date(at).toISOString(),
    owner_id: owner.id,
    owner_name: owner.name,
    comment: COMMENTS[index % COMMENTS.length] ?? COMMENTS[0],
  }
}

/** The call that was read back, just before it was acknowledged. */
function readBackOf({ order_id, result_at, result_id = null, at, owner_id, owner_name }: NewAcknowledgement): Callback {
  return {
    ...callOf(order_id, { result_at, result_id }, { id: owner_id, name: owner_name }),
    id: bundleRandom(order_id, 0, 1).uuid(),
    at: new Date(parseInstant(at) - MINUTE).toISOString(),
  }
}

interface CaseOptions extends Omit<Options, 'waiting' | 'acknowledgements'> {
  own: Pick<BookingStore, 'beginBooking' | 'endBooking' | 'changeBooking'> &
    Pick<CallbackStore, 'addCallback'> &
    Pick<AcknowledgementStore, 'addSeenCritical'>
  /** When somebody who was missed is called again, in milliseconds since 1970; days after the result unless set. */
  retry_at?: number | undefined
}

/** Cases with a visit that was booked here: what its appointment says, and when it is, in hours after it was booked. */
const BOOKED: readonly { name: CaseName; status: string; event_status: string; hours: number }[] = [
  { name: 'canceled_by_phone', status: 'confirmed', event_status: 'scheduled', hours: 72 },
  { name: 'confirmed_here', status: 'confirmed', event_status: 'scheduled', hours: 168 },
  { name: 'canceled_booked', status: 'confirmed', event_status: 'scheduled', hours: 120 },
  { name: 'canceled_reserved', status: 'reserved', event_status: 'reserved', hours: 96 },
  { name: 'canceled_in_progress', status: 'in_progress', event_status: 'in_progress', hours: 1 },
]

/** How long after its event a sample visit was called off by phone, and a result told. */
const CALLED_AFTER = HOUR

/** Books, calls off and calls as people did for the cases of `cases.ts`; a set without them gets nothing. */
export async function playCases({ records, own, environment, team_id, owners, retry_at }: CaseOptions): Promise<void> {
  const by = { id: owners[1].id, name: owners[1].name }
  const places = caseOrders(team_id, new Date(0))
  const order_ids = [...places.values()].map(({ order }) => order.id)
  const search = orderSearch.parse({ order_ids, size: order_ids.length })
  const found = new Map((await records.searchOrders(team_id, search)).orders.map(({ order }) => [order.id, order]))
  const orderOf = (name: CaseName) => found.get(places.get(name)?.order.id ?? '')

  for (const { name, hours, ...said } of BOOKED) {
    const order = orderOf(name)
    const event = order?.events.findLast(({ status }) => status.includes('.appointment_'))
    if (!(order && event)) continue
    const after = (milliseconds: number) => new Date(parseInstant(event.created_at) + milliseconds).toISOString()
    const id = bundleRandom(order.id, 0, 0).uuid()
    const attempt = { id, order_id: order.id, digest: '', asked_by: by, gives_up_at: null }
    await own.beginBooking(environment, { ...attempt, asked_at: after(-2 * MINUTE) })
    const visit = { start_at: after(hours * HOUR), end_at: after(hours * HOUR + 30 * MINUTE) }
    const made = appointmentOf(order, { ...said, ...visit })
    const { iana_timezone = null, provider } = made
    await own.endBooking(environment, id, {
      ...{ ...visit, at: after(-MINUTE), status: 200, answer: JSON.stringify(made), iana_timezone, provider },
      state: STATE_OF.get(made.status) ?? 'unknown',
    })
    if (name !== 'canceled_by_phone') continue
    const note = 'Sample: the patient called to cancel. The provider hasn’t been told.'
    const change = { version: 2, state: 'cancelled', note, by } as const
    await own.changeBooking(environment, id, { ...change, at: after(CALLED_AFTER) })
  }

  const missed = orderOf('missed_call')
  if (missed) {
    const result = newestResult(missed)
    const next_attempt_at = new Date(retry_at ?? parseInstant(result.result_at) + 114 * HOUR).toISOString()
    await own.addCallback(environment, { ...callOf(missed.id, result, by), outcome: 'not_reached', next_attempt_at })
  }
  const corrected = orderOf('no_longer_critical')
  const old = corrected?.events.findLast(({ status }) => status.endsWith('.completed'))
  if (corrected && old) {
    const result = { result_at: old.created_at, result_id: old.id }
    await own.addSeenCritical(environment, [{ order_id: corrected.id, ...result }])
    await own.addCallback(environment, callOf(corrected.id, result, by))
  }
}

/** A call about a result that was read back. */
function callOf(order_id: string, result: NewestResult, by: Owner): Callback {
  return {
    id: bundleRandom(order_id, 0, 2).uuid(),
    order_id,
    ...result,
    at: new Date(parseInstant(result.result_at) + CALLED_AFTER).toISOString(),
    recorded_by_id: by.id,
    recorded_by_name: by.name,
    called: 'ordering_provider',
    called_name: null,
    outcome: 'read_back',
    next_attempt_at: null,
    note: null,
  }
}

type Said = Pick<Appointment, 'status' | 'event_status' | 'start_at' | 'end_at'>

function appointmentOf({ id, user_id, patient_address, details }: Order, said: Said): Appointment {
  const { first_line, second_line, city, state, zip } = patient_address ?? {}
  const appointment_id = details.data?.appointment_id
  return {
    ...said,
    id: typeof appointment_id === 'string' ? appointment_id : bundleRandom(id, 0, 3).uuid(),
    user_id,
    order_id: id,
    address: { first_line, second_line, city, state, zip_code: zip },
    type: 'phlebotomy',
    provider: 'wrenlow_mobile',
    iana_timezone: zonesOf({ zip, state })[0] ?? null,
    event_data: {},
  }
}
