import { describe, expect, test } from 'vitest'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { exportAudit, listAudit } from '#lib/domains/audit/audit.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { listEnvironments } from '#lib/domains/environments/environment.ts'
import { resetStaffAccess, updateStaff } from '#lib/domains/staff/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { JSON_TYPE } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { ENVIRONMENTS, testConsole } from './console.testing.ts'

const STAFF = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'

test('the table: unique addresses and names', () => {
  const addresses = consoleEndpointList.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(new Set(consoleEndpointList.map(({ name }) => name)).size).toBe(addresses.length)
  // Personal values must not be in an address: a read that takes them is a POST, and never the other way round.
  const reads = consoleEndpointList.filter(({ safe }) => safe)
  expect(new Set(reads.filter(({ method }) => method !== 'GET').map(({ name }) => name))).toEqual(
    new Set(['search_directory', 'find_people', 'name_people', 'count_order_searches', 'locate_zips']),
  )
  for (const { safe, method, body } of consoleEndpointList) {
    if (method === 'GET') expect([safe, body]).toEqual([true, null])
  }
})

describe('who may do what', () => {
  const { send, rows } = testConsole()

  test('nobody signed in gets nothing, and leaves no entry', async () => {
    for (const endpoint of [listEnvironments, listAudit, exportAudit]) {
      expect((await send<Endpoint>(endpoint, { as: null })).status).toBe(401)
      const forged = { as: 'forged', headers: { 'x-role': 'administrator' } }
      expect((await send<Endpoint>(endpoint, forged)).status).toBe(401)
    }
    expect(rows).toEqual([])
  })

  test.each([
    ['support', 'support'],
    ['lab_coordinator', 'lab coordinator'],
    ['read_only', 'read-only'],
  ])('%s may not read the log, is told why and whom to ask, and is on record', async (as, words) => {
    const response = await send(listAudit, { as })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      detail: `Your role (${words}) doesn’t include “View the audit log”. Ask your administrator if you need it.`,
      code: 'role_denied',
      request_id: expect.any(String),
    })
    expect(rows.at(-1)).toMatchObject({ actor_id: `id-of-${as}`, role: as, action: 'list_audit', outcome: 'refused' })
  })

  test('the environments are those a person may enter', async () => {
    const all = { environments: ENVIRONMENTS }
    expect(await (await send(listEnvironments, { as: 'read_only' })).json()).toEqual(all)
    expect(await (await send(listEnvironments, { as: 'limited' })).json()).toEqual({
      environments: ENVIRONMENTS.slice(0, 1),
    })
  })
})

test('while the disk is almost full, changes are refused and leave no entry; reading goes on', async () => {
  const { send, rows } = testConsole({ isShortOfSpace: () => true })
  const response = await send(reportAction, { json: { action: 'enter_production', environment: 'sandbox' } })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await response.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('disk') })
  expect(rows).toEqual([])
  expect((await send(listAudit)).status).toBe(200)
})

describe('what the dispatcher refuses', () => {
  const { call, send, rows } = testConsole()

  test.each([
    ['GET', '/nothing', 404, null],
    ['GET', `${listAudit.path}/`, 200, null],
    ['GET', exportAudit.path.replace(/\/export$/, '%2Fexport'), 404, null],
    ['GET', `${listAudit.path}/../../service`, 404, null],
    ['DELETE', listAudit.path, 405, 'GET'],
    ['PUT', reportAction.path, 405, 'POST'],
    ['HEAD', reportAction.path, 405, 'POST'],
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
    expect((await send(reportAction, { json: event, headers })).status).toBe(status)
  })

  test('a body that is no JSON, too large, or not what the endpoint takes', async () => {
    const broken = await send(reportAction, { body: '{"action":', headers: JSON_TYPE })
    expect(broken.status).toBe(422)
    const issues = [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }]
    expect(await broken.json()).toEqual({
      detail: issues,
      code: 'invalid_input',
      issues,
      request_id: expect.any(String),
    })
    expect((await send(reportAction, { body: 'x'.repeat(300_000), headers: JSON_TYPE })).status).toBe(413)
    const wrong = await send(reportAction, {
      json: { action: 'drop_tables', environment: 'sandbox', subjects: ['Jane'] },
    })
    expect(wrong.status).toBe(422)
    const text = await wrong.text()
    expect(JSON.parse(text).detail.map(({ loc }: { loc: unknown[] }) => loc)).toEqual([
      ['body', 'action'],
      ['body', 'subjects', 0],
    ])
    expect(text).not.toMatch(/Jane|drop_tables/)
  })

  test('a query that is wrong names its field, and is on record', async () => {
    const response = await send(listAudit, { query: { limit: 501, from: 'yesterday' } })
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
      const response = await send(reportAction, { json: event, headers: { 'sec-fetch-site': site } })
      expect(response.status).toBe(403)
      expect(rows.at(-1)).toMatchObject({ action: 'report_action', outcome: 'refused', status: 403 })
    }
    expect((await send(reportAction, { json: event, headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(204)
  })

  test('is never kept by a browser, and has an id to ask for', async () => {
    for (const response of [await send(listAudit), await call('/nothing'), await send(listAudit, { as: 'support' })]) {
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
    const { headers } = await send(listAudit, { headers: { 'x-request-id': 'chosen-by-the-browser' } })
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
    link_expires_at: null,
  }
  const update = (answer: () => void): ConsoleRoute =>
    route(updateStaff, async ({ params, body }) => {
      answer()
      return { body: { ...member, id: params.staff_id, role: body.role ?? member.role } }
    })
  const change = { params: { staff_id: STAFF }, json: { role: 'read_only' } }

  test('get their validated call; the change is recorded before and after', async () => {
    const { send, rows } = testConsole({ routes: [update(() => undefined)] })
    const response = await send(updateStaff, change)
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
    const { send, rows } = testConsole({ routes: [refuse] })
    const response = await send(updateStaff, change)
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ detail: 'Nobody would be left to manage staff.', code: 'conflict' })
    expect(rows.at(-1)).toMatchObject({ outcome: 'refused', status: 409 })
  })

  test('that break have failed, and say nothing of why', async () => {
    const broken = update(() => {
      throw new Error('password=secret')
    })
    const { app, send, rows } = testConsole({ routes: [broken] })
    app.onError((_, c) => c.json({ detail: 'Something went wrong.' }, 500))
    const response = await send(updateStaff, change)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(rows.at(-1)).toMatchObject({ outcome: 'failed', status: null })
  })

  test('do nothing while the log cannot be written', async () => {
    let changed = false
    const { send, log } = testConsole({
      routes: [
        update(() => {
          changed = true
        }),
      ],
    })
    log.fails = true
    expect((await send(updateStaff, change)).status).toBe(503)
    expect(changed).toBe(false)
  })

  test('may add whom they were about, and answer another status', async () => {
    const reset = route(resetStaffAccess, async (_, { about }) => {
      about(['another'])
      return { status: 202, body: null }
    })
    const { send, rows } = testConsole({ routes: [reset] })
    expect((await send(resetStaffAccess, { params: { staff_id: STAFF } })).status).toBe(202)
    expect(rows.at(-1)?.subjects).toEqual([STAFF, 'another'])
  })
})
