/** Sends every mistake of a caller through every entry point: each has one answer, as route.ts and read-input.ts state. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { closeTestAuth, openTestAuth, type TestAuth } from '#lib/domains/staff/auth/auth.testing.ts'
import { AUTH_PREFIX, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { ERRORS, type ErrorCode } from '#lib/kernel/api-error.ts'
import { callOf, JSON_TYPE } from '#lib/kernel/endpoint.testing.ts'
import type { EndpointRecord } from '#lib/kernel/endpoint.ts'
import { buildPath, CONSOLE_PREFIX, PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { answering, USER } from '#lib/proxy/proxy.testing.ts'
import { KEY, STORES, startTestService } from '#lib/sandbox/service/service.testing.ts'
import { testConsole } from './console/console.testing.ts'

type Send = (path: string, init: RequestInit) => Promise<Response>

interface EntryPoint {
  name: string
  /** Limit, if lower than elsewhere. */
  maxBodyBytes?: number
  /** An endpoint with a body, and one with a query; null where none has one. */
  body: { path: string; method: string; valid: object; field: string }
  query: { path: string; method: string; scalar: string; bad: string } | null
  unknown: string
  send: Send
}

let backend: TestAuth
let service: Awaited<ReturnType<typeof startTestService>>

beforeAll(async () => {
  backend = await openTestAuth()
  service = await startTestService(await STORES.memory())
})

afterAll(async () => {
  await service.stop()
  await closeTestAuth()
})

const direct = (fetch: (request: Request) => Response | Promise<Response>, headers: Record<string, string>): Send => {
  return async (path, init) => {
    const sent = new Headers({ ...headers, ...Object.fromEntries(new Headers(init.headers)) })
    return fetch(new Request(`http://console.test${path}`, { ...init, headers: sent }))
  }
}

const LIVE = `${PROXY_PREFIX}/live`
const NOTHING = `${listOrders.path}-of-nobody`

const at = (prefix: string, { method, path }: Pick<EndpointRecord, 'method' | 'path'>) => ({
  method,
  path: `${prefix}${buildPath(path, { user_id: USER })}`,
})

const ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'sign-in',
    maxBodyBytes: 16 * 1024,
    body: { ...at(AUTH_PREFIX, authEndpoints.sign_in), valid: { email: 'a@b.test', password: 'x' }, field: 'email' },
    query: null,
    unknown: `${AUTH_PREFIX}/nothing`,
    send: direct((request) => backend.auth.app.fetch(request), {}),
  },
  {
    name: 'console',
    body: {
      ...at(CONSOLE_PREFIX, reportAction),
      valid: { action: 'show_secret', environment: 'sandbox' },
      field: 'action',
    },
    query: { ...at(CONSOLE_PREFIX, listAudit), scalar: 'limit=5', bad: 'limit=501' },
    unknown: `${CONSOLE_PREFIX}/nothing`,
    send: direct((request) => testConsole().app.fetch(request), {
      cookie: 'session=administrator',
      'sec-fetch-site': 'same-origin',
    }),
  },
  {
    name: 'proxy',
    body: { ...at(LIVE, updateUser), valid: {}, field: 'client_user_id' },
    query: { ...at(LIVE, listUsers), scalar: 'limit=5', bad: 'limit=-1' },
    unknown: `${LIVE}${NOTHING}`,
    send: direct((request) => answering().app.fetch(request), {}),
  },
  {
    name: 'service',
    body: { ...at('', updateUser), valid: {}, field: 'client_user_id' },
    query: { ...at('', listUsers), scalar: 'limit=5', bad: 'limit=-1' },
    unknown: NOTHING,
    send: direct((request) => service.service.api.fetch(request), { 'x-service-api-key': KEY }),
  },
]

const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(ERRORS, value)

/** The body of an error, checked for the form that all have. */
async function errorOf(response: Response) {
  const body: Record<string, unknown> = await response.json()
  const { code, request_id, detail } = body
  if (!isErrorCode(code)) throw new Error(`no code of ours: ${String(code)}`)
  expect(response.status).toBe(ERRORS[code].status)
  expect(request_id).toBe(response.headers.get('x-request-id'))
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(detail).toBeTruthy()
  const issues: { loc: unknown[]; type: string }[] = Array.isArray(body.issues) ? body.issues : []
  if (issues.length > 0) expect(detail).toEqual(issues)
  return { code, issues }
}

