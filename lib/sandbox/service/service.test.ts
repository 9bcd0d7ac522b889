/** Service-wide rules: team isolation, expiring credentials, and unfinished work. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type EndpointName, endpoints } from '#lib/domains/service-endpoints.ts'
import { type CallValues, callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { testClock, testQueue } from '#lib/service/clock.testing.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import { createService } from './service.ts'
import { createMemoryStore } from './store-memory.ts'

const MINE = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
const THEIRS = '70a2f9d3-1111-4222-8333-9a6f2c8151bc'
const today = new Date('2026-11-21')
const mine = [...generateBundles({ users: 20, orders: 80, today, team_id: MINE })]
const theirs = [...generateBundles({ users: 20, orders: 80, today, team_id: THEIRS, seed: 7 })]

const clock = testClock('2026-11-21T12:00:00Z')
const queue = testQueue(clock.now)
const store = createMemoryStore()
const failures: unknown[] = []
const service = createService({
  ...(await testDeps()),
  store,
  jobs: queue.jobs,
  key_header: 'x-service-api-key',
  teamOfKey: (key) => ({ mine: MINE, theirs: THEIRS })[key] ?? null,
  onError: (error) => void failures.push(error),
  now: clock.now,
  sleep: clock.sleep,
})

beforeAll(async () => {
  await store.insert(mine)
  await store.insert(theirs)
})
afterEach(() => vi.useRealTimers())

async function request({ fetch }: Pick<typeof service.api, 'fetch'>, path: string, init: RequestInit) {
  const response = await fetch(new Request(`http://sandbox.test${path}`, init))
  return { status: response.status, text: await response.text() }
}

const send = <E extends Endpoint>(endpoint: E, values?: CallValues<E>) =>
  request(service.api, ...callOf(endpoint, { ...values, headers: { 'x-service-api-key': 'mine' } }))
const page = (method: string, path: string) => request(service.pages, path, { method })

describe('a key is that of one team', () => {
  const other = theirs.find(({ orders, connections }) => orders.length > 0 && connections.length > 0)
  const user_id = other?.user.user_id ?? ''
  const order_id = other?.orders[0]?.order.id ?? ''
  const workout_id = '5b1e0c7a-77f4-4d0e-9a54-1f0a3c2d6e0f'
  const PERSON = {
    first_name: 'Maren',
    last_name: 'Lee',
    email: 'maren@mail.example',
    phone_number: '+16025550143',
    gender: 'female',
    dob: '1982-02-28',
    address: { first_line: '1204 Alder St', zip_code: '85004', state: 'AZ', city: 'Phoenix' },
  }
  const BODIES: Partial<Record<EndpointName, unknown>> = {
    update_user_info: PERSON,
    create_portal_url: { context: 'launch' },
    update_user: { client_user_id: 'taken-over' },
    create_link_token: { user_id },
    book_phlebotomy_appointment: { booking_key: 'sandbox_confirm' },
  }
  const OF_A_USER: EndpointName[] = [
    'update_user_info',
    'get_latest_user_info',
    'list_user_providers',
    'create_portal_url',
    'update_user',
    'create_link_code',
    'create_link_token',
    'create_sign_in_token',
    'book_phlebotomy_appointment',
    'deregister_provider',
    'get_user',
    'resolve_user',
    'delete_user',
    'undo_delete_user',
    'get_workout_stream',
    'get_historical_pulls',
  ]

  test.each(OF_A_USER)('%s: what is another team’s is not found, and stays as it is', async (name) => {
    const before = await stateOf(THEIRS)
    const client_user_id = other?.user.client_user_id ?? 'none'
    const params = { user_id, order_id, provider: other?.connections[0]?.slug ?? '', client_user_id, workout_id }
    const query = ['create_link_code', 'undo_delete_user', 'get_historical_pulls'].includes(name) ? { user_id } : {}
    const { status } = await send<Endpoint>(endpoints[name], { params, query, json: BODIES[name] })
    expect(status).toBe(404)
    expect(await stateOf(THEIRS)).toEqual(before)
  })

  test('every endpoint is tried with what is another team’s, or lists only one’s own', () => {
    expect(
      Object.keys(endpoints)
        .filter((name) => !OF_A_USER.some((each) => each === name))
        .toSorted(),
    ).toEqual([
      'bulk_import_connections',
      'create_user',
      'get_service_centers',
      'list_bulk_ops',
      'list_markers',
      'list_orders',
      'list_users',
    ])
  })

  test('another team’s deleted user can’t be restored, and their reference is free here', async () => {
    const [mine, client_user_id] = [{ 'x-service-api-key': 'theirs' }, 'of-theirs']
    const [path, init] = callOf(endpoints.create_user, { json: { client_user_id }, headers: mine })
    const made = JSON.parse((await request(service.api, path, init)).text)
    await request(service.api, ...callOf(endpoints.delete_user, { params: { user_id: made.user_id }, headers: mine }))
    for (const query of [{ user_id: made.user_id }, { client_user_id }])
      expect((await send(endpoints.undo_delete_user, { query })).status).toBe(404)
    const { status, text } = await send(endpoints.create_user, { json: { client_user_id } })
    expect([status, JSON.parse(text).user_id === made.user_id]).toEqual([200, false])
    await send(endpoints.delete_user, { params: { user_id: JSON.parse(text).user_id } })
  })

  test('lists hold one’s own', async () => {
    expect(JSON.parse((await send(endpoints.list_bulk_ops)).text).data).toEqual([])
    expect((await send(endpoints.get_historical_pulls)).text).not.toContain(user_id)
    expect(JSON.parse((await send(endpoints.list_users)).text).total).toBe(20)
    expect(JSON.parse((await send(endpoints.list_orders)).text).total).toBe(80)
    const found = await send(endpoints.list_orders, { query: { order_ids: order_id, user_id } })
    expect(JSON.parse(found.text).orders).toEqual([])
  })

  test('an import fails for users of another team', async () => {
    const connections = [{ user_id, access_token: 'a', refresh_token: 'r', provider_id: 'p', expires_at: 1 }]
    const { status } = await send(endpoints.bulk_import_connections, { json: { provider: 'pulsewren', connections } })
    expect(status).toBe(202)
    const [job] = queue.waiting()
    await queue.runDue(service.runJob)
    expect(await store.importResult(job?.id ?? '')).toEqual({ imported: [], failed: [user_id] })
  })

  async function stateOf(team_id: string) {
    const { users } = await store.listUsers(team_id, { offset: 0, limit: 500 })
    const one = await store.getUser(team_id, user_id)
    return [users, one, await store.listConnections(team_id, user_id), await store.getOrder(team_id, order_id)]
  }
})

describe('credentials run out', () => {
  const withInfo = mine.find(({ user }) => user.info)?.user.user_id ?? ''

  test('a link page after ten minutes', async () => {
    const { text } = await send(endpoints.create_link_token, { json: { user_id: withInfo } })
    const { pathname } = new URL(JSON.parse(text).link_web_url)
    clock.advance(10 * 60_000 - 1)
    expect((await page('GET', pathname)).status).toBe(200)
    clock.advance(1)
    const expired = await page('GET', pathname)
    expect([expired.status, expired.text.includes('expired')]).toEqual([410, true])
    expect((await page('POST', pathname)).status).toBe(410)
  })

  test.each([
    ['launch', 15 * 60_000],
    ['communications', 14 * 86_400_000],
  ])('a portal address for %s after its time', async (context, lifetime) => {
    const { text } = await send(endpoints.create_portal_url, { params: { user_id: withInfo }, json: { context } })
    const { url, expires_in } = JSON.parse(text)
    expect(expires_in * 1000).toBe(lifetime)
    const { pathname } = new URL(url)
    clock.advance(lifetime - 1)
    expect((await page('GET', pathname)).status).toBe(200)
    clock.advance(1)
    expect((await page('GET', pathname)).status).toBe(410)
  })

  test('one kind of credential opens no page of another', async () => {
    const { text } = await send(endpoints.create_link_token, { json: { user_id: withInfo } })
    const { link_token } = JSON.parse(text)
    expect((await page('GET', `/portal/${link_token}`)).status).toBe(404)
    const signIn = await send(endpoints.create_sign_in_token, { params: { user_id: withInfo } })
    const { sign_in_token } = JSON.parse(signIn.text)
    expect((await page('GET', `/link/${sign_in_token}`)).status).toBe(404)
  })
})

describe('the watch over unfinished work', () => {
  test('looks at once and every five seconds, outlives a failure, and stops', async () => {
    vi.useFakeTimers()
    const { unfinishedImports } = store
    let looks = 0
    store.unfinishedImports = async () => {
      looks += 1
      if (looks === 2) throw new Error('the database is away')
      return unfinishedImports()
    }
    const stop = await service.scheduleRecovery()
    expect(looks).toBe(1)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(looks).toBe(4)
    expect(failures).toHaveLength(1)
    await stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(looks).toBe(4)
    store.unfinishedImports = unfinishedImports
  })
})
