import { describe, expect, test } from 'vitest'
import { createAudit } from '#lib/console/audit.ts'
import { createMemoryConsoleStore } from '#lib/console/store/memory.ts'
import { auditSearch } from '#lib/contract/console/audit.ts'
import type { Viewer } from '#lib/contract/console/staff.ts'
import { createProxy, type ProxyEnvironment } from './app.ts'
import type { Upstream } from './upstream.ts'

const KEY = 'sk_secret_of_the_team'
const TIMES = { read: 200, write: 200, backoff: 1, retries: 2 }
const USERS = { users: [], total: 0, offset: 0, limit: 100 }

const VIEWER: Viewer = {
  id: 'staff-1',
  email: 'rosa@console.test',
  name: 'Rosa',
  role: 'administrator',
  environments: null,
  second_factor: true,
  idle_timeout: 900_000,
  ends_at: '2026-11-22T00:00:00Z',
}

interface Setting {
  viewer?: Partial<Viewer> | null
  /** Whether the audit log can be written. */
  recorded?: boolean
}

function proxy(upstream: Upstream, { viewer = {}, recorded = true }: Setting = {}) {
  const store = createMemoryConsoleStore()
  const seen: Request[] = []
  const faults: unknown[] = []
  const environment: ProxyEnvironment = {
    id: 'live',
    label: 'Live',
    base_url: 'https://service.test/base',
    api_key: KEY,
    upstream: (request) => {
      seen.push(request.clone())
      return upstream(request)
    },
  }
  const access = {
    identify: async () => (viewer === null ? Response.json({}, { status: 401 }) : { ...VIEWER, ...viewer }),
    audit: createAudit({
      store: recorded ? store : { ...store, appendAudit: () => Promise.reject(new Error('disk full')) },
      now: () => new Date('2026-11-21T12:00:00Z'),
      onFailure: () => undefined,
    }),
  }
  const app = createProxy({
    environments: [environment],
    access,
    key_header: 'x-service-api-key',
    onFault: (fault) => faults.push(fault),
    times: TIMES,
  })
  const call = async (path: string, init?: RequestInit) => {
    const response = await app.fetch(new Request(`http://console.test/api/service/${path}`, init))
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }
  const audited = async () => (await store.searchAudit(auditSearch.parse({}), null)).entries.toReversed()
  return { call, seen, faults, audited }
}

const answering = (body: unknown = USERS, init?: ResponseInit, setting?: Setting) =>
  proxy(async () => Response.json(body, init), setting)
const user = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'

describe('what leaves', () => {
  test('the key, and nothing of what the client sent besides the call itself', async () => {
    const { call, seen } = answering()
    await call('live/v2/user/?limit=5&debug=1&limit2=3', {
      headers: {
        'x-service-api-key': 'forged',
        'x-management-key': 'forged',
        authorization: 'Bearer forged',
        cookie: 'session=1',
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
        'x-http-method-override': 'DELETE',
        te: 'trailers',
        'accept-encoding': 'br',
      },
    })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.url).toBe('https://service.test/base/v2/user/?limit=5')
    expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      'x-service-api-key': KEY,
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    })
  })

  test('repeated keys stay repeated, in their order', async () => {
    const { call, seen } = answering({ orders: [], total: 0, page: 1, size: 50 })
    await call('live/v3/orders?status=ordered&user_id=&size=10&status=lost'.replace('&user_id=', ''))
    expect(new URL(seen[0]?.url ?? '').search).toBe('?status=ordered&size=10&status=lost')
  })

  test('a body goes as it came, as JSON', async () => {
    const { call, seen } = proxy(async () => new Response(null, { status: 204 }))
    const body = JSON.stringify({ client_user_id: 'a-1', unknown: true })
    const { status } = await call(`live/v2/user/${user}`, { method: 'PATCH', body })
    expect(status).toBe(204)
    expect(seen[0]?.headers.get('content-type')).toBe('application/json')
    expect(await seen[0]?.text()).toBe(body)
  })

  test('a plain request id is passed on, an odd one replaced', async () => {
    const { call, seen } = answering()
    const answer = await call('live/v2/user', { headers: { 'x-request-id': 'abcdef-123456' } })
    expect(answer.headers.get('x-request-id')).toBe('abcdef-123456')
    expect(seen[0]?.headers.get('x-request-id')).toBe('abcdef-123456')
    const odd = await call('live/v2/user', { headers: { 'x-request-id': 'Maren Okafor' } })
    expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  })
})

