import { describe, expect, test } from 'vitest'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { consoleEndpointList, consoleEndpoints } from '#lib/domains/console-endpoints.ts'
import { resetStaffAccess, updateStaff } from '#lib/domains/staff/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { ENVIRONMENTS, testConsole } from './console.testing.ts'

const STAFF = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'

test('the table: unique addresses, and the name as the key', () => {
  const addresses = consoleEndpointList.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const [name, endpoint] of Object.entries(consoleEndpoints)) expect(endpoint.name).toBe(name)
  // What may be personal must not stand in an address: a read that takes it is a POST, and never the other way round.
  const reads = consoleEndpointList.filter(({ safe }) => safe)
  expect(reads.filter(({ method }) => method !== 'GET').map(({ name }) => name)).toEqual([
    'search_directory',
    'locate_zips',
  ])
  for (const { safe, method, body } of consoleEndpointList) {
    if (method === 'GET') expect([safe, body]).toEqual([true, null])
  }
})

describe('who may do what', () => {
  const { call, rows } = testConsole()

  test('nobody signed in gets nothing, and leaves no entry', async () => {
    for (const path of ['/environments', '/audit', '/audit/export']) {
      expect((await call(path, { as: null })).status).toBe(401)
      expect((await call(path, { as: 'forged', headers: { 'x-role': 'administrator' } })).status).toBe(401)
    }
    expect(rows).toEqual([])
  })

  test.each([
    ['support', 'support'],
    ['lab_coordinator', 'lab coordinator'],
    ['read_only', 'read-only'],
  ])('%s may not read the log, is told why and whom to ask, and is on record', async (as, words) => {
    const response = await call('/audit', { as })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      detail: `Your role (${words}) does not include “See who did what”. Ask an administrator of this console if you need it.`,
      code: 'role_denied',
      request_id: expect.any(String),
    })
    expect(rows.at(-1)).toMatchObject({ actor_id: `id-of-${as}`, role: as, action: 'list_audit', outcome: 'refused' })
  })

  test('the environments are those a person may enter', async () => {
    const all = { environments: ENVIRONMENTS }
    expect(await (await call('/environments', { as: 'read_only' })).json()).toEqual(all)
    expect(await (await call('/environments', { as: 'limited' })).json()).toEqual({
      environments: ENVIRONMENTS.slice(0, 1),
    })
  })
})

