/** The network of component tests: a test says what answers by `server.use(…)`, and anything else fails the test. */
import { type HttpHandler, HttpResponse, type HttpResponseResolver, http, type RequestHandlerOptions } from 'msw'
import { setupServer } from 'msw/node'
import { listBookings, listVisitTimes } from '#lib/domains/bookings/booking.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { getCallerCheck } from '#lib/domains/contacts/callers.ts'
import { getContactBook } from '#lib/domains/contacts/contact-book.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { getTurnaround } from '#lib/domains/orders/turnaround.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import { namePeople } from '#lib/domains/users/directory.ts'
import type { EndpointRecord } from '#lib/kernel/endpoint.ts'
import { CONSOLE_PREFIX, PROXY_PREFIX } from '#lib/kernel/wire.ts'

/** Answers of one endpoint in component tests: method and address come from its record. */
type Mocked = Pick<EndpointRecord, 'section' | 'method' | 'path' | 'personal'>

const METHODS = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete } as const

/**
 * Returns a handler for `server.use`; the resolver gets what MSW's own get. A read whose query may name a person is
 * answered however it is sent: with the query in the address or in a body.
 */
export function mock(
  endpoint: Mocked,
  resolver: HttpResponseResolver<Record<string, string>>,
  options: RequestHandlerOptions = {},
): HttpHandler {
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  const on = endpoint.personal ? http.all : METHODS[endpoint.method]
  return on(`*${prefixOf(endpoint)}${path}`, resolver, options)
}

/** Returns the record of one endpoint with values in its path: a call with any others isn't answered. */
export function at(endpoint: Mocked, params: Readonly<Record<string, string>>): Mocked {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => params[name] ?? placeholder)
  return { ...endpoint, path }
}

function prefixOf({ section }: Mocked): string {
  if (section === 'console') return CONSOLE_PREFIX
  return section === 'sign-in' ? AUTH_PREFIX : `${PROXY_PREFIX}/:environment`
}

/** Pages that could not reach the console ask until it answers; here it stays away unless a test says otherwise. */
const unreachable = http.get('/healthz', () => HttpResponse.error())

/** Most orders have no booking made here; a test about bookings says which there are. */
const unbooked = mock(listBookings, () =>
  HttpResponse.json({ bookings: [], total: 0, cancelled: 0, now: '2026-11-21T08:00:00Z' }),
)

/** Rows and dialogs name the patient; no one has demographics unless a test says otherwise. */
const noInfo = mock(getLatestUserInfo, () => HttpResponse.json({ detail: 'User info not found.' }, { status: 404 }))

/** Rows ask for many people at once; a test says who each is by what reads one whole. */
const names = mock(namePeople, async ({ params: { environment }, request }) => {
  const { user_ids } = namePeople.body.parse(await request.json())
  const reads = user_ids.map(async (user_id) => {
    const path = getLatestUserInfo.path.replace('{user_id}', user_id)
    const answer = await fetch(new URL(`${PROXY_PREFIX}/${environment}${path}`, request.url))
    return { user_id, status: answer.status, info: answer.ok ? await answer.json() : null }
  })
  const read = await Promise.all(reads)
  const people = read.filter(({ status }) => status === 200 || status === 404)
  const failed = read.find(({ status }) => status !== 200 && status !== 404)
  const problem = failed ? 'Some names didn’t load.' : null
  return HttpResponse.json({ people, problem, is_refused: failed?.status === 403 })
})

/** Every page of an order with a result asks what is on record about it. */
const nothingRecorded = http.get('*/api/console/overview/:environment/acknowledgements', () =>
  HttpResponse.json({ acknowledgements: [], seen_critical: [], starts_at: null }),
)

/** No caller has been verified. */
const unverified = mock(getCallerCheck, ({ params: { user_id } }) =>
  HttpResponse.json({ user_id, verified_at: null, verified_until: null, facts: [], attempts_left: 3 }),
)

/** Every connection and every wall asks for the contacts of its environment, and every open order how long its test takes. */
const noContacts = mock(getContactBook, () =>
  HttpResponse.json({
    ...{ partners: [], source_changes: [], request_days: 30, version: 0, changed_at: null, changed_by: null },
  }),
)
const noCatalog = mock(listCatalog, () => HttpResponse.json({ entries: [], methods: [] }))
const noTimes = mock(listVisitTimes, () => HttpResponse.json({ times: [] }))
const noHistory = mock(getTurnaround, () => HttpResponse.json({ stages: [] }))

export const server = setupServer(
  unreachable,
  unbooked,
  noInfo,
  noCatalog,
  noTimes,
  names,
  nothingRecorded,
  unverified,
  noContacts,
  noHistory,
)
