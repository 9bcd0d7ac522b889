import { beforeAll, describe, expect, test } from 'vitest'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { endpointList, endpoints } from '#lib/domains/service-endpoints.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { type CallValues, callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import { createService } from './service.ts'
import { createMemoryStore } from './store-memory.ts'

const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
const KEY = 'right-key'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const bundles = [...generateBundles({ users: 120, orders: 400, today: new Date('2026-11-21'), team_id: TEAM })]
const someone = bundles[0]?.user.user_id ?? ''
const failures: unknown[] = []
const store = createMemoryStore()
const { api } = createService({
  ...(await testDeps()),
  store,
  key_header: 'x-service-api-key',
  teamOfKey: (key) => (key === KEY ? TEAM : null),
  onError: (error) => failures.push(error),
  now: () => new Date('2026-11-21T12:00:00Z'),
})

beforeAll(() => store.insert(bundles))

async function call(path: string, init: RequestInit = {}, key = KEY) {
  const headers = { 'x-service-api-key': key, ...init.headers }
  const response = await api.fetch(new Request(`http://service.test${path}`, { ...init, headers }))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

const send = <E extends Endpoint>(endpoint: E, values?: CallValues<E>) => call(...callOf(endpoint, values))
const update = (user_id: string | undefined, json: unknown) => send(updateUser, { params: { user_id }, json })

describe('the door', () => {
  test.each(endpointList)('$method $path wants a key', async ({ method, path, params }) => {
    const filled = buildPath(path, Object.fromEntries(Object.keys(params.shape).map((name) => [name, someone])))
    for (const key of ['', 'wrong']) {
      const { status, body } = await call(filled, { method }, key)
      expect(status).toBe(401)
      expect(body.detail).toContain('API key')
    }
  })

  test.each([
    [listUsers.path, 200],
    [listUsers.path.replace(/\/$/, ''), 200],
    [listOrders.path, 200],
    [`${listOrders.path}/`, 200],
    [`${listOrders.path}-of-nobody`, 404],
    [listMarkers.path.replace(/\/\{.*$/, ''), 404],
  ])('%s answers %i, never a redirect', async (path, status) => {
    const { status: actual, body } = await call(path)
    expect(actual).toBe(status)
    if (status === 404)
      expect(body).toEqual({ detail: 'Not found.', code: 'unknown_address', request_id: expect.any(String) })
  })

  test('a wrong method is 405 and says which are right', async () => {
    const { status, headers } = await send(listOrders, { method: 'POST' })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('GET')
  })

  test('bodies are JSON, and readable', async () => {
    const sendAs = (type: string, body: string) =>
      send(updateUser, { params: { user_id: someone }, body, headers: { 'content-type': type } })
    expect((await sendAs('text/plain', '{}')).status).toBe(415)
    expect((await sendAs('application/json', '{')).body.detail[0]).toMatchObject({
      loc: ['body'],
      type: 'json_invalid',
    })
    expect((await sendAs('application/json', '[]')).status).toBe(422)
    expect((await sendAs('application/json; charset=utf-8', '{}')).status).toBe(204)
  })

  test('a failure inside is a 500 that tells nothing', async () => {
    const { api: broken } = createService({
      ...(await testDeps()),
      store: { ...store, listUsers: () => Promise.reject(new Error('Maren Okafor 1982-02-03')) },
      key_header: 'x-service-api-key',
      teamOfKey: () => TEAM,
      onError: (error) => failures.push(error),
    })
    const response = await broken.fetch(new Request(`http://service.test${listUsers.path}`))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('Maren')
    expect(failures).toHaveLength(1)
  })
})

describe('users', () => {
  test('list: the shape of the spec, default page, then the asked one', async () => {
    const first = await send(listUsers)
    expect(endpoints.list_users.response.parse(first.body)).toEqual(first.body)
    expect(first.body).toMatchObject({ total: 120, offset: 0, limit: 100 })
    expect(first.body.users).toHaveLength(100)
    const second = await send(listUsers, { query: { offset: 100, limit: 500 } })
    expect(second.body.users).toHaveLength(20)
    expect(second.body).toMatchObject({ total: 120, offset: 100, limit: 500 })
  })

  test.each([
    ['limit=501', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=0', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
  ])('%s is refused by the name of the field', async (query, field) => {
    const { status, body } = await call(`${listUsers.path}?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(['query', field])
    expect(body.detail[0].msg).toBeTruthy()
    expect(body.detail[0].type).toBeTruthy()
  })

  test('update: 204 with no body, and it shows', async () => {
    const changes = { client_user_id: 'case-7', fallback_time_zone: 'America/Denver', colour: 'ignored' }
    expect(await update(someone, changes)).toMatchObject({ status: 204, body: null })
    const { body } = await send(listUsers, { query: { limit: 500 } })
    const user = body.users.find((each: { user_id: string }) => each.user_id === someone)
    expect(user).toMatchObject({
      client_user_id: 'case-7',
      fallback_time_zone: { id: 'America/Denver', source_slug: 'manual', updated_at: '2026-11-21T12:00:00.000Z' },
    })
    expect(user).not.toHaveProperty('colour')
    expect(user).not.toHaveProperty('info')
  })

  test('update: refusals name the field, the holder, or say not found', async () => {
    const other = bundles[1]?.user
    const taken = await update(other?.user_id, { client_user_id: 'case-7' })
    expect(taken.status).toBe(400)
    expect(taken.body.detail).toMatchObject({ user_id: someone, created_on: bundles[0]?.user.created_on })
    const bad = await update(someone, { fallback_time_zone: 'Mars/Base', ingestion_start: '2026-02-30' })
    expect(bad.body.detail.map((issue: { loc: string[] }) => issue.loc)).toEqual([
      ['body', 'fallback_time_zone'],
      ['body', 'ingestion_start'],
    ])
    expect((await update(NOBODY, {})).status).toBe(404)
    expect((await update('nobody', {})).body.detail[0].loc).toEqual(['path', 'user_id'])
  })
})

describe('providers of a user', () => {
  test('every connection in the shape of the spec, without what is ours', async () => {
    const connected = bundles.find(({ connections }) => connections.length > 1)
    const { status, body } = await send(listUserProviders, { params: { user_id: connected?.user.user_id } })
    expect(status).toBe(200)
    expect(endpoints.list_user_providers.response.parse(body)).toEqual(body)
    expect(body.providers).toHaveLength(connected?.connections.length ?? 0)
    expect(body.providers[0]).not.toHaveProperty('user_id')
  })

  test('nobody is 404, malformed is 422', async () => {
    expect((await send(listUserProviders, { params: { user_id: NOBODY } })).status).toBe(404)
    expect((await send(listUserProviders, { params: { user_id: 'x' } })).status).toBe(422)
  })
})

describe('orders', () => {
  test('the shape of the spec, newest first, fifty a page', async () => {
    const { body } = await send(listOrders)
    expect(endpoints.list_orders.response.parse(body)).toEqual(body)
    expect(body).toMatchObject({ total: 400, page: 1, size: 50 })
    const created = body.orders.map((order: { created_at: string }) => order.created_at)
    expect(created).toEqual(created.toSorted().reverse())
  })

  test('repeated keys are one filter with several values', async () => {
    const { body } = await send(listOrders, { query: { status: ['completed', 'cancelled'], size: 100 } })
    const last = body.orders.map((order: { events: { status: string }[] }) => order.events.at(-1)?.status.split('.')[2])
    expect(new Set(last)).toEqual(new Set(['completed', 'cancelled']))
  })

  test.each([
    ['page=0', ['query', 'page']],
    ['size=101', ['query', 'size']],
    ['start_date=yesterday', ['query', 'start_date']],
    ['is_critical=maybe', ['query', 'is_critical']],
    ['order_ids=1&order_ids=2', ['query', 'order_ids', 0]],
    ['interpretation=odd', ['query', 'interpretation']],
  ])('%s is refused at %j', async (query, loc) => {
    const { status, body } = await call(`${listOrders.path}?${query}`)
    expect(status).toBe(422)
    expect(body.detail[0].loc).toEqual(loc)
  })
})
