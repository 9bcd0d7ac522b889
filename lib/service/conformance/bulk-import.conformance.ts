/** Spec, endpoint 4, and "ConnectionRecipe". Run by lib/service/conformance/*.test.ts. */
import type { Connection } from '#lib/domains/connections/connection.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const imports = under('4. Bulk import connections')
const recipes = under('ConnectionRecipe')
const slugs = under('Provider slug enumerations')
const ops = under('Gap "list bulk ops"')
const gap = under('Gap "ConnectionRecipe"')

const PROVIDER = 'dormel_band'
const ANOTHER = '00000000-0000-4000-8000-000000000001'

function recipe(user_id: string, change: object = {}) {
  return {
    user_id,
    access_token: `access-${user_id}`,
    refresh_token: `refresh-${user_id}`,
    provider_id: `id-${user_id}`,
    expires_at: 1_900_000_000,
    oauth_scopes: ['activity.read'],
    ...change,
  }
}

async function submit({ call }: Kit, body: unknown) {
  return call('POST', '/v2/link/bulk_import', { body })
}

async function connectionOf({ call, ok }: Kit, user_id: string, slug = PROVIDER): Promise<Connection | undefined> {
  const { providers } = ok(endpoints.list_user_providers, await call('GET', `/v2/user/providers/${user_id}`))
  const found = providers.filter((each) => each.slug === slug)
  if (found.length > 1) throw new Error('A user has two connections of one source.')
  return found[0]
}

const bulkOps = async ({ call, ok }: Kit, query: QueryValues) =>
  ok(endpoints.list_bulk_ops, await call('GET', '/v2/link/bulk_op', { query }))

/** Users who do not have the source yet. */
async function takeUsers(kit: Kit, count: number) {
  const without = () =>
    kit.takeUser(({ connected_sources }) => !connected_sources.some(({ source }) => source.slug === PROVIDER))
  const taken: string[] = []
  while (taken.length < count) taken.push((await without()).user_id)
  return taken
}

async function imported(kit: Kit, connections: unknown[]) {
  const reply = await submit(kit, { provider: PROVIDER, connections, wait_for_completion: true })
  const { status } = reply
  return { status, ...kit.ok(endpoints.bulk_import_connections, reply) }
}