describe('what the dispatcher refuses', () => {
  const { call, post, rows } = testConsole()

  test.each([
    ['GET', '/nothing', 404, null],
    ['GET', '/audit/', 200, null],
    ['GET', '/audit%2Fexport', 404, null],
    ['GET', '/audit/../../service', 404, null],
    ['DELETE', '/audit', 405, 'GET'],
    ['PUT', '/audit/events', 405, 'POST'],
    ['HEAD', '/audit/events', 405, 'POST'],
  ])('%s %s: %i', async (method, path, status, allow) => {
    const response = await call(path, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([status, allow])
  })

  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonp', 415],
    ['application/json; charset=utf-8', 204],
  ])('a body that is %s: %i', async (type, status) => {
    const headers = { 'content-type': type }
    const event = { action: 'show_secret', environment: 'sandbox' }
    expect((await post('/audit/events', event, { headers })).status).toBe(status)
  })

  test('a body that is no JSON, too large, or not what the endpoint takes', async () => {
    const broken = await post('/audit/events', '{"action":')
    expect(broken.status).toBe(422)
    const issues = [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }]
    expect(await broken.json()).toEqual({
      detail: issues,
      code: 'invalid_input',
      issues,
      request_id: expect.any(String),
    })
    expect((await post('/audit/events', 'x'.repeat(300_000))).status).toBe(413)
    const wrong = await post('/audit/events', { action: 'drop_tables', environment: 'sandbox', subjects: ['Jane'] })
    expect(wrong.status).toBe(422)
    const text = await wrong.text()
    expect(JSON.parse(text).detail.map(({ loc }: { loc: unknown[] }) => loc)).toEqual([
      ['body', 'action'],
      ['body', 'subjects', 0],
    ])
    expect(text).not.toMatch(/Jane|drop_tables/)
  })

  test('a query that is wrong names its field, and is on record', async () => {
    const response = await call('/audit?limit=501&from=yesterday')
    expect(response.status).toBe(422)
    const { detail } = await response.json()
    expect(detail.map(({ loc }: { loc: unknown[] }) => loc)).toEqual([
      ['query', 'from'],
      ['query', 'limit'],
    ])
    expect(rows.at(-1)).toMatchObject({ action: 'list_audit', outcome: 'refused', status: 422 })
  })

  test('a change from another site', async () => {
    const event = { action: 'show_secret', environment: 'sandbox' }
    for (const site of ['cross-site', 'same-site']) {
      const response = await post('/audit/events', event, { headers: { 'sec-fetch-site': site } })
      expect(response.status).toBe(403)
      expect(rows.at(-1)).toMatchObject({ action: 'report_action', outcome: 'refused', status: 403 })
    }
    expect((await post('/audit/events', event, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(204)
  })

  test('is never kept by a browser, and has an id to ask for', async () => {
    for (const response of [await call('/audit'), await call('/nothing'), await call('/audit', { as: 'support' })]) {
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
    const { headers } = await call('/audit', { headers: { 'x-request-id': 'chosen-by-the-browser' } })
    expect(rows.at(-1)?.request_id).toBe(headers.get('x-request-id'))
  })
})

describe('routes of other rooms', () => {
  const member = {
    id: STAFF,
    email: 'b@clinic.test',
    name: 'B',
    role: 'support' as const,
    environments: null,
    status: 'active' as const,
    second_factor: false,
    created_at: '2026-11-21T08:00:00Z',
    last_seen_at: null,
    reset_request: null,
  }
  const update = (answer: () => void): ConsoleRoute =>
    route(updateStaff, async ({ params, body }) => {
      answer()
      return { body: { ...member, id: params.staff_id, role: body.role ?? member.role } }
    })
  const patch = { method: 'PATCH', body: '{"role":"read_only"}', headers: { 'content-type': 'application/json' } }

  test('get their validated call; the change is recorded before and after', async () => {
    const { call, rows } = testConsole({ routes: [update(() => undefined)] })
    const response = await call(`/staff/${STAFF}`, patch)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ...member, role: 'read_only' })
    expect(rows).toMatchObject([
      { action: 'update_staff', outcome: 'started', subjects: [STAFF] },
      { action: 'update_staff', outcome: 'done', status: 200, subjects: [STAFF] },
    ])
  })

  test('answer their own errors, and are recorded as refused', async () => {
    const refuse = update(() => {
      throw new ApiError('conflict', 'Nobody would be left to manage staff.')
    })
    const { call, rows } = testConsole({ routes: [refuse] })
    const response = await call(`/staff/${STAFF}`, patch)
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ detail: 'Nobody would be left to manage staff.', code: 'conflict' })
    expect(rows.at(-1)).toMatchObject({ outcome: 'refused', status: 409 })
  })

  test('that break have failed, and say nothing of why', async () => {
    const broken = update(() => {
      throw new Error('password=secret')
    })
    const { app, call, rows } = testConsole({ routes: [broken] })
    app.onError((_, c) => c.json({ detail: 'Something went wrong.' }, 500))
    const response = await call(`/staff/${STAFF}`, patch)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(rows.at(-1)).toMatchObject({ outcome: 'failed', status: null })
  })

  test('do nothing while the log cannot be written', async () => {
    let changed = false
    const { call, log } = testConsole({
      routes: [
        update(() => {
          changed = true
        }),
      ],
    })
    log.fails = true
    expect((await call(`/staff/${STAFF}`, patch)).status).toBe(503)
    expect(changed).toBe(false)
  })

  test('may add whom they were about, and answer another status', async () => {
    const reset = route(resetStaffAccess, async (_, { about }) => {
      about(['another'])
      return { status: 202, body: null }
    })
    const { call, rows } = testConsole({ routes: [reset] })
    expect((await call(`/staff/${STAFF}/reset`, { method: 'POST' })).status).toBe(202)
    expect(rows.at(-1)?.subjects).toEqual([STAFF, 'another'])
  })
})
