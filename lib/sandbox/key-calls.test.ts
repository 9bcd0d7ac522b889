/** The embedded service as callers with a key meet it: what they do is on record, and keys can't be guessed fast. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAudit } from '#lib/domains/audit/console/audit.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { management, ORG_ID } from '#lib/domains/teams/management.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { type CallValues, callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { createKeyCalls } from './key-calls.ts'

const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
const KEY = 'right-key'
const MANAGEMENT_KEY = 'right-management-key'
const bundles = [...generateBundles({ users: 20, orders: 40, today: new Date('2026-11-21'), team_id: TEAM })]
const someone = bundles[0]?.user.user_id ?? ''
const store = createMemoryStore()
beforeAll(() => store.insert(bundles))
beforeEach(() => {
  // Time goes on by itself too: a body is parsed in steps with pauses between them.
  const toFake = ['setTimeout', 'clearTimeout', 'Date'] as const
  vi.useFakeTimers({ toFake: [...toFake], now: new Date('2026-11-21T12:00:00Z'), shouldAdvanceTime: true })
})
afterEach(() => void vi.useRealTimers())

interface Options<E extends Endpoint> extends CallValues<E> {
  address?: string
  key?: string
}

async function door() {
  const console_store = createMemoryConsoleStore()
  const onError = () => expect.fail('an entry was not written or a call failed')
  const audit = createAudit({ store: console_store, now: () => new Date(), onError })
  const { calls, close } = createKeyCalls({ audit, environment: 'sandbox', onError })
  const teamOfKey = (key: string) => (key === KEY ? TEAM : null)
  const { api, management: door } = createService({
    ...(await testDeps()),
    store,
    key_header: 'x-key',
    teamOfKey,
    onError,
    keyCalls: calls,
    installation: {
      organization: { org_id: ORG_ID, name: 'Clinics' },
      team_id: TEAM,
      isManagementKey: (key) => key === MANAGEMENT_KEY,
    },
  })
  const send = <E extends Endpoint>(endpoint: E, { address = '192.0.2.1', key = KEY, ...values }: Options<E> = {}) => {
    const [path, init] = callOf<Endpoint>(endpoint, { ...values, headers: { 'x-key': key } })
    return api.fetch(new Request(`http://sandbox.test${path}`, init), { address })
  }
  const manage = <E extends Endpoint>(endpoint: E, { key = MANAGEMENT_KEY, ...values }: Options<E> = {}) => {
    const headers = { 'x-management-key': key }
    const [path, init] = callOf<Endpoint>(endpoint, { ...values, headers })
    return door.fetch(new Request(`http://sandbox.test${path}`, init), { address: '192.0.2.1' })
  }
  const entries = async () => (await console_store.searchAudit({ limit: 500 }, null)).entries.reverse()
  return { api, send, manage, entries, close }
}

describe('what is done with the key is on record', () => {
  test('a list names everybody in it, a read whom it asked for, a change before and after', async () => {
    const { send, entries } = await door()
    const { users } = await (await send(listUsers, { query: { limit: 3 } })).json()
    await send(listUserProviders, { params: { user_id: someone } })
    await send(updateUser, { params: { user_id: someone }, json: { fallback_time_zone: 'America/Denver' } })
    const by_key = { actor_id: 'service_key', actor_email: null, role: null, environment: 'sandbox' }
    expect(await entries()).toMatchObject([
      {
        ...by_key,
        action: 'list_users',
        listed: true,
        subjects: users.map((user: { user_id: string }) => user.user_id),
      },
      { ...by_key, action: 'list_user_providers', subjects: [someone], outcome: 'done', status: 200 },
      { ...by_key, action: 'update_user', subjects: [someone], status: 204 },
    ])
  })

  test('also what is refused', async () => {
    const { send, entries } = await door()
    expect((await send(listUsers, { query: { limit: 'none' } })).status).toBe(422)
    expect(await entries()).toMatchObject([{ action: 'list_users', outcome: 'refused', status: 422 }])
  })

  test('calls of the console’s own proxy are not, as they are on record already', async () => {
    const { api, entries } = await door()
    const request = new Request(`http://sandbox.test${listUsers.path}`, { headers: { 'x-key': KEY } })
    expect((await api.fetch(request, { request_id: 'from-the-proxy' })).status).toBe(200)
    expect(await entries()).toEqual([])
  })

  test('beyond 60 reads of an endpoint in a minute one entry has the rest, with all they showed', async () => {
    const { send, entries } = await door()
    for (let count = 0; count < 65; count += 1) await send(listUsers, { query: { limit: 1, offset: count % 4 } })
    await send(listUserProviders, { params: { user_id: someone } })
    expect(await entries()).toHaveLength(61)
    await vi.advanceTimersByTimeAsync(60_000)
    const last = (await entries()).at(-1)
    expect(last).toMatchObject({
      action: 'list_users',
      calls: 5,
      listed: true,
      outcome: 'done',
      actor_id: 'service_key',
    })
    expect(last?.subjects).toHaveLength(4)
    await send(listUsers)
    expect((await entries()).at(-1)).not.toHaveProperty('calls')
  })

  test('what is still counted is written when the process ends; changes have an entry each', async () => {
    const { send, entries, close } = await door()
    for (let count = 0; count < 62; count += 1) await send(listUsers, { query: { limit: 1 } })
    for (let count = 0; count < 70; count += 1) await send(updateUser, { params: { user_id: someone }, json: {} })
    await close()
    const written = await entries()
    expect(written.filter(({ action }) => action === 'update_user')).toHaveLength(70)
    expect(written.at(-1)).toMatchObject({ action: 'list_users', calls: 2 })
    await close()
    expect(await entries()).toHaveLength(written.length)
  })
})

describe('management keys', () => {
  const params = { org_id: ORG_ID }

  test('a call is on record by its kind of key, with the IDs of what it made, and without a key', async () => {
    const { manage, entries } = await door()
    const team = await (await manage(management.create_team, { params, json: { name: 'New' } })).json()
    const ofTeam = { ...params, team_id: team.team_id }
    const made = await (await manage(management.create_team_api_key, { params: ofTeam, json: { label: 'Own' } })).json()
    const json = { label: 'Partner', kind: 'teams', team_ids: [team.team_id] }
    const { key } = await (await manage(management.create_management_key, { params, json })).json()
    await manage(management.delete_team, { params: ofTeam, key })
    await manage(management.delete_team_api_key, { params: { ...ofTeam, key_id: made.id } })
    const written = await entries()
    const by_key = { actor_id: 'management_key', environment: 'sandbox' }
    expect(written).toMatchObject([
      { ...by_key, action: 'create_team', subjects: [team.team_id], outcome: 'done' },
      { ...by_key, action: 'create_team_api_key', subjects: [team.team_id, made.id], details: { fields: ['label'] } },
      { ...by_key, action: 'create_management_key', outcome: 'done' },
      { ...by_key, action: 'delete_team', outcome: 'refused', status: 403 },
      { ...by_key, action: 'delete_team_api_key', subjects: [team.team_id, made.id] },
    ])
    for (const secret of [made.key, key, 'Partner']) expect(JSON.stringify(written)).not.toContain(secret)
  })

  test('wrong ones count with wrong API keys', async () => {
    const { send, manage } = await door()
    for (let count = 0; count < 30; count += 1) {
      expect((await send(listUsers, { key: `guess-${count}` })).status).toBe(401)
      expect((await manage(management.list_teams, { params, key: `mk_guess-${count}` })).status).toBe(401)
    }
    expect((await manage(management.list_teams, { params })).status).toBe(429)
    expect((await send(listUsers)).status).toBe(429)
  })
})

describe('keys can’t be guessed fast', () => {
  test('after 60 wrong ones in a minute an address waits, also with the right one; others don’t', async () => {
    const { send, entries } = await door()
    for (let count = 0; count < 60; count += 1)
      expect((await send(listUsers, { key: `guess-${count}` })).status).toBe(401)
    for (const key of ['another', KEY]) {
      const refused = await send(listUsers, { key })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    }
    expect((await send(listUsers, { address: '192.0.2.2' })).status).toBe(200)
    const noted = (await entries()).filter(({ action }) => action === 'wrong_service_keys')
    expect(noted).toMatchObject([{ actor_id: null, outcome: 'refused', environment: 'sandbox' }])
  })

  test('an IPv6 network is one address', async () => {
    const { send } = await door()
    for (let count = 0; count < 60; count += 1)
      await send(listUsers, { key: 'wrong', address: `2001:db8:1:2::${count.toString(16)}` })
    expect((await send(listUsers, { key: 'wrong', address: '2001:db8:1:2:ffff::1' })).status).toBe(429)
    expect((await send(listUsers, { key: 'wrong', address: '2001:db8:1:3::1' })).status).toBe(401)
  })
})
