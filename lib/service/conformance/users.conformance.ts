/** Spec, endpoints 5 and 7, and "User". Run by lib/service/conformance/*.test.ts. */
import { endpoints } from '#lib/domains/service-endpoints.ts'
import type { User } from '#lib/domains/users/user.ts'
import { errorBody } from '#lib/kernel/error-body.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { type Call, type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const list = under('5. List users')
const update = under('7. Update user')
const user = under('User')
const limits = under('Limits')
const gap = (name: string) => under(`Gap "${name}"`)

async function page({ call, ok }: Kit, query: QueryValues = {}) {
  return ok(endpoints.list_users, await call('GET', '/v2/user/', { query }))
}

async function patch({ call }: Kit, user_id: string, body: unknown) {
  return call('PATCH', `/v2/user/${user_id}`, { body })
}

const remove = ({ call }: Kit, user_id: string) => call('DELETE', `/v2/user/${user_id}`)
const undo = ({ call }: Kit, query: QueryValues) => call('POST', '/v2/user/undo_delete', { query })

async function find(kit: Kit, user_id: string): Promise<User | undefined> {
  return (await page(kit, { limit: 500 })).users.find((each) => each.user_id === user_id)
}

/** Changes a user and returns how it is listed afterwards. */
async function changed(kit: Kit, user_id: string, body: unknown): Promise<User | undefined> {
  const { status, text } = await patch(kit, user_id, body)
  kit.expect({ status, text }).toEqual({ status: 204, text: '' })
  return find(kit, user_id)
}

async function refusedAt(kit: Kit, body: unknown, places: string[]) {
  const { user_id } = await kit.takeUserOnce('update')
  const before = await find(kit, user_id)
  kit.expect([...new Set(kit.refused(await patch(kit, user_id, body), 422))]).toEqual(places)
  kit.expect(await find(kit, user_id)).toEqual(before)
}