describe('what is refused before it leaves', () => {
  test.each([
    ['nowhere/v2/user', 'GET', 404],
    ['live/v2/timeseries', 'GET', 404],
    ['live/v3/orders', 'DELETE', 405],
    ['live/v2/user/%2e%2e%2fadmin', 'PATCH', 404],
    ['live/v2/user/..%2f..%2fadmin/info', 'PATCH', 404],
    ['live//v2/user', 'GET', 404],
    ['live/v2/user/?limit=501', 'GET', 422],
    ['live/v3/orders?order_ids=x', 'GET', 422],
    ['live/v2/user/not-a-uuid', 'PATCH', 422],
  ])('%s %s is %i', async (path, method, status) => {
    const { call, seen } = answering()
    const answer = await call(path, { method, ...(method === 'PATCH' && { body: '{}' }) })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(answer.text).detail).toBeTruthy()
    expect(seen).toHaveLength(0)
  })

  test('a change from another site', async () => {
    const { call, seen } = answering()
    const init = { method: 'PATCH', body: '{}', headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await call(`live/v2/user/${user}`, init)).status).toBe(403)
    expect(seen).toHaveLength(0)
  })

  test('a body that is no JSON, or not valid, by the name of the field', async () => {
    const { call, seen } = answering()
    const send = (body: string) => call(`live/v2/user/${user}`, { method: 'PATCH', body })
    expect(JSON.parse((await send('{')).text).detail[0]).toMatchObject({ type: 'json_invalid' })
    const invalid = await send('{"ingestion_start":"2026-02-30"}')
    expect(JSON.parse(invalid.text).detail[0].loc).toEqual(['body', 'ingestion_start'])
    expect(seen).toHaveLength(0)
  })
})

