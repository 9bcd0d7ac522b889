/** The two weeks before a first start: what sources and labs sent, and what three colleagues did about it. */

import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER, getBooking, setBookingState } from '#lib/domains/bookings/booking.ts'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { recordImport } from '#lib/domains/connections/import-log.ts'
import { addContact, type NewContact } from '#lib/domains/contacts/contacts.ts'
import { zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { newestResult } from '#lib/domains/orders/critical/critical-state.ts'
import { type Order, type OrderSearch, orderSearch } from '#lib/domains/orders/order.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { createWebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { caseOrders } from '#lib/sandbox/data/generate.ts'
import { bundleRandom, type Random } from '#lib/sandbox/data/prng.ts'
import { BEFORE, scheduleOf } from '#lib/sandbox/demo/data/events.ts'
import { type PastRequest, pastRequest, preludeOf, type RequestDraft } from '#lib/sandbox/demo/data/prelude.ts'
import { messageOf } from '#lib/sandbox/wearables/emitter.ts'
import { createWearables } from '#lib/sandbox/wearables/stream.ts'
import { connectionMessage, type NewMessage, orderMessages } from '#lib/service/outbox.ts'
import type { OrderRecord } from '#lib/service/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import { zonedInstant } from '#lib/utils/time/zones.ts'

/** Colleagues who say that they are samples, in the audit log as well. */
export const SAMPLE_STAFF: Readonly<Record<Role, { id: string; name: string }>> = {
  administrator: { id: 'sample-administrator', name: 'Sample administrator' },
  support: { id: 'sample-support', name: 'Sample support agent' },
  lab_coordinator: { id: 'sample-coordinator', name: 'Sample lab coordinator' },
  read_only: { id: 'sample-reader', name: 'Sample reader' },
}

/** Means by which the story happens, each at the time of its step. */
export interface Hands {
  /** A request of a page, by the sample colleague of its role. */
  ask(request: Omit<PastRequest, 'minutes_ago'>): Promise<Response>
  signIn(role: Role): Promise<void>
  /** Gives an order an event, as a lab or a provider does. */
  advance(order_id: string, status: string): Promise<unknown>
}

/** `at` in milliseconds since 1970. */
export type Step = Work | Sending

interface Work {
  at: number
  run: (hands: Hands) => Promise<unknown>
}

interface Sending {
  at: number
  sent: NewMessage[]
}

interface StoryOptions {
  records: ServiceStore
  environment: { id: string }
  team_id: string
  /** When it ends. */
  until: number
}

/** Newest users whose sources send, and visits that are booked. */
const SIZE = { senders: 8, visits: 36 } as const
/** Milliseconds in which one order got its newest event. */
const ORDER_EVERY = 5 * HOUR
const SAMPLES = 6

/** How long before the end one receiver answered nothing but 503. */
const OUTAGE = { from: 6.5 * DAY, to: 5.25 * DAY } as const
const RESULTS = 'https://results.sample.invalid/hooks'
const CHARTS = 'https://charts.sample.invalid/slow'

export const statusOfPast = (url: string, before: number) =>
  url === RESULTS && before < OUTAGE.from && before > OUTAGE.to ? 503 : 200

/** Oldest first; nothing but visits is after `until`. The same data and the same instant make the same story. */
export async function storyOf(options: StoryOptions): Promise<Step[]> {
  const { records, team_id, environment, until } = options
  const orders = async (search: Partial<OrderSearch>) =>
    (await records.searchOrders(team_id, orderSearch.parse({ size: 100, ...search }))).orders
  const prelude = await preludeOf('normal', {
    ...{ store: records, team_id, started_at: until },
    environment: environment.id,
  })
  const taken = prelude.map(({ path, body }) => `${path} ${body}`).join(' ')
  const cases = new Set([...caseOrders(team_id, new Date(until)).values()].map(({ order }) => order.id))
  const isFree = ({ order: { id } }: OrderRecord) => !(cases.has(id) || taken.includes(id))
  const draws = await orders({ order_type: ['at_home_phlebotomy'], status: ['requisition_created'] })
  const told: OrderRecord[] = []
  for (let from = until - BEFORE; from < until; from += ORDER_EVERY) {
    const [updated_start_date, updated_end_date] = [from, from + ORDER_EVERY].map((at) => new Date(at).toISOString())
    told.push(...(await orders({ updated_start_date, updated_end_date, size: 1 })))
  }
  const critical = await orders({ is_critical: true })
  const visits = draws
    .filter(isFree)
    .slice(0, SIZE.visits)
    .map(({ order }) => order)
  const request = requestsOf(environment.id)
  const all = [
    ...prelude.map(({ minutes_ago, ...asked }) => ({
      at: until - minutes_ago * MINUTE,
      run: ({ ask }: Hands) => ask(asked),
    })),
    ...signIns(until),
    ...endpoints(until, request),
    ...(await readings(options)),
    ...told.map((record) => resultOf(record)),
    ...visits.flatMap((order, place) => visitOf(order, place, { until, request })),
    ...notes(visits, { until, request }),
    ...calls(
      critical.filter(isFree).map(({ order }) => order),
      { until, request },
    ),
    ...importOf(told, { until, request }),
  ]
  return all.filter(({ at }) => at >= until - BEFORE && at <= until).toSorted((a, b) => a.at - b.at)
}

type Draft = Omit<RequestDraft, 'minutes_ago'>
type RequestOf = (endpoint: Endpoint, draft: Draft) => PastRequest

const requestsOf =
  (environment: string): RequestOf =>
  (endpoint, draft) =>
    pastRequest(endpoint, { minutes_ago: 0, ...draft }, environment)

interface Telling {
  until: number
  request: RequestOf
}

const seeded = (order: Pick<Order, 'id'>, part: number): Random => bundleRandom(order.id, 1, part)

/** On each working day, one after the other. */
function signIns(until: number): Work[] {
  const roles: readonly Role[] = ['lab_coordinator', 'support', 'administrator']
  const days = Array.from({ length: BEFORE / DAY }, (_, back) => until - back * DAY)
  const isWorkday = (day: number) => ![0, 6].includes(new Date(day).getUTCDay())
  return days.filter(isWorkday).flatMap((day) => {
    const morning = Math.floor(day / DAY) * DAY + 13 * HOUR
    return roles.map((role, place) => ({
      at: morning + (place * 17 + (Math.floor(day / DAY) % 11)) * MINUTE,
      run: ({ signIn }: Hands) => signIn(role),
    }))
  })
}

function endpoints(until: number, request: RequestOf): Work[] {
  const made = [
    { name: 'Sample results feed', url: RESULTS, event_types: ['labtest.order.*', 'labtest.result.critical'] },
    { name: 'Sample charts (slow)', url: CHARTS, event_types: ['labtest.appointment.*', 'provider.connection.*'] },
  ]
  return made.map((body, place) => ({
    at: until - BEFORE + (1 + place) * HOUR,
    run: ({ ask }) => ask(request(createWebhookEndpoint, { role: 'administrator', params: {}, body })),
  }))
}

/** Data of sources in their rhythm, and connections as they were made and broke. */
async function readings({ records, team_id, until }: StoryOptions): Promise<Sending[]> {
  const wearables = createWearables(SAMPLES)
  const { coming } = await scheduleOf({ records, team_id, started_at: until }, SIZE.senders)
  const data = coming.flatMap(({ at, source }) => {
    const event = wearables.next(source, at)
    return event ? [{ at, sent: [messageOf(event, new Date(at))] }] : []
  })
  const { users } = await records.listUsers(team_id, { offset: 0, limit: 40 })
  const connections = (await Promise.all(users.map(({ user_id }) => records.listConnections(team_id, user_id)))).flat()
  const said = connections.flatMap((connection) => {
    const message = connection && connectionMessage(connection)
    return message ? [{ at: message.at.getTime(), sent: [message] }] : []
  })
  return [...data, ...said]
}

/** The newest event of an order, as the service sent it. */
function resultOf(record: OrderRecord): Sending {
  const { id, interpretation, updated_at } = record.order
  const at = new Date(updated_at ?? 0)
  const change = { order_id: id, low: 'ordered', at, ...(interpretation && { interpretation }) } as const
  return { at: at.getTime(), sent: orderMessages(record, change) }
}

/** Ends of the visits, in turn. */
const ENDS = ['kept', 'kept', 'moved', 'kept', 'called_off', 'kept', 'canceled', 'pending', 'kept', 'refused'] as const
const NOTES = [
  'Gate code 4471.',
  'Please call on arrival.',
  'Side entrance, ring twice.',
  'The patient asks for a small needle.',
] as const
/** Hours of a visit that was moved, where it takes place. */
const MOVED = { days: 4, hours: [9, 11, 14, 16] } as const
/** Milliseconds for which a pending one is tried: two days. */
const TRIED = 2 * DAY

/** Booked after the order's newest event, drawn when its time came. */
function visitOf(order: Order, place: number, { until, request }: Telling): Work[] {
  const end = ENDS[place % ENDS.length] ?? 'kept'
  const random = seeded(order, 0)
  const since = Math.max(parseInstant(order.updated_at), until - BEFORE) + HOUR
  const at = end === 'pending' ? until - random.int(2, 30) * HOUR : since + random.int(10, 600) * MINUTE
  if (at < since || at > until) return []
  const params = { order_id: order.id }
  const id = bundleRandom(order.id, 0, 0).uuid()
  const isRefused = end === 'pending' || end === 'refused'
  const body = {
    booking_key: `${isRefused ? 'sandbox_fail' : 'sandbox_confirm'}_${place}`,
    ...(place % 3 === 0 && { appointment_notes: NOTES[place % NOTES.length] }),
    ...(end === 'pending' && { async_confirmation: true, async_confirmation_timeout_millisecond: TRIED }),
  }
  const headers = { [ATTEMPT_HEADER]: id }
  const draft = { role: place % 9 === 0 ? 'administrator' : 'lab_coordinator', params, body, headers } as const
  const booked = { at, run: ({ ask }: Hands) => ask(request(bookPhlebotomyAppointment, draft)) }
  const looked = {
    at: at - 4 * MINUTE,
    run: ({ ask }: Hands) => ask(request(getLatestUserInfo, { role: 'support', params: { user_id: order.user_id } })),
  }
  return [looked, booked, ...laterOf(order, end, { at, id, until, request })]
}

interface Booked extends Telling {
  at: number
  id: string
}

function laterOf(order: Order, end: (typeof ENDS)[number], { at, id, until, request }: Booked): Work[] {
  const random = seeded(order, 1)
  const hours = (from: number, to: number) => at + random.between(from, to) * HOUR
  const set =
    (change: object) =>
    async ({ ask }: Hands) => {
      const ofBooking = { role: 'lab_coordinator', params: { booking_id: id } } as const
      const found = await ask(request(getBooking, ofBooking))
      const { booking } = getBooking.response.parse(await found.json())
      return ask(request(setBookingState, { ...ofBooking, body: { ...change, version: booking.version } }))
    }
  if (end === 'called_off')
    return [{ at: hours(1, 6), run: set({ state: 'cancelled', note: 'The patient called to cancel.' }) }]
  if (end === 'canceled') return [{ at: hours(2, 9), run: ({ advance }) => advance(order.id, 'appointment_cancelled') }]
  const zone = zonesOf(order.patient_address ?? {})[0] ?? 'UTC'
  const visitOn = (days: number, hour: number) =>
    zonedInstant(addDays(new Date(at).toISOString().slice(0, 10), days), hour, zone)
  if (end === 'moved') {
    const start_at = visitOn(3 + MOVED.days, MOVED.hours[random.int(0, MOVED.hours.length - 1)] ?? 9).toISOString()
    const visit = { start_at, iana_timezone: zone }
    return [{ at: hours(1, 3), run: set({ state: 'confirmed', visit, note: 'Moved by the provider, by phone.' }) }]
  }
  if (end !== 'kept') return []
  const drawn = visitOn(3, 8).getTime() + random.int(10, 40) * MINUTE
  return drawn > until ? [] : [{ at: drawn, run: ({ advance }) => advance(order.id, 'draw_completed') }]
}

const WRITTEN: readonly Omit<NewContact, 'id'>[] = [
  { note: 'Prefers calls after 5 pm.', pinned: true },
  {
    note: 'Asked when the result comes. Told: two days after the draw.',
    channel: 'phone',
    outcome: 'reached',
    contacted: 'patient',
  },
  { note: '', channel: 'phone', outcome: 'voicemail', contacted: 'patient' },
  { note: 'Sent the preparation sheet again.', channel: 'email', outcome: 'reached', contacted: 'patient' },
  { note: 'The provider confirms the visit by phone.', channel: 'phone', outcome: 'reached', contacted: 'provider' },
  { note: 'A relative opens the door; both know of the draw.' },
]

function notes(orders: readonly Order[], { until, request }: Telling): Work[] {
  return orders.slice(0, 2 * WRITTEN.length).map(({ id, user_id }, place) => {
    const random = seeded({ id }, 2)
    const role = place % 2 === 0 ? 'support' : 'lab_coordinator'
    const body = { ...WRITTEN[place % WRITTEN.length], id: random.uuid(), ...(place % 3 === 0 && { order_id: id }) }
    const at = until - random.int(60, 11 * 24 * 60) * MINUTE
    return { at, run: ({ ask }) => ask(request(addContact, { role, params: { user_id }, body })) }
  })
}

/** One provider wasn't reached and is due again, one was reached and read the result back. */
function calls(orders: readonly Order[], { until, request }: Telling): Work[] {
  const recent = orders.filter((order) => parseInstant(newestResult(order).result_at) < until - DAY)
  return recent.slice(0, 4).map((order, place) => {
    const at = until - (2 + 3 * place) * HOUR
    const isReached = place % 2 === 1
    const body = {
      ...{ id: seeded(order, 3).uuid(), order_id: order.id, ...newestResult(order) },
      ...{ called: 'ordering_provider', called_name: null, note: null, acknowledge: isReached },
      outcome: isReached ? 'read_back' : 'not_reached',
      next_attempt_at: isReached ? null : new Date(until + (1 + place) * HOUR).toISOString(),
    }
    return { at, run: ({ ask }) => ask(request(recordCallback, { role: 'lab_coordinator', params: {}, body })) }
  })
}

const IMPORTED = { provider: 'marrowfit', rows: 6 } as const

/** A file of six rows, of which one names nobody. */
function importOf(orders: readonly OrderRecord[], { until, request }: Telling): Work[] {
  const at = until - 4 * DAY
  const people = [...new Set(orders.map(({ order }) => order.user_id))].slice(0, IMPORTED.rows - 1)
  const random = bundleRandom(people.join(), 1, 4)
  const import_id = random.uuid()
  const connections = [...people, random.uuid()].map((user_id, place) => {
    const tokens = { access_token: random.uuid(), refresh_token: random.uuid(), provider_id: `sample-${place}` }
    return { user_id, ...tokens, expires_at: Math.floor(until / 1000) + DAY / 1000 }
  })
  const told = (state: 'running' | 'done', connected: number) => ({
    role: 'administrator' as const,
    params: { import_id },
    body: { ...IMPORTED, state, connected, failed: state === 'done' ? 1 : 0 },
  })
  const sent = { role: 'administrator', params: {}, body: { provider: IMPORTED.provider, connections } } as const
  return [
    { at, run: ({ ask }) => ask(request(recordImport, told('running', 0))) },
    { at: at + MINUTE / 6, run: ({ ask }) => ask(request(bulkImportConnections, sent)) },
    { at: at + MINUTE / 3, run: ({ ask }) => ask(request(recordImport, told('done', people.length))) },
  ]
}