export const users: Statement[] = [
  list('users, total, offset and limit, from 0 and 100 by default', async (kit) => {
    const first = await page(kit)
    kit.expect(first).toMatchObject({ offset: 0, limit: 100 })
    kit.expect(first.users).toHaveLength(100)
    kit.expect(first.total).toBe((await kit.users()).length)
    kit.expect(Object.keys(first).sort()).toEqual(['limit', 'offset', 'total', 'users'])
  }),

  list('pages together are every user, once', async (kit) => {
    const { total } = await page(kit, { limit: 1 })
    const seen: string[] = []
    for (let offset = 0; offset < total; offset += 90) {
      seen.push(...(await page(kit, { offset, limit: 90 })).users.map(({ user_id }) => user_id))
    }
    kit.expect(seen).toHaveLength(total)
    kit.expect(new Set(seen).size).toBe(total)
  }),

  list('beyond the last there is nobody, and the total is the same', async (kit) => {
    const { total } = await page(kit)
    kit.expect(await page(kit, { offset: total, limit: 5 })).toEqual({ users: [], total, offset: total, limit: 5 })
    kit.expect((await page(kit, { offset: 999_999_999_999 })).users).toEqual([])
  }),

  limits('`limit` of list users is at most 500', async (kit) => {
    kit.expect(await page(kit, { limit: 500 })).toMatchObject({ limit: 500 })
    for (const limit of [501, 0, -1, 1.5, 'ten', '1e2', '']) {
      kit.expect(kit.refused(await kit.call('GET', '/v2/user/', { query: { limit } }), 422)).toEqual(['query.limit'])
    }
    for (const offset of [-1, 0.5, 'x']) {
      kit.expect(kit.refused(await kit.call('GET', '/v2/user/', { query: { offset } }), 422)).toEqual(['query.offset'])
    }
  }),

  gap('order of users')('newest first', async (kit) => {
    const created = (await kit.users()).map(({ created_on }) => Date.parse(created_on))
    kit.expect(created).toEqual(created.toSorted((a, b) => b - a))
  }),

  user('every field of the specification, and of each kind some', async (kit) => {
    const all = await kit.users()
    const fields = 'user_id team_id client_user_id created_on connected_sources fallback_birth_date fallback_time_zone'
    kit.have(fields, ...all)
    const sources = all.flatMap(({ connected_sources }) => connected_sources)
    kit.have('created_on source', ...sources)
    kit.have('name slug logo', ...sources.map(({ source }) => source))
    const births = all.flatMap(({ fallback_birth_date }) => (fallback_birth_date ? [fallback_birth_date] : []))
    kit.have('value source_slug updated_at', ...births)
    const zones = all.flatMap(({ fallback_time_zone }) => (fallback_time_zone ? [fallback_time_zone] : []))
    kit.have('id source_slug updated_at', ...zones)
    const references = all.filter(({ client_user_id }) => client_user_id)
    for (const some of [sources, births, zones, references]) kit.expect(some.length).toBeGreaterThan(10)
  }),

  update('every field is optional: nothing is asked, nothing changes', async (kit) => {
    const before = await kit.takeUser()
    kit.expect(await changed(kit, before.user_id, {})).toEqual(before)
    kit.expect((await kit.call('PATCH', `/v2/user/${before.user_id}`)).status).toBe(204)
    kit.expect(await find(kit, before.user_id)).toEqual(before)
  }),

  update('sets what is sent and keeps what is not', async (kit) => {
    const before = await kit.takeUser()
    const { user_id } = before
    const from = Date.now()
    const zoned = await changed(kit, user_id, { fallback_time_zone: 'America/Denver' })
    kit.expect(zoned?.fallback_time_zone).toMatchObject({ id: 'America/Denver', source_slug: 'manual' })
    kit.expect(Date.parse(zoned?.fallback_time_zone?.updated_at ?? '')).toBeGreaterThanOrEqual(from - 1000)
    kit.expect({ ...zoned, fallback_time_zone: null }).toEqual({ ...before, fallback_time_zone: null })
    const born = await changed(kit, user_id, { fallback_birth_date: '1980-02-29', client_user_id: `case-${user_id}` })
    kit.expect(born).toMatchObject({
      client_user_id: `case-${user_id}`,
      fallback_birth_date: { value: '1980-02-29', source_slug: 'manual' },
      fallback_time_zone: { id: 'America/Denver' },
    })
  }),

  update('every field is nullable: null clears', async (kit) => {
    const { user_id } = await kit.takeUser()
    const all = {
      fallback_time_zone: 'Europe/London',
      fallback_birth_date: '1999-12-31',
      ingestion_start: '2020-01-01',
      ingestion_end: '2030-01-01',
      client_user_id: `null-${user_id}`,
    }
    await changed(kit, user_id, all)
    const cleared = await changed(kit, user_id, Object.fromEntries(Object.keys(all).map((field) => [field, null])))
    kit.expect(cleared).toMatchObject({ fallback_time_zone: null, fallback_birth_date: null, client_user_id: null })
    kit.expect((await patch(kit, user_id, { ingestion_end: '2019-01-01' })).status).toBe(204)
  }),

  update('the time zone is one of the IANA database', async (kit) => {
    const { user_id } = await kit.takeUser()
    const written = await changed(kit, user_id, { fallback_time_zone: ' America/New York ' })
    kit.expect(written?.fallback_time_zone?.id).toBe('America/New_York')
    for (const fallback_time_zone of ['America/Indiana/Knox', 'Etc/GMT+5', 'UTC', 'EST', 'Asia/Kolkata']) {
      kit.expect((await patch(kit, user_id, { fallback_time_zone })).status).toBe(204)
    }
    for (const fallback_time_zone of ['Mars/Base', '+05:00', '', 'America/', 'PST-8', 7]) {
      await refusedAt(kit, { fallback_time_zone }, ['body.fallback_time_zone'])
    }
  }),

  update('dates are real days', async (kit) => {
    for (const field of ['fallback_birth_date', 'ingestion_start', 'ingestion_end']) {
      for (const day of [
        '2026-02-30',
        '2025-02-29',
        '0000-01-01',
        '2026-1-1',
        '2026-01-01T00:00:00Z',
        'today',
        '',
        20260101,
      ]) {
        await refusedAt(kit, { [field]: day }, [`body.${field}`])
      }
    }
  }),

  gap('ingestion bounds')('the end does not lie before the start, also not with what was set before', async (kit) => {
    await refusedAt(kit, { ingestion_start: '2026-02-02', ingestion_end: '2026-02-01' }, ['body.ingestion_end'])
    const { user_id } = await kit.takeUser()
    const send = (body: object) => patch(kit, user_id, body)
    kit.expect((await send({ ingestion_start: '2026-02-02', ingestion_end: '2026-02-02' })).status).toBe(204)
    kit.expect(kit.refused(await send({ ingestion_end: '2026-02-01' }), 422)).toEqual(['body.ingestion_end'])
    kit.expect(kit.refused(await send({ ingestion_start: '2026-02-03' }), 422)).toEqual(['body.ingestion_start'])
    kit.expect((await send({ ingestion_start: null, ingestion_end: '2026-02-01' })).status).toBe(204)
  }),

  user('client_user_id holds no email address and no telephone number, and is found by its address', async (kit) => {
    for (const client_user_id of [
      'maren@mail.example',
      '(602) 555-0143',
      '+1 602 555 0143',
      '602.555.0143',
      '',
      '.',
      '..',
      '../x',
      'a/..',
    ]) {
      await refusedAt(kit, { client_user_id }, ['body.client_user_id'])
    }
    await refusedAt(kit, { client_user_id: 'x'.repeat(256) }, ['body.client_user_id'])
    const start = Date.now()
    await refusedAt(kit, { client_user_id: `a@${'a.'.repeat(30_000)} ` }, ['body.client_user_id'])
    kit.expect(Date.now() - start).toBeLessThan(8000)
    const { user_id } = await kit.takeUser()
    const signs = ['a/b', 'a?b=c', 'a#b', 'a%2Fb', '%2F', '100%', 'a+b', 'a&b;c', 'a\\b', '/', '...', '..x', '?', '#']
    for (const client_user_id of ['5551234567', '20931-7', 'Zoë 😀', 'x'.repeat(255), ...signs]) {
      kit.expect(await changed(kit, user_id, { client_user_id })).toMatchObject({ client_user_id })
      const address = `/v2/user/resolve/${encodeURIComponent(client_user_id)}`
      kit.expect((await kit.call('GET', address)).body).toMatchObject({ user_id, client_user_id })
    }
  }),

  under('Errors')('a client_user_id that another user has: 400 with that user', async (kit) => {
    const [holder, other] = [await kit.takeUser(), await kit.takeUser()]
    const client_user_id = `held-${holder.user_id}`
    await changed(kit, holder.user_id, { client_user_id })
    const reply = await patch(kit, other.user_id, { client_user_id, fallback_time_zone: 'Asia/Tokyo' })
    kit.expect(reply.status).toBe(400)
    const { detail } = errorBody.parse(reply.body)
    kit.expect(detail).toMatchObject({ user_id: holder.user_id, created_on: holder.created_on })
    kit.expect(await find(kit, other.user_id)).toEqual(other)
    kit.expect((await patch(kit, holder.user_id, { client_user_id })).status).toBe(204)
    await changed(kit, holder.user_id, { client_user_id: null })
    kit.expect((await patch(kit, other.user_id, { client_user_id })).status).toBe(204)
  }),

  gap('create user')('a user is there at once, as they were made', async (kit) => {
    const client_user_id = 'made-1'
    const body = { client_user_id, fallback_time_zone: 'America/Denver', fallback_birth_date: '1980-02-29' }
    const reply = await kit.call('POST', '/v2/user', { body })
    const { user_id } = kit.ok(endpoints.create_user, reply)
    kit.expect(reply.body).toEqual({ user_id, client_user_id })
    const listed = await find(kit, user_id)
    kit.expect(listed).toMatchObject({
      client_user_id,
      connected_sources: [],
      fallback_time_zone: { id: 'America/Denver', source_slug: 'manual' },
      fallback_birth_date: { value: '1980-02-29', source_slug: 'manual' },
    })
    kit.expect((await kit.call('GET', `/v2/user/${user_id}`)).body).toEqual(listed)
    kit.expect((await kit.call('GET', `/v2/user/resolve/${client_user_id}`)).body).toEqual(listed)
    const again = await kit.call('POST', '/v2/user', { body })
    kit.expect(again.status).toBe(400)
    kit.expect(errorBody.parse(again.body).detail).toMatchObject({ user_id, created_on: listed?.created_on })
    kit.expect((await remove(kit, user_id)).body).toEqual({ success: true })
  }),

  gap('create user')('of many at once with one reference, one is made', async (kit) => {
    const make = () => kit.call('POST', '/v2/user', { body: { client_user_id: 'made-2' } })
    const replies = await Promise.all(Array.from({ length: 8 }, make))
    kit.expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    const made = replies.flatMap((reply) => (reply.status === 200 ? [kit.ok(endpoints.create_user, reply)] : []))
    for (const { user_id } of made) kit.expect((await remove(kit, user_id)).status).toBe(200)
  }),

  gap('create user')('the reference is required, and every field is checked', async (kit) => {
    const { total } = await page(kit, { limit: 1 })
    const cases: [object, string][] = [
      [{}, 'body.client_user_id'],
      [{ client_user_id: null }, 'body.client_user_id'],
      [{ client_user_id: 'maren@mail.example' }, 'body.client_user_id'],
      [{ client_user_id: 'm', fallback_time_zone: 'Mars/Base' }, 'body.fallback_time_zone'],
      [{ client_user_id: 'm', fallback_birth_date: '2026-02-30' }, 'body.fallback_birth_date'],
      [{ client_user_id: 'm', ingestion_start: '2026-02-02', ingestion_end: '2026-02-01' }, 'body.ingestion_end'],
    ]
    for (const [body, place] of cases)
      kit.expect(kit.refused(await kit.call('POST', '/v2/user', { body }), 422)).toEqual([place])
    kit.expect((await page(kit, { limit: 1 })).total).toBe(total)
  }),

  gap('delete user')('they are gone from every answer, and as before once it is undone', async (kit) => {
    const { user_id } = await kit.takeUser(({ connected_sources }) => connected_sources.length > 0)
    const client_user_id = `gone-${user_id}`
    const before = await changed(kit, user_id, { client_user_id })
    const { total } = await page(kit, { limit: 1 })
    const ownOrders = await kit.allOrders({ user_id })
    const all = (await kit.allOrders({})).length
    kit.expect((await remove(kit, user_id)).status).toBe(200)
    kit.expect(await find(kit, user_id)).toBe(undefined)
    kit.expect((await page(kit, { limit: 1 })).total).toBe(total - 1)
    kit.expect(await kit.allOrders({ user_id })).toEqual([])
    kit.expect((await kit.allOrders({})).length).toBe(all - ownOrders.length)
    const doors: [string, string, Call?][] = [
      ['DELETE', `/v2/user/${user_id}`],
      ['PATCH', `/v2/user/${user_id}`, { body: {} }],
      ['GET', `/v2/user/${user_id}`],
      ['GET', `/v2/user/resolve/${client_user_id}`],
      ['GET', `/v2/user/providers/${user_id}`],
      ['POST', `/v2/user/${user_id}/sign_in_token`],
      ['POST', '/v2/link/token', { body: { user_id } }],
      ['POST', '/v2/link/code/create', { query: { user_id } }],
    ]
    for (const [method, path, call] of doors) kit.refused(await kit.call(method, path, call), 404)
    kit.expect((await undo(kit, { client_user_id })).body).toEqual({ success: true, user_id })
    kit.expect(await find(kit, user_id)).toEqual(before)
    kit.expect(await kit.allOrders({ user_id })).toEqual(ownOrders)
    kit.expect((await page(kit, { limit: 1 })).total).toBe(total)
    kit.refused(await undo(kit, { user_id }), 404)
  }),

  gap('undo deletion')('a reference that another user has by then: 400 with that user', async (kit) => {
    const body = { client_user_id: 'made-3' }
    const first = kit.ok(endpoints.create_user, await kit.call('POST', '/v2/user', { body }))
    await remove(kit, first.user_id)
    const second = kit.ok(endpoints.create_user, await kit.call('POST', '/v2/user', { body }))
    const refused = await undo(kit, body)
    kit.expect(refused.status).toBe(400)
    kit.expect(errorBody.parse(refused.body).detail).toMatchObject({ user_id: second.user_id })
    await remove(kit, second.user_id)
    kit.expect((await undo(kit, body)).status).toBe(200)
    kit.expect(await find(kit, second.user_id)).toMatchObject(body)
    await remove(kit, second.user_id)
  }),

  gap('undo deletion')('by one of the two, and of nobody else', async (kit) => {
    const { user_id } = await kit.takeUserOnce('update')
    for (const query of [{}, { user_id, client_user_id: 'x' }])
      kit.expect(kit.refused(await undo(kit, query), 422)).toEqual(['query.user_id'])
    kit.refused(await undo(kit, { user_id }), 404)
    kit.refused(await undo(kit, { user_id: NOBODY }), 404)
  }),

  update('a user that nobody is, and an id that is none', async (kit) => {
    kit.expect(kit.refused(await patch(kit, NOBODY, {}), 404)).toEqual([])
    kit.expect(kit.refused(await patch(kit, 'somebody', {}), 422)).toEqual(['path.user_id'])
  }),
]
