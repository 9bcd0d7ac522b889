/** Thousands of malformed requests: never a failure inside, always a reason, and nothing changed by what was refused. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { endpointList, endpoints } from '#lib/domains/service-endpoints.ts'
import { errorBody } from '#lib/kernel/error-body.ts'
import { openApiDocument } from '#lib/kernel/openapi.ts'
import type { OpenDatabase } from '#lib/platform/database/database.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { testClock, testQueue } from '#lib/service/clock.testing.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { type FuzzRequest, fuzzRequests } from './fuzz.testing.ts'
import { KEY, STORES, type StoreName, TEAM } from './service.testing.ts'
import { createService } from './service.ts'

const bundles = [...generateBundles({ users: 8, orders: 30, today: new Date('2026-11-21'), team_id: TEAM })]
const user_ids = bundles.map(({ user }) => user.user_id)
const order_ids = bundles.flatMap(({ orders }) => orders.map(({ order }) => order.id))

/** Milliseconds that no request may take, however long its texts are. */
const SLOWEST = 20_000

/** All that a store shows through its port, and how often it was asked to keep what it does not show. */
async function shown(store: ServiceStore, kept: () => number): Promise<string> {
  const users = await Promise.all(
    user_ids.map(async (id) => [await store.getUser(TEAM, id), await store.listConnections(TEAM, id)]),
  )
  const { orders } = await store.searchOrders(TEAM, orderSearch.parse({ size: 100 }))
  const open = await store.overdueAppointments(new Date('9999-01-01'))
  return JSON.stringify([users, orders, open, await store.unfinishedImports(), kept()])
}

const TABLES = [
  'users',
  'connections',
  'orders',
  'credentials',
  'imports',
  'import_batches',
  'appointments',
  'team_totals',
]

/** Every row of every table; a booking that failed leaves a cancelled appointment behind, which nobody sees. */
async function rows({ db }: OpenDatabase): Promise<string> {
  const parts = TABLES.map((table) => {
    const visible = table === 'appointments' ? "where status <> 'cancelled'" : ''
    return `select md5(string_agg(md5(t::text), '' order by md5(t::text))) from service.${table} t ${visible}`
  })
  const result = await db.execute(sql.raw(parts.join(' union all ')))
  return JSON.stringify(result)
}

async function started(name: StoreName) {
  const { store, database, close } = await STORES[name]()
  await store.insert(bundles)
  let kept = 0
  const { saveCredential, startImport } = store
  store.saveCredential = (credential) => {
    kept += 1
    return saveCredential(credential)
  }
  store.startImport = (operation, items) => {
    kept += 1
    return startImport(operation, items)
  }
  const clock = testClock('2026-11-21T12:00:00Z')
  const queue = testQueue(clock.now)
  const failures: unknown[] = []
  const service = createService({
    ...(await testDeps()),
    store,
    jobs: queue.jobs,
    key_header: 'x-service-api-key',
    teamOfKey: (key) => (key === KEY ? TEAM : null),
    onError: (error) => void failures.push(error),
    now: clock.now,
    async sleep(milliseconds) {
      await clock.sleep(milliseconds)
      // Imports only: the request waits for its own; an appointment of another is none of its work.
      await queue.runDue(async (job, id) => (job === 'import_connections' ? service.runJob(job, id) : undefined))
    },
  })
  const send = ({ method, path, headers, body }: FuzzRequest) => {
    const init = { method, headers: { 'x-service-api-key': KEY, ...headers }, ...(body === null ? {} : { body }) }
    return service.api.fetch(new Request(`http://sandbox.test${path}`, init))
  }
  const state = async () => {
    const all = database ? await rows(database) : await shown(store, () => kept)
    return createHash('sha256').update(all).digest('hex')
  }
  const settle = () => queue.runDue(service.runJob)
  return { service, send, settle, state, failures, close }
}

function isBookingFailure({ name }: FuzzRequest, status: number) {
  return name === 'book_phlebotomy_appointment' && status === 500
}

const { paths } = openApiDocument('x-service-api-key', endpointList)
const documented = z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))

