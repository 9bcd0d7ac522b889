/** Requests of the team before a demo starts, so that its audit log, bookings and acknowledgements aren't empty. */

import type { Base } from '#lib/demo/scenario.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER, typeVisitTime } from '#lib/domains/bookings/booking.ts'
import { saveCatalogEntries } from '#lib/domains/catalog/catalog.ts'
import { deregisterProvider } from '#lib/domains/connections/connection.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { type Called, recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { compareResults, newestResult } from '#lib/domains/orders/critical/critical-state.ts'
import { type Order, type OrderSearch, orderSearch } from '#lib/domains/orders/order.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { buildPath, CONSOLE_PREFIX, PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { caseOrders } from '#lib/sandbox/data/generate.ts'
import { LAB_TESTS } from '#lib/sandbox/data/labs.ts'
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import type { Change } from '#lib/sandbox/demo/journal/journal.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import { zonedInstant } from '#lib/utils/time/zones.ts'

/** Finds orders and a source in the sample data for the past requests of a demo. */
interface Candidates {
  /** Critical results, newest first, but for those that nobody has called about yet. */
  critical: readonly Order[]
  /** At-home draws without an appointment, newest first. */
  toBook: readonly Order[]
  /** Scheduled at-home draws that were booked elsewhere. */
  elsewhere: readonly Order[]
  /** A source that stopped sending. */
  stopped: { user_id: string; provider: string } | null
}

interface PreludeOptions {
  store: Pick<ServiceStore, 'searchOrders' | 'listUsers' | 'listConnections'>
  team_id: string
  /** The demo's unless set. */
  environment?: string
  /** When the run began, in milliseconds since 1970. */
  started_at: number
}

/** Orders whose last event is older: a past request must not come before an event of its order. */
const UNTOUCHED = 2 * DAY
const USERS = 100
/** Critical results of last night that wait when a demo begins, beside those of the cases. */
export const UNTOLD: Readonly<Record<Base, number>> = { normal: 1, busy: 7, new: 0, large: 12 }

/** Finds what earlier changes can be about: orders that are idle, and a source that stopped. */
async function candidatesFor(base: Base, { store, team_id, started_at }: PreludeOptions): Promise<Candidates> {
  const find = async (idle: number, search: Partial<OrderSearch>) => {
    const updated_end_date = new Date(started_at - idle).toISOString()
    const { orders } = await store.searchOrders(team_id, orderSearch.parse({ ...search, updated_end_date }))
    return orders.map(({ order }) => order)
  }
  // The cases for trainers tell stories of their own.
  const cases = new Set([...caseOrders(team_id, new Date(0)).values()].map(({ order }) => order.id))
  const critical = await find(0, { is_critical: true, size: 100 })
  return {
    critical: critical
      .filter(({ id }) => !cases.has(id))
      .toSorted((a, b) => compareResults(newestResult(b), newestResult(a)))
      .slice(UNTOLD[base]),
    toBook: await find(UNTOUCHED, { order_type: ['at_home_phlebotomy'], status: ['requisition_created'], size: 12 }),
    elsewhere: (
      await find(0, { order_type: ['at_home_phlebotomy'], status: ['appointment_scheduled'], size: 20 })
    ).filter(({ id }) => !cases.has(id)),
    stopped: await stoppedSource(store, team_id),
  }
}

async function stoppedSource(store: PreludeOptions['store'], team_id: string): Promise<Candidates['stopped']> {
  const { users } = await store.listUsers(team_id, { offset: 0, limit: USERS })
  for (const { user_id } of users) {
    const connections = (await store.listConnections(team_id, user_id)) ?? []
    const stopped = connections.find(({ status, slug }) => status === 'error' && providerKind(slug) === 'cloud_oauth')
    if (stopped) return { user_id, provider: stopped.slug }
  }
  return null
}

/** A request of a page, made some time before the demo's start. */
export interface PastRequest extends Change {
  minutes_ago: number
  role: Role
}

const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR

/** Returns the past requests of a base, oldest first; a new team has none. Make them without modifiers. */
export async function preludeOf(base: Base, options: PreludeOptions): Promise<PastRequest[]> {
  if (base === 'new') return []
  const candidates = await candidatesFor(base, options)
  const drafts = [
    ...callbacks(candidates, options.started_at),
    ...bookings(candidates),
    ...views(),
    ...preparations(),
    ...typedTimes(candidates, options.started_at),
    ...support(candidates),
  ]
  const all = drafts.map(([endpoint, draft]) => pastRequest(endpoint, draft, options.environment))
  return all.toSorted((a, b) => b.minutes_ago - a.minutes_ago)
}

export interface RequestDraft {
  minutes_ago: number
  role: Role
  params: Readonly<Record<string, string>>
  body?: object
  headers?: Readonly<Record<string, string>>
}

type Draft = [Endpoint, RequestDraft]

export function pastRequest(
  endpoint: Endpoint,
  { minutes_ago, role, params, body, headers }: RequestDraft,
  environment: string = DEMO_ID,
): PastRequest {
  const prefix = endpoint.section === 'console' ? CONSOLE_PREFIX : `${PROXY_PREFIX}/${environment}`
  const path = buildPath(endpoint.path, { environment, ...params })
  return {
    minutes_ago,
    role,
    method: endpoint.method,
    path: `${prefix}${path}`,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body ? JSON.stringify(body) : null,
  }
}

export const CALLED_BACK: readonly { minutes: number; role: Role; called: Called; note: string }[] = [
  {
    ...{ minutes: 38, role: 'lab_coordinator', called: 'ordering_provider' },
    note: 'Dr Moss tells the patient, who is going to urgent care.',
  },
  {
    ...{ minutes: 21, role: 'support', called: 'patient' },
    note: 'A repeat draw is booked with their own doctor.',
  },
  {
    ...{ minutes: 55, role: 'lab_coordinator', called: 'covering_provider' },
    note: 'The on-call provider follows up today.',
  },
]