export const bulkImport: Statement[] = [
  imports('answers 202 at once by default, and does it afterwards', async (kit) => {
    const ids = await takeUsers(kit, 3)
    const reply = await submit(kit, { provider: PROVIDER, connections: ids.map((id) => recipe(id)) })
    kit.expect(reply.status).toBe(202)
    kit.expect(kit.ok(endpoints.bulk_import_connections, reply)).toEqual({ user_ids_imported: [], user_ids_failed: [] })
    for (const id of ids) await kit.until(async () => Boolean(await connectionOf(kit, id)), 'the import')
  }),

  imports('with wait_for_completion 200 when it is done within 20 seconds, and who it was', async (kit) => {
    const ids = await takeUsers(kit, 2)
    const { status, user_ids_imported, user_ids_failed } = await imported(kit, [
      ...ids.map((id) => recipe(id)),
      recipe(NOBODY),
      recipe(ANOTHER),
    ])
    kit.expect({ status, user_ids_imported, user_ids_failed }).toEqual({
      status: 200,
      user_ids_imported: ids,
      user_ids_failed: [NOBODY, ANOTHER],
    })
    for (const id of ids)
      kit.expect(await connectionOf(kit, id)).toMatchObject({ status: 'connected', error_details: null })
  }),

  imports('a list of none is done at once', async (kit) => {
    kit.expect(await imported(kit, [])).toEqual({ status: 200, user_ids_imported: [], user_ids_failed: [] })
  }),

  imports('any number may be submitted in a short time', async (kit) => {
    const ids = await takeUsers(kit, 12)
    const replies = await Promise.all(
      ids.map((id) => submit(kit, { provider: PROVIDER, connections: [recipe(id), recipe(NOBODY)] })),
    )
    kit.expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 202))
    for (const id of ids) await kit.until(async () => Boolean(await connectionOf(kit, id)), 'every import')
  }),

  imports('again renews the connection and keeps when it was made', async (kit) => {
    const [id = ''] = await takeUsers(kit, 1)
    await imported(kit, [recipe(id, { oauth_scopes: [] })])
    const first = await connectionOf(kit, id)
    kit.expect(first?.resource_availability).toMatchObject({})
    await imported(kit, [recipe(id, { access_token: 'renewed' })])
    const second = await connectionOf(kit, id)
    kit.expect(second?.created_on).toBe(first?.created_on)
  }),

  imports('a user who is there twice has one connection', async (kit) => {
    const [id = ''] = await takeUsers(kit, 1)
    const { status, user_ids_imported } = await imported(kit, [recipe(id), recipe(id, { access_token: 'later' })])
    kit.expect({ status, users: [...new Set(user_ids_imported)] }).toEqual({ status: 200, users: [id] })
    kit.expect(await connectionOf(kit, id)).toMatchObject({ slug: PROVIDER })
  }),

  ops('every import is there, newest first, page by page, with how it went', async (kit) => {
    const [id = ''] = await takeUsers(kit, 1)
    await imported(kit, [recipe(id), recipe(NOBODY)])
    await imported(kit, [recipe(NOBODY)])
    await imported(kit, [])
    const all = await bulkOps(kit, {})
    kit.have('type status provider pending processed started_at ended_at', ...all.data)
    kit.expect(all.data.slice(0, 3).map(({ status, pending, processed }) => [status, pending, processed])).toEqual([
      ['success', 0, 0],
      ['failure', 0, 1],
      ['success', 0, 2],
    ])
    const starts = all.data.map(({ started_at }) => Date.parse(started_at))
    kit.expect(starts).toEqual(starts.toSorted((a, b) => b - a))
    for (const { type, provider, started_at, ended_at } of all.data.slice(0, 3)) {
      kit.expect({ type, provider }).toEqual({ type: 'bulk_import', provider: PROVIDER })
      kit.expect(Date.parse(ended_at ?? '')).toBeGreaterThan(Date.parse(started_at))
    }
    const paged: unknown[] = []
    let next_cursor: string | null = null
    do {
      const page = await bulkOps(kit, { page_size: 2, ...(next_cursor && { next_cursor }) })
      paged.push(...page.data)
      next_cursor = page.next_cursor
    } while (next_cursor !== null && paged.length < 6)
    kit.expect(paged).toEqual(all.data.slice(0, paged.length))
  }),

  ops('its parameters are checked', async (kit) => {
    for (const [field, values] of [
      ['page_size', ['0', '101', 'many']],
      ['next_cursor', ['x', '1', '', `1.${NOBODY}0`]],
    ] as const)
      for (const value of values) {
        const reply = await kit.call('GET', '/v2/link/bulk_op', { query: { [field]: value } })
        kit.expect(kit.refused(reply, 422)).toEqual([`query.${field}`])
      }
    kit.expect((await bulkOps(kit, { next_cursor: `1.${NOBODY}` })).data).toEqual([])
    // Beyond every day that a database keeps.
    kit.ok(
      endpoints.list_bulk_ops,
      await kit.call('GET', '/v2/link/bulk_op', { query: { next_cursor: `${'9'.repeat(15)}.${NOBODY}` } }),
    )
  }),

  imports('no token comes back in any answer', async (kit) => {
    const [id = ''] = await takeUsers(kit, 1)
    const body = {
      provider: PROVIDER,
      connections: [recipe(id, { access_token: 'SECRET-A', refresh_token: 'SECRET-R' })],
    }
    const answer = await submit(kit, { ...body, wait_for_completion: true })
    const list = await kit.call('GET', `/v2/user/providers/${id}`)
    const users = await kit.call('GET', '/v2/user/', { query: { limit: 500 } })
    for (const { text } of [answer, list, users]) kit.expect(text).not.toMatch(/SECRET/)
  }),

  gap('the scopes that were granted decide what is available; without any all are', async (kit) => {
    const [all = '', none = ''] = await takeUsers(kit, 2)
    await imported(kit, [recipe(all, { oauth_scopes: undefined }), recipe(none, { oauth_scopes: ['something.else'] })])
    const statuses = async (id: string) =>
      new Set(Object.values((await connectionOf(kit, id))?.resource_availability ?? {}).map(({ status }) => status))
    kit.expect([...(await statuses(all))]).toEqual(['available'])
    kit.expect([...(await statuses(none))]).toEqual(['unavailable'])
    for (const { scope_requirements } of Object.values((await connectionOf(kit, none))?.resource_availability ?? {})) {
      kit.expect(scope_requirements?.user_granted).toEqual({ required: [], optional: [] })
    }
  }),

  imports('`provider` and `connections` are required, wait_for_completion is a boolean', async (kit) => {
    const connections = [recipe(NOBODY)]
    for (const [body, place] of [
      [{ connections }, 'body.provider'],
      [{ provider: PROVIDER }, 'body.connections'],
      [{ provider: PROVIDER, connections: {} }, 'body.connections'],
      [{ provider: PROVIDER, connections, wait_for_completion: 'yes' }, 'body.wait_for_completion'],
    ] as const) {
      kit.expect(kit.refused(await submit(kit, body), 422)).toEqual([place])
    }
  }),

  recipes('the form of every field, and which one it was', async (kit) => {
    const [id = ''] = await takeUsers(kit, 1)
    const send = async (change: object) =>
      kit.refused(await submit(kit, { provider: PROVIDER, connections: [recipe(id), recipe(id, change)] }), 422)
    for (const [field, wrong] of [
      ['user_id', 'somebody'],
      ['access_token', 7],
      ['refresh_token', ''],
      ['provider_id', null],
      ['expires_at', '1900000000'],
      ['expires_at', 1.5],
      ['oauth_scopes', 'activity.read'],
    ] as const) {
      kit.expect(await send({ [field]: wrong })).toEqual([`body.connections.1.${field}`])
    }
    kit.expect(await connectionOf(kit, id)).toBe(undefined)
  }),

  gap('all fields are required but oauth_scopes', async (kit) => {
    for (const field of ['user_id', 'access_token', 'refresh_token', 'provider_id', 'expires_at']) {
      const connections = [recipe(NOBODY, { [field]: undefined })]
      const places = kit.refused(await submit(kit, { provider: PROVIDER, connections }), 422)
      kit.expect(places).toEqual([`body.connections.0.${field}`])
    }
    const { user_ids_failed } = await imported(kit, [recipe(NOBODY, { oauth_scopes: null })])
    kit.expect(user_ids_failed).toEqual([NOBODY])
  }),

  slugs('bulk import takes sixteen cloud sources, and says so of any other', async (kit) => {
    const known = new Set(
      (await kit.users()).flatMap((user) => user.connected_sources.map(({ source }) => source.slug)),
    )
    const statuses = await Promise.all(
      [...known].map(async (provider) => (await submit(kit, { provider, connections: [] })).status),
    )
    kit.expect(known.size).toBe(39)
    kit.expect(statuses.filter((status) => status === 202)).toHaveLength(16)
    kit.expect(statuses.filter((status) => status === 422)).toHaveLength(23)
    for (const provider of ['manual', 'phone_health_store', 'nothing_known', '', 'UPPER']) {
      kit.expect(kit.refused(await submit(kit, { provider, connections: [] }), 422)).toEqual(['body.provider'])
    }
  }),
]