/** The OpenAPI document is a promise: each answer has one of its statuses, and a success its shape. */
function expectDocumented({ name, method, path }: FuzzRequest, status: number, body: string) {
  const { response, path: pattern } = endpoints[name]
  // With an empty part it's the address of another endpoint, or of none.
  if (!new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`).test(path)) return
  const { responses = {} } = documented.parse(paths[pattern])[method.toLowerCase()] ?? {}
  expect(Object.keys(responses), `${method} ${path}`).toContain(String(status))
  if (status < 300 && body !== '') expect(response.safeParse(JSON.parse(body)).error, path).toBeUndefined()
}

describe.each([
  ['memory', 2000],
  ['embedded PostgreSQL', 1000],
] as const)('over %s', (store, runs) => {
  let opened: Awaited<ReturnType<typeof started>>
  beforeAll(async () => {
    opened = await started(store)
  })
  afterAll(() => opened.close())

  test(`${runs} malformed requests`, async () => {
    const { send, settle, state, failures } = opened
    const seen = new Map<number, number>()
    // A digest that never changes would prove nothing of the calls that were refused.
    const untouched = await state()
    const update = { method: 'PATCH', path: `/v2/user/${user_ids[0]}`, body: '{"fallback_time_zone":"Asia/Tokyo"}' }
    const updated = await send({ name: 'update_user', headers: { 'content-type': 'application/json' }, ...update })
    expect(updated.status).toBe(204)
    expect(await state()).not.toBe(untouched)
    const check = async (request: FuzzRequest) => {
      await settle()
      const before = await state()
      const start = performance.now()
      const response = await send(request)
      const body = await response.text()
      expect(performance.now() - start).toBeLessThan(SLOWEST)
      const { status } = response
      seen.set(status, (seen.get(status) ?? 0) + 1)
      expect(failures).toEqual([])
      if (request.method === endpoints[request.name].method) expectDocumented(request, status, body)
      if (status >= 500) expect(isBookingFailure(request, status)).toBe(true)
      if (status >= 400) {
        expect(response.headers.get('content-type')).toContain('application/json')
        expect(errorBody.safeParse(JSON.parse(body)).success).toBe(true)
        expect(await state()).toBe(before)
      }
    }
    await fc.assert(fc.asyncProperty(fuzzRequests({ user_ids, order_ids }), check), {
      numRuns: runs,

      // A smaller request would meet another state: the first that fails is the one to look at.
      endOnFailure: true,
    })
    // Seeds are random: only answers that are frequent whatever the seed are demanded.
    expect(seen.get(422) ?? 0).toBeGreaterThan(runs / 5)
    for (const status of [200, 404, 405, 415]) expect([...seen.keys()]).toContain(status)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  }, 120_000)
})

describe('the pages', () => {
  const FORMS = [
    '',
    'action=connect',
    'action=connect&provider=nothing',
    'action[]=close',
    'action=close',
    '%',
    '\0',
    '{"action":"close"}',
    '--x',
  ]
  const TYPES = [
    '',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/json',
    'text/plain',
  ]

  test('take any form and any address without failing', async () => {
    const { send, service } = await started('memory')
    const made = await send({
      name: 'create_link_token',
      method: 'POST',
      path: createLinkToken.path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: user_ids[0], redirect_url: 'https://app.example/' }),
    })
    const { link_token } = await made.json()
    const tokens = fc.oneof(
      fc.constant(String(link_token)),
      fc.string({ unit: 'binary' }).map((token) => encodeURIComponent(token.toWellFormed())),
    )
    const form = fc.record({
      token: tokens,
      type: fc.constantFrom(...TYPES),
      body: fc.oneof(fc.constantFrom(...FORMS), fc.string()),
    })
    const check = async ({ token, type, body }: { token: string; type: string; body: string }) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
      for (const page of ['link', 'portal']) {
        const request = new Request(`http://sandbox.test/${page}/${token}`, { method: 'POST', headers, body })
        expect((await service.pages.fetch(request)).status).toBeLessThan(500)
        expect((await service.pages.fetch(new Request(`http://sandbox.test/${page}/${token}`))).status).toBeLessThan(
          500,
        )
      }
    }
    await fc.assert(fc.asyncProperty(form, check), { numRuns: 300 })
  })
})