describe('what comes back', () => {
  test('the body and status as they are, of the headers only the harmless ones', async () => {
    const { call } = answering(USERS, {
      headers: { 'set-cookie': 'a=b', server: 'secret/1', 'x-internal': 'host', 'cache-control': 'public', etag: 'x' },
    })
    const { status, headers, text } = await call('live/v2/user')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual(USERS)
    expect(Object.keys(Object.fromEntries(headers)).sort()).toEqual(['cache-control', 'content-type', 'x-request-id'])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('errors of the service pass through with their detail', async () => {
    const { call } = answering({ detail: 'No such user.' }, { status: 404 })
    const { status, text } = await call(`live/v2/user/providers/${user}`)
    expect([status, text]).toEqual([404, '{"detail":"No such user."}'])
  })

  test('an answer that repeats the key never reaches a browser', async () => {
    const { call } = answering({ detail: `key ${KEY} is not valid` }, { status: 400 })
    const { status, text } = await call('live/v2/user')
    expect(status).toBe(502)
    expect(text).not.toContain(KEY)
  })

  test('a refused key is our fault, not a signed-out person', async () => {
    const { call } = answering({ detail: 'bad key' }, { status: 401 })
    const { status, text } = await call('live/v2/user')
    expect(status).toBe(502)
    expect(JSON.parse(text).detail).toContain('refused the key')
  })

  test('a redirect is never followed', async () => {
    const { call, seen } = proxy(
      async () => new Response(null, { status: 302, headers: { location: 'http://evil.test' } }),
    )
    const { status, headers } = await call('live/v2/user')
    expect(status).toBe(502)
    expect(headers.get('location')).toBeNull()
    expect(seen).toHaveLength(1)
  })
})

describe('a service that fails', () => {
  const failing = (times: number, failure: () => Promise<Response>) => {
    let left = times
    return proxy(() => (left-- > 0 ? failure() : Promise.resolve(Response.json(USERS))))
  }
  const down = () => Promise.reject(new TypeError('fetch failed'))
  const busy = async () => Response.json({ detail: 'busy' }, { status: 503 })

  test.each([
    ['no connection', down],
    ['503', busy],
  ])('%s: a read is tried again', async (_, failure) => {
    const { call, seen } = failing(2, failure)
    expect((await call('live/v2/user')).status).toBe(200)
    expect(seen).toHaveLength(3)
  })

  test('down for good: 502 that a person can act on, one line for the log, no value in it', async () => {
    const { call, seen, faults } = failing(9, down)
    const { status, text, headers } = await call('live/v3/orders?patient_name=Okafor')
    expect(status).toBe(502)
    expect(JSON.parse(text).detail).toMatch(/“Live” cannot be reached.*Nothing was changed.*ask whoever/)
    expect(text).not.toContain('service.test')
    expect(seen).toHaveLength(3)
    expect(faults).toEqual([
      { environment: 'live', endpoint: 'list_orders', fault: 'unreachable', request_id: headers.get('x-request-id') },
    ])
  })

  test('503 for good is handed on as it is', async () => {
    const { call } = failing(9, busy)
    expect(await call('live/v2/user')).toMatchObject({ status: 503, text: '{"detail":"busy"}' })
  })

  test('429 with a long wait is not waited for: the person is told', async () => {
    const { call, seen } = failing(9, async () =>
      Response.json({ detail: 'slow' }, { status: 429, headers: { 'retry-after': '60' } }),
    )
    const { status, headers } = await call('live/v2/user')
    expect([status, headers.get('retry-after'), seen.length]).toEqual([429, '60', 1])
  })

  test('a write is sent once, and the answer says to look first', async () => {
    const { call, seen } = failing(9, down)
    const { status, text } = await call(`live/v2/user/${user}`, { method: 'PATCH', body: '{}' })
    expect(status).toBe(502)
    expect(JSON.parse(text).detail).toContain('may or may not have been made')
    expect(seen).toHaveLength(1)
  })

  test('no answer in time is 504, without another try', async () => {
    const hanging: Upstream = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const { call, seen } = proxy(hanging)
    const { status, text } = await call('live/v2/user')
    expect(status).toBe(504)
    expect(JSON.parse(text).detail).toContain('too long')
    expect(seen).toHaveLength(1)
  })
})

describe('who may, and what is on record', () => {
  test('nobody signed in gets nothing, and nothing leaves', async () => {
    const { call, seen, audited } = answering(USERS, {}, { viewer: null })
    expect((await call('live/v2/user')).status).toBe(401)
    expect((await call('nowhere/v2/user')).status).toBe(401)
    expect(seen).toHaveLength(0)
    expect(await audited()).toEqual([])
  })

  test('a role without the right is told why and whom to ask, on record', async () => {
    const { call, seen, audited } = answering(USERS, {}, { viewer: { role: 'read_only' } })
    expect((await call('live/v2/user')).status).toBe(200)
    const refused = await call(`live/v2/user/${user}`, { method: 'PATCH', body: '{}' })
    expect(refused.status).toBe(403)
    expect(JSON.parse(refused.text).detail).toMatch(/read-only.*Ask an administrator/)
    expect(seen).toHaveLength(1)
    const entries = await audited()
    expect(entries.at(-1)).toMatchObject({ action: 'update_user', outcome: 'refused', status: 403, subjects: [user] })
  })

  test('an environment a person may not enter stays shut', async () => {
    const { call, seen } = answering(USERS, {}, { viewer: { environments: ['sandbox'] } })
    expect((await call('live/v2/user')).status).toBe(403)
    expect(seen).toHaveLength(0)
  })

  test('who, what, about whom and how it ended; no values', async () => {
    const { call, audited } = answering({ orders: [], total: 0, page: 1, size: 50 })
    const { headers } = await call(`live/v3/orders?user_id=${user}&patient_name=Okafor`)
    expect(await audited()).toEqual([
      expect.objectContaining({
        actor_id: 'staff-1',
        role: 'administrator',
        environment: 'live',
        action: 'list_orders',
        subjects: [user],
        outcome: 'done',
        status: 200,
        request_id: headers.get('x-request-id'),
      }),
    ])
    expect(JSON.stringify(await audited())).not.toContain('Okafor')
  })

  test('what cannot be recorded is not shown, and a change is not sent', async () => {
    const { call, seen } = answering({ ...USERS, total: 7 }, {}, { recorded: false })
    const read = await call('live/v2/user')
    expect([read.status, read.text.includes('"total"')]).toEqual([503, false])
    const before = seen.length
    expect((await call(`live/v2/user/${user}`, { method: 'PATCH', body: '{}' })).status).toBe(503)
    expect(seen).toHaveLength(before)
  })
})