describe.each(ENTRY_POINTS)('$name', ({ maxBodyBytes, body: { path, method, valid, field }, query, unknown, send }) => {
  const post = (body: BodyInit, headers: Record<string, string> = JSON_TYPE) => send(path, { method, body, headers })

  test('an unknown path is 404', async () => {
    expect(await errorOf(await send(unknown, {}))).toMatchObject({ code: 'unknown_address' })
  })

  test('a wrong method is 405 and names the right ones', async () => {
    const response = await send(path, { method: 'PUT' })
    expect(response.headers.get('allow')).toContain(method)
    expect(await errorOf(response)).toMatchObject({ code: 'method_not_allowed' })
  })

  test('a body that is too large is 413, also where its type is wrong', async () => {
    const declared = { ...JSON_TYPE, 'content-length': '999999999' }
    expect(await errorOf(await post('{}', declared))).toMatchObject({ code: 'body_too_large' })
    const wrong = { 'content-type': 'text/plain', 'content-length': '999999999' }
    expect(await errorOf(await post('{}', wrong))).toMatchObject({ code: 'body_too_large' })
  })

  test('a body of 64 KiB is the largest, sent with its length or without', async () => {
    const sent = (length: number) => `{"${field}":"${'x'.repeat(length - field.length - 7)}"}`
    for (const stream of [false, true]) {
      const as = (text: string) => (stream ? new Blob([text]).stream() : text)
      const init = (text: string) => ({ method, body: as(text), headers: JSON_TYPE, duplex: 'half' })
      const largest = maxBodyBytes ?? 64 * 1024
      expect((await errorOf(await send(path, init(sent(largest))))).code).not.toBe('body_too_large')
      expect((await errorOf(await send(path, init(sent(largest + 1))))).code).toBe('body_too_large')
    }
  })

  test('levels are counted before anything is parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const response = await post(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)
    const parsed = parse.mock.calls.filter(([text]) => text.includes('[[['))
    parse.mockRestore()
    expect((await errorOf(response)).issues).toMatchObject([{ loc: ['body'], type: 'too_deep' }])
    expect(parsed).toEqual([])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])('%o is 415', async (type) => {
    const response = await post(JSON.stringify(valid), { 'content-type': type })
    expect(await errorOf(response)).toMatchObject({ code: 'unsupported_media_type' })
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json'])(
    '%s is read',
    async (type) => {
      const response = await post('{', { 'content-type': type })
      const { code, issues } = await errorOf(response)
      expect([code, issues]).toEqual([
        'invalid_input',
        [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }],
      ])
    },
  )

  test('no body is an empty object, whatever its type', async () => {
    const none = await send(path, { method })
    const empty = await post('{}')
    expect(none.status).toBe(empty.status)
    expect((await post('', { 'content-type': 'text/plain' })).status).toBe(empty.status)
  })

  test.each(['null', '[]', '"text"', '7'])('a body that is %s is 422', async (text) => {
    const { code, issues } = await errorOf(await post(text))
    expect([code, issues.map(({ loc }) => loc)]).toEqual(['invalid_input', [['body']]])
  })

  test.each(['"\\u0000"', '"\\ud800"'])('%s in a body is 422', async (text) => {
    const { code, issues } = await errorOf(await post(`{"${field}":${text}}`))
    expect(code).toBe('invalid_input')
    expect(issues).toMatchObject([{ loc: ['body', field], type: 'invalid_text' }])
  })

  if (query) {
    test('a query that is wrong is 422, and a NUL in it', async () => {
      const wrong = await errorOf(await send(`${query.path}?${query.bad}`, { method: query.method }))
      expect(wrong.code).toBe('invalid_input')
      expect(wrong.issues).toMatchObject([{ loc: ['query', 'limit'] }])
      const nul = await errorOf(await send(`${query.path}?limit=%00`, { method: query.method }))
      expect(nul.issues).toMatchObject([{ loc: ['query', 'limit'], type: 'invalid_text' }])
    })

    test('of a repeated key the last counts', async () => {
      const twice = await send(`${query.path}?${query.bad}&${query.scalar}`, { method: query.method })
      expect(twice.status).toBe(200)
      const other = await send(`${query.path}?${query.scalar}&${query.bad}`, { method: query.method })
      expect(await errorOf(other)).toMatchObject({ code: 'invalid_input' })
    })
  }
})

test('all places that are wrong are named at once: path, then body', async () => {
  for (const { send, name } of ENTRY_POINTS.filter(({ name }) => name === 'proxy' || name === 'service')) {
    const json = { ingestion_start: '2026-02-30' }
    const [path, init] = callOf(updateUser, { params: { user_id: 'nobody' }, json })
    const response = await send(`${name === 'proxy' ? LIVE : ''}${path}`, init)
    const { issues } = await errorOf(response)
    expect(issues.map(({ loc }) => loc)).toEqual([
      ['path', 'user_id'],
      ['body', 'ingestion_start'],
    ])
  }
})

test('a bulk import of more values than are meant is refused before any is parsed, and holds nothing up', async () => {
  for (const { send, name } of ENTRY_POINTS.filter(({ name }) => name === 'proxy' || name === 'service')) {
    const body = `{"provider":"x","connections":[${'[],'.repeat(9_000_000)}[]]}`
    const began = performance.now()
    const [path, init] = callOf(bulkImportConnections, { body, headers: JSON_TYPE })
    const response = await send(`${name === 'proxy' ? LIVE : ''}${path}`, init)
    // To parse it takes sixteen seconds; a busy machine takes three for what is done instead.
    expect(performance.now() - began).toBeLessThan(8_000)
    expect((await errorOf(response)).issues).toMatchObject([{ loc: ['body'], type: 'too_many' }])
  }
})