/** Each within the hour after its result: a call that was read back, and so an acknowledgement. */
function callbacks({ critical }: Candidates, started_at: number): Draft[] {
  return CALLED_BACK.flatMap(({ minutes, role, ...call }, index) => {
    const order = critical[index]
    if (!order) return []
    const result = newestResult(order)
    const body = {
      ...{ ...call, ...result, id: bundleRandom(order.id, 0, 4).uuid(), order_id: order.id, called_name: null },
      ...{ outcome: 'read_back', next_attempt_at: null, acknowledge: true },
    }
    const minutes_ago = Math.floor((started_at - parseInstant(result.result_at)) / MINUTE) - minutes
    return [[recordCallback, { minutes_ago, role, params: {}, body }]]
  })
}

/** Confirmed, pending for two days at most, failed, confirmed. */
const BOOKED: readonly { minutes_ago: number; role: Role; booking: object }[] = [
  {
    minutes_ago: 30 * MINUTES_OF_HOUR,
    role: 'lab_coordinator',
    booking: { booking_key: 'sandbox_confirm_0815', appointment_notes: 'Gate code 4471.' },
  },
  {
    minutes_ago: 3 * MINUTES_OF_HOUR,
    role: 'lab_coordinator',
    booking: {
      booking_key: 'sandbox_fail_0930',
      async_confirmation: true,
      async_confirmation_timeout_millisecond: 172_800_000,
    },
  },
  { minutes_ago: 110, role: 'administrator', booking: { booking_key: 'sandbox_fail_1100' } },
  {
    minutes_ago: 40,
    role: 'lab_coordinator',
    booking: { booking_key: 'sandbox_confirm_1345', appointment_notes: 'Please call on arrival.' },
  },
]

function bookings({ toBook }: Candidates): Draft[] {
  return BOOKED.flatMap(({ minutes_ago, role, booking: body }, index) => {
    const order_id = toBook[index]?.id
    if (!order_id) return []
    const headers = { [ATTEMPT_HEADER]: bundleRandom(order_id, 0, 0).uuid() }
    return [[bookPhlebotomyAppointment, { minutes_ago, role, params: { order_id }, body, headers }]]
  })
}

function views(): Draft[] {
  return [
    [
      saveView,
      {
        minutes_ago: 6 * MINUTES_OF_DAY,
        role: 'lab_coordinator',
        params: { list: 'orders' },
        body: {
          name: 'Draws to book',
          shared: true,
          filter: {
            order_type: ['at_home_phlebotomy'],
            status: ['requisition_created', 'requisition_bypassed', 'appointment_cancelled'],
          },
          look: {},
        },
      },
    ],
  ]
}

/** By the lab tests of the sandbox; the others have none, and say so. */
const PREPARATIONS = [
  { id: 101, preparation: 'Fast for 10 hours. Water is fine.', sample: 'Blood, four tubes' },
  { id: 102, preparation: 'Fast for 10 hours. Water is fine.', sample: 'Blood, two tubes' },
  { id: 106, preparation: 'No biotin for 72 hours.', sample: 'Dried blood spot', remarks: 'Mail it on the same day.' },
  { id: 107, preparation: 'Fast for 12 hours, no alcohol for 24 hours.', sample: 'Blood, three tubes' },
  { id: 109, preparation: 'Draw between 7 and 10 AM.', sample: 'Blood, one tube' },
] as const

function preparations(): Draft[] {
  const entries = PREPARATIONS.flatMap(({ id: number, ...texts }) => {
    const test = LAB_TESTS.find(({ id }) => id.endsWith(`${number}`))
    return test ? [{ kind: 'lab_test', id: test.id, name: test.name, lab_id: String(test.lab_id), ...texts }] : []
  })
  const draft = { minutes_ago: 5 * MINUTES_OF_DAY, role: 'lab_coordinator', params: {}, body: { entries } } as const
  return [[saveCatalogEntries, draft]]
}

/** Visits that providers booked and told by phone: days after the start, and hours where the patient lives. */
const TYPED = [
  { days: 1, hour: 8, note: 'By phone with the provider.' },
  { days: 2, hour: 10, note: 'The patient read it from the provider’s email.' },
  { days: 3, hour: 9, note: 'By phone with the provider.' },
] as const

function typedTimes({ elsewhere }: Candidates, started_at: number): Draft[] {
  return TYPED.flatMap(({ days, hour, note }, index) => {
    const order = elsewhere[index]
    if (!order) return []
    const iana_timezone = zonesOf(order.patient_address ?? {})[0] ?? 'UTC'
    const day = addDays(new Date(started_at).toISOString().slice(0, 10), days)
    const visit = { start_at: zonedInstant(day, hour, iana_timezone).toISOString(), iana_timezone }
    const body = { id: bundleRandom(order.id, 0, 5).uuid(), visit, note, version: 0 }
    const draft = { minutes_ago: 25 + index, role: 'lab_coordinator', params: { order_id: order.id }, body } as const
    return [[typeVisitTime, draft]]
  })
}

/** Support opened a user whose source had stopped and disconnected it, so that the patient can connect it again. */
function support({ stopped }: Candidates): Draft[] {
  if (!stopped) return []
  const { user_id, provider } = stopped
  return [
    [getLatestUserInfo, { minutes_ago: 52, role: 'support', params: { user_id } }],
    [deregisterProvider, { minutes_ago: 48, role: 'support', params: { user_id, provider } }],
  ]
}
