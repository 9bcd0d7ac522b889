/**
 * The management operations over the wire, as callers with every kind of key meet them, over any store.
 * Run by lib/sandbox/service/flows.test.ts.
 */
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { bundles } from '#lib/domains/access/service/store.conformance.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { MAX_KEYS, management, managementList, ORG_ID } from '#lib/domains/teams/management.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { type CallValues, callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { KEY, TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { testClock, testQueue } from '#lib/service/clock.testing.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { CONFIGURED_KEY_ID } from './admin.ts'

const FIRST = 'the-configured-management-key'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const org_id = ORG_ID

export function managed(store: () => ServiceStore): void {
  const clock = testClock('2026-11-21T12:00:00Z')
  const failures: unknown[] = []
  let service: ReturnType<typeof createService>

  beforeAll(async () => {
    service = createService({
      ...(await testDeps()),
      store: store(),
      jobs: testQueue(clock.now).jobs,
      key_header: 'x-service-api-key',
      teamOfKey: (key) => (key === KEY ? TEAM : null),
      onError: (error) => void failures.push(error),
      now: clock.now,
      sleep: clock.sleep,
      installation: {
        organization: { org_id, name: 'Clinics' },
        team_id: TEAM,
        isManagementKey: (key) => key === FIRST,
      },
    })
    await service.ensureTeam('Sandbox')
  })

  afterEach(async () => {
    for (const { id } of await store().listKeys(null)) await store().removeKey(null, id)
    for (const { id } of await store().listTeams()) if (id !== TEAM) await store().deleteTeam(id, clock.now(), true)
  })

  async function fetched(app: Pick<typeof service.api, 'fetch'>, path: string, init: RequestInit) {
    const response = await app.fetch(new Request(`http://service.test${path}`, init))
    const text = await response.text()
    return { status: response.status, text, body: text === '' ? null : JSON.parse(text) }
  }
  const manage = <E extends Endpoint>(endpoint: E, values: CallValues<E>, key: string | null = FIRST) => {
    const headers = { ...(key !== null && { 'x-management-key': key }), ...values.headers }
    return fetched(service.management, ...callOf<Endpoint>(endpoint, { ...values, headers }))
  }
  /** The body of a success, as its record has it. */
  async function ok<E extends Endpoint>(
    endpoint: E,
    values: CallValues<E>,
    key = FIRST,
  ): Promise<z.output<E['response']>> {
    const { status, body, text } = await manage(endpoint, values, key)
    expect([status, text]).toEqual([200, text])
    const read = endpoint.response.safeParse(body)
    expect(read.error).toBeUndefined()
    return body
  }
  const users = async (key: string, headers: Record<string, string> = {}) =>
    fetched(service.api, ...callOf(listUsers, { headers: { ...(key && { 'x-service-api-key': key }), ...headers } }))
  const m = management

  async function made(name = 'Team') {
    const { team_id } = await ok(m.create_team, { params: { org_id }, json: { name } })
    const params = { org_id, team_id }
    const { key, id: key_id } = await ok(m.create_team_api_key, { params, json: { label: 'Server' } })
    const json = { label: 'Partner', kind: 'teams', team_ids: [team_id] }
    const manager = await ok(m.create_management_key, { params: { org_id }, json })
    return { team_id, params, key, key_id, manager: manager.key, manager_id: manager.id }
  }

  test('a team and its key work at once, for that team alone', async () => {
    const { params, key, key_id, team_id } = await made('North')
    expect(key).toMatch(/^sk_[\w-]{43}$/)
    expect((await users(key)).body).toMatchObject({ users: [], total: 0 })
    expect((await users(KEY)).body.total).toBe(bundles.length)
    const json = { client_user_id: 'first' }
    const created = await fetched(
      service.api,
      ...callOf(endpoints.create_user, { json, headers: { 'x-service-api-key': key } }),
    )
    expect(created.status).toBe(200)
    expect((await users(key)).body.users).toMatchObject([{ team_id, client_user_id: 'first' }])
    expect((await users(KEY)).body.total).toBe(bundles.length)
    expect(await ok(m.list_team_api_keys, { params })).toEqual({
      api_keys: [
        {
          id: key_id,
          label: 'Server',
          prefix: key.slice(0, 9),
          created_at: clock.now().toISOString(),
          last_used_at: clock.now().toISOString(),
          configured: false,
        },
      ],
    })
  })

  test('the organization, its teams and the names that they get', async () => {
    expect(await ok(m.get_organization, { params: { org_id } })).toEqual({ org_id, name: 'Clinics' })
    const one = await made('Twin')
    const two = await made('Twin')
    await ok(m.update_team, { params: one.params, json: { name: '  Only   one ' } })
    const { teams } = await ok(m.list_teams, { params: { org_id } })
    expect(teams).toContainEqual(expect.objectContaining({ team_id: TEAM, name: 'Sandbox', configured: true }))
    expect(teams).toContainEqual(expect.objectContaining({ team_id: one.team_id, name: 'Only one', configured: false }))
    expect(teams).toContainEqual(expect.objectContaining({ team_id: two.team_id, name: 'Twin' }))
    expect(await ok(m.get_team, { params: one.params })).toMatchObject({ org_id, name: 'Only one' })
    for (const name of ['', '   ', 'x'.repeat(61), 'a\u202eb', 7, null])
      expect((await manage(m.create_team, { params: { org_id }, json: { name } })).status).toBe(422)
  })

  describe('keys', () => {
    test('one that is deleted ends at once; deleting it again is no mistake', async () => {
      const { params, key, key_id, manager, manager_id } = await made()
      expect((await users(key)).status).toBe(200)
      await ok(m.delete_team_api_key, { params: { ...params, key_id } }, manager)
      expect((await users(key)).status).toBe(401)
      await ok(m.delete_team_api_key, { params: { ...params, key_id } })
      await ok(m.delete_management_key, { params: { org_id, key_id: manager_id } })
      expect((await manage(m.get_team, { params }, manager)).status).toBe(401)
      await ok(m.delete_management_key, { params: { org_id, key_id: manager_id } })
    })

    test('a configured one is listed, without any of it, and stays', async () => {
      const own = { id: CONFIGURED_KEY_ID, prefix: null, configured: true }
      const params = { org_id, team_id: TEAM }
      const { api_keys } = await ok(m.list_team_api_keys, { params })
      expect(api_keys[0]).toMatchObject(own)
      const { management_keys } = await ok(m.list_management_keys, { params: { org_id } })
      expect(management_keys[0]).toMatchObject({ ...own, kind: 'organization', team_ids: null })
      expect((await manage(m.delete_team_api_key, { params: { ...params, key_id: CONFIGURED_KEY_ID } })).status).toBe(
        409,
      )
      const first = { org_id, key_id: CONFIGURED_KEY_ID }
      expect((await manage(m.delete_management_key, { params: first })).status).toBe(409)
      expect([(await users(KEY)).status, (await manage(m.list_teams, { params: { org_id } })).status]).toEqual([
        200, 200,
      ])
    })

    test('the last use is to the minute', async () => {
      const { params, key } = await made()
      const last = async () => (await ok(m.list_team_api_keys, { params })).api_keys[0]?.last_used_at
      expect(await last()).toBeNull()
      await users(key)
      const first = clock.now().toISOString()
      clock.advance(59_999)
      await users(key)
      expect(await last()).toBe(first)
      clock.advance(1)
      await users(key)
      expect(await last()).toBe(clock.now().toISOString())
    })

    test('no list, and no answer but the first, has a key; the store has no key at all', async () => {
      const { params, key, manager } = await made()
      for (const endpoint of [m.list_team_api_keys, m.list_management_keys, m.list_teams, m.get_team]) {
        const { text } = await manage<Endpoint>(endpoint, { params })
        for (const secret of [key, manager]) expect(text).not.toContain(secret.slice(9))
      }
      const stored = JSON.stringify([await store().listKeys(null), await store().listKeys(params.team_id)])
      for (const secret of [key, manager]) expect(stored).not.toContain(secret.slice(9))
    })

    test(`a team has ${MAX_KEYS} at most`, async () => {
      const { params } = await made()
      const add = () => manage(m.create_team_api_key, { params, json: { label: 'More' } })
      const added = await Promise.all(Array.from({ length: MAX_KEYS + 3 }, add))
      expect(added.filter(({ status }) => status === 200)).toHaveLength(MAX_KEYS - 1)
      expect(new Set(added.map(({ status }) => status))).toEqual(new Set([200, 409]))
    })

    test('a management key is of teams that are there, or of the organization', async () => {
      const { team_id } = await made()
      const create = (json: object) => manage(m.create_management_key, { params: { org_id }, json })
      const wrong = [
        { kind: 'teams' },
        { kind: 'teams', team_ids: [] },
        { kind: 'teams', team_ids: [team_id, NOBODY] },
        { kind: 'organization', team_ids: [team_id] },
        { kind: 'team', team_ids: [team_id] },
      ]
      for (const json of wrong) expect((await create({ label: 'Wrong', ...json })).status).toBe(422)
      const { key } = (await create({ label: 'All', kind: 'organization' })).body
      expect(key).toMatch(/^mk_[\w-]{43}$/)
      expect((await manage(m.list_management_keys, { params: { org_id } }, key)).status).toBe(200)
    })
  })

  describe('each door takes its own kind of key', () => {
    const params = { org_id, team_id: TEAM, key_id: NOBODY, webhook_id: NOBODY }

    test.each(managementList)('$name takes no team API key', async (endpoint) => {
      const { key } = await made()
      for (const wrong of [KEY, key, '', 'mk_wrong', `mk_${'a'.repeat(43)}`]) {
        const { status, body } = await manage(endpoint, { params }, wrong)
        expect([status, body.code]).toEqual([401, 'invalid_api_key'])
      }
      const beside = await manage(endpoint, { params, headers: { 'x-service-api-key': KEY } }, null)
      expect([beside.status, beside.body.detail]).toEqual([401, expect.stringContaining('management key')])
    })

    test.each(Object.values(endpoints))('$name takes no management key', async (endpoint: Endpoint) => {
      const { manager } = await made()
      const values = {
        params: {
          user_id: NOBODY,
          order_id: NOBODY,
          provider: 'a',
          client_user_id: 'a',
          lab_test_id: NOBODY,
          workout_id: NOBODY,
        },
      }
      for (const headers of [
        { 'x-service-api-key': manager },
        { 'x-service-api-key': FIRST },
        { 'x-management-key': FIRST },
        { 'x-service-org-key': manager },
      ]) {
        const { status, body } = await fetched(service.api, ...callOf(endpoint, { ...values, headers }))
        expect([status, body.code]).toEqual([401, 'invalid_api_key'])
        if (!Object.values(headers).includes(FIRST) || 'x-management-key' in headers)
          expect(body.detail).toContain('A management key isn’t a team API key')
      }
    })

    test('the deprecated header counts where the newer one isn’t sent', async () => {
      const { manager } = await made()
      const send = (headers: Record<string, string>) =>
        manage(m.get_organization, { params: { org_id }, headers }, null)
      expect((await send({ 'x-service-org-key': FIRST })).status).toBe(200)
      expect((await send({ 'x-service-org-key': FIRST, 'x-management-key': 'wrong' })).status).toBe(401)
      expect((await send({ 'x-service-org-key': FIRST, 'x-management-key': manager })).status).toBe(403)
      expect((await send({ 'x-service-org-key': 'wrong', 'x-management-key': FIRST })).status).toBe(200)
    })

    test('an address that no operation has wants a key first', async () => {
      const at = (path: string, key: string) =>
        fetched(service.management, path, { headers: { 'x-management-key': key } })
      expect((await at('/v1/org/nothing/else', 'wrong')).status).toBe(401)
      expect((await at('/v1/org/nothing/else', FIRST)).status).toBe(404)
    })
  })

  describe('a key of teams', () => {
    const OF_ORGANIZATION: readonly Endpoint[] = [
      m.get_organization,
      m.create_team,
      m.delete_team,
      m.list_management_keys,
      m.create_management_key,
      m.delete_management_key,
    ]
    const BODIES: Record<string, object> = {
      create_team: { name: 'New' },
      update_team: { name: 'New' },
      create_team_api_key: { label: 'New' },
      create_management_key: { label: 'New', kind: 'organization' },
      create_team_webhook: { name: 'New', url: 'https://receiver.test/', event_types: null },
      update_team_webhook: { name: 'New' },
    }
    const call = (endpoint: Endpoint, params: object, key: string) => {
      const json = BODIES[endpoint.name]
      return manage(endpoint, { params: { ...params }, ...(json && { json }) }, key)
    }

    test.each(OF_ORGANIZATION)('$name is denied', async (endpoint) => {
      const { params, manager, manager_id } = await made()
      const before = await state()
      const { status, body } = await call(endpoint, { ...params, key_id: manager_id }, manager)
      expect([status, body.code]).toEqual([403, 'key_denied'])
      expect(await state()).toEqual(before)
    })

    test.each(managementList.filter((each) => each.path.includes('{team_id}') && !OF_ORGANIZATION.includes(each)))(
      '$name: another team, and one that isn’t there, are alike',
      async (endpoint) => {
        const [mine, theirs] = [await made('Mine'), await made('Theirs')]
        const webhook = await ok(m.create_team_webhook, { params: theirs.params, json: BODIES.create_team_webhook })
        const parts = { key_id: theirs.key_id, webhook_id: webhook.endpoint.id }
        const before = await state()
        const [there, gone] = [theirs.team_id, NOBODY].map((team_id) =>
          call(endpoint, { org_id, team_id, ...parts }, mine.manager),
        )
        const answers = (await Promise.all([there, gone])).map((one) => ({ ...one?.body, request_id: '' }))
        expect(answers[0]).toMatchObject({ code: 'not_found', detail: 'Team not found.' })
        expect(answers[0]).toEqual(answers[1])
        // By the ID of one's own team and of another's part.
        const through = await call(endpoint, { ...mine.params, ...parts }, mine.manager)
        if (endpoint.path.includes('webhook_id') && endpoint.method !== 'DELETE') expect(through.status).toBe(404)
        const other = { ...mine.params, org_id: NOBODY, ...parts }
        expect((await call(endpoint, other, mine.manager)).status).toBe(404)
        expect((await users(theirs.key)).status).toBe(200)
        if (endpoint.name.startsWith('update') || endpoint.name.startsWith('create')) return
        expect(await state()).toEqual(before)
      },
    )

    test('lists, reads and renames its own, and manages their keys', async () => {
      const { team_id, params, manager } = await made('Own')
      await made('Beside')
      const { teams } = await ok(m.list_teams, { params: { org_id } }, manager)
      expect(teams.map((team) => team.team_id)).toEqual([team_id])
      await ok(m.update_team, { params, json: { name: 'Renamed' } }, manager)
      const { key } = await ok(m.create_team_api_key, { params, json: { label: 'By manager' } }, manager)
      expect((await users(key)).status).toBe(200)
    })

    /** Everything that management knows. */
    async function state() {
      const all = await store().listTeams()
      const ofTeams = await Promise.all(
        all.flatMap(({ id }) => [store().listKeys(id), store().listWebhookEndpoints(id)]),
      )
      const used = JSON.stringify([all, await store().listKeys(null), ofTeams])
      return JSON.parse(used, (name, value: unknown) => (name === 'last_used_at' ? undefined : value))
    }
  })

  describe('deleting a team', () => {
    test('its keys end, its users go with it when that is said, its webhooks stop', async () => {
      const { params, key, manager, team_id } = await made()
      const json = { name: 'Receiver', url: 'https://receiver.test/', event_types: null }
      await ok(m.create_team_webhook, { params, json })
      const headers = { 'x-service-api-key': key }
      await fetched(service.api, ...callOf(endpoints.create_user, { json: { client_user_id: 'a' }, headers }))
      expect((await manage(m.delete_team, { params })).body).toMatchObject({ code: 'conflict' })
      expect((await users(key)).body.total).toBe(1)
      await ok(m.delete_team, { params, query: { force: true } })
      await ok(m.delete_team, { params, query: { force: true } })
      expect([(await users(key)).status, (await manage(m.get_team, { params })).status]).toEqual([401, 404])
      expect((await manage(m.get_team, { params }, manager)).status).toBe(404)
      expect((await ok(m.list_teams, { params: { org_id } }, manager)).teams).toEqual([])
      expect(await store().listWebhookEndpoints(team_id)).toEqual([])
      expect((await users(KEY)).body.total).toBe(bundles.length)
    })

    test('the configured one stays', async () => {
      const params = { org_id, team_id: TEAM }
      expect((await manage(m.delete_team, { params, query: { force: true } })).status).toBe(409)
      expect((await users(KEY)).body.total).toBe(bundles.length)
    })

    test('what a kill cut short goes on', async () => {
      const { params, team_id } = await made()
      const json = { name: 'Receiver', url: 'https://receiver.test/', event_types: null }
      await ok(m.create_team_webhook, { params, json })
      await store().deleteTeam(team_id, clock.now(), true)
      expect(await store().listWebhookEndpoints(team_id)).toHaveLength(1)
      await service.recover()
      expect(await store().listWebhookEndpoints(team_id)).toEqual([])
    })

    test('of a deletion and a rename at once, both answer, and the team is gone', async () => {
      const { params } = await made()
      const answers = await Promise.all([
        manage(m.update_team, { params, json: { name: 'Late' } }),
        manage(m.delete_team, { params }),
        manage(m.update_team, { params, json: { name: 'Later' } }),
        manage(m.delete_team, { params }),
      ])
      for (const { status } of answers) expect([200, 404]).toContain(status)
      expect((await manage(m.get_team, { params })).status).toBe(404)
    })
  })

  test('webhooks of a team: added, changed, read, rotated by one of two, removed', async () => {
    const { params, manager } = await made()
    const json = { name: 'Receiver', url: 'https://receiver.test/hook', event_types: ['labtest.order.*'] }
    const { endpoint, secret } = await ok(m.create_team_webhook, { params, json }, manager)
    const one = { ...params, webhook_id: endpoint.id }
    expect(await ok(m.get_team_webhook_secret, { params: one }, manager)).toEqual({ secret })
    const changed = await ok(m.update_team_webhook, { params: one, json: { name: 'Other' } }, manager)
    expect(changed.endpoint).toMatchObject({ name: 'Other', url: json.url, event_types: json.event_types })
    const rotations = await Promise.all(
      [1, 2].map(() => manage(m.rotate_team_webhook_secret, { params: one }, manager)),
    )
    const done = rotations.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    const { secret: newest } = await ok(m.get_team_webhook_secret, { params: one }, manager)
    expect(done.map(({ body }) => body.secret)).toContain(newest)
    expect(newest).not.toBe(secret)
    const { text } = await manage(m.list_team_webhooks, { params }, manager)
    expect(text).not.toContain(newest)
    await ok(m.delete_team_webhook, { params: one }, manager)
    await ok(m.delete_team_webhook, { params: one }, manager)
    expect(await ok(m.list_team_webhooks, { params }, manager)).toEqual({ endpoints: [] })
    for (const url of ['http://receiver.test/', 'https://a:b@receiver.test/', 'ftp://x'])
      expect((await manage(m.create_team_webhook, { params, json: { ...json, url } })).status).toBe(422)
  })

  test('over any history of keys exactly those that were made and not deleted work, each for its team', async () => {
    const teams = [await made('A'), await made('B'), await made('C')]
    for (const { key, team_id } of teams) {
      const [path, init] = callOf(endpoints.create_user, {
        json: { client_user_id: team_id },
        headers: { 'x-service-api-key': key },
      })
      await fetched(service.api, path, init)
    }
    const keyTeam = async (key: string) => (await users(key)).body.users[0].client_user_id
    const step = fc.record({ team: fc.nat(2), isDeletion: fc.boolean(), which: fc.nat(20) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        let live: { key: string; key_id: string; team: number }[] = []
        const gone: string[] = []
        for (const { team, isDeletion, which } of steps) {
          const params = teams[team]?.params ?? {}
          const chosen = live[which % Math.max(1, live.length)]
          if (isDeletion && chosen) {
            const own = { ...teams[chosen.team]?.params, key_id: chosen.key_id }
            await ok(m.delete_team_api_key, { params: own })
            live = live.filter((each) => each !== chosen)
            gone.push(chosen.key)
          } else {
            const { key, id } = await ok(m.create_team_api_key, { params, json: { label: 'Step' } })
            live.push({ key, key_id: id, team })
          }
        }
        for (const { key, team } of live) expect(await keyTeam(key)).toBe(teams[team]?.team_id)
        for (const key of gone) expect((await users(key)).status).toBe(401)
        for (const { team, key_id } of live)
          await ok(m.delete_team_api_key, { params: { ...teams[team]?.params, key_id } })
      }),
      { numRuns: 15 },
    )
  })

  test('nothing failed behind the scenes', () => {
    expect(failures).toEqual([])
  })
}
