import { describe, expect, test } from 'vitest'
import { answering, USER } from './proxy.testing.ts'

describe('an address or a method that the service does not have', () => {
  test.each([
    ['nowhere/v2/user', 'GET', 404],
    ['live', 'GET', 404],
    ['', 'GET', 404],
    ['LIVE/v2/user', 'GET', 404],
    ['%6cive/v2/user', 'GET', 404],
    ['live/v2/timeseries', 'GET', 404],
    ['live/V2/user', 'GET', 404],
    ['live//v2/user', 'GET', 404],
    ['live/v2/user//', 'GET', 404],
    ['live//evil.test/v2/user', 'GET', 404],
    ['live/http://evil.test/v2/user', 'GET', 404],
    ['live@evil.test/v2/user', 'GET', 404],
    ['live/v2/user;x=1', 'GET', 404],
    ['live/v2/user%3f', 'GET', 404],
    ['live/v2%2fuser', 'GET', 404],
    ['live/v3/orders', 'DELETE', 405],
    ['live/v3/orders', 'PUT', 405],
    ['live/v3/orders', 'HEAD', 405],
    ['live/v3/orders', 'OPTIONS', 405],
    ['live/v3/orders', 'PROPFIND', 405],
    ['live/v3/orders', 'get_', 405],
  ])('%s %s: %i', async (path, method, status) => {
    const { call, seen } = answering()
    const answer = await call(path, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET' : null)
    if (method !== 'HEAD') expect(JSON.parse(answer.text).detail).toBeTruthy()
    expect(seen).toHaveLength(0)
  })
})

describe('an environment that a person may not enter', () => {
  test.each([
    ['v2/user', 'GET'],
    [`v2/user/${USER}`, 'PATCH'],
    ['v3/orders', 'PUT'],
    ['nothing/at/all', 'GET'],
    ['', 'GET'],
  ])('answers %s %s as one that does not exist', async (path, method) => {
    const { call, seen } = answering({}, {}, { viewer: { environments: ['other'], role: 'read_only' } })
    const [forbidden, unknown] = await Promise.all([
      call(`live/${path}`, { method }),
      call(`nowhere/${path}`, { method }),
    ])
    const told = ({ status, text, headers }: typeof forbidden) => {
      const named = Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'))
      return { status, named, body: { ...JSON.parse(text), request_id: null } }
    }
    expect(told(forbidden)).toEqual(told(unknown))
    expect(told(forbidden)).toMatchObject({ status: 404, body: { code: 'unknown_environment' } })
    expect(seen).toHaveLength(0)
  })
})

describe('a value in the path that would change its shape', () => {
  test.each([
    '%2e%2e%2fadmin',
    '..%2f..%2fadmin/info',
    '..%5c..%5cadmin',
    '..\\..\\admin',
    '%252e%252e%252fadmin',
    '%25252e%25252e',
    '..;',
    '..;/admin',
    '%2e%2e;/info',
    `${USER};x=1`,
    `${USER}%00`,
    `${USER}%0d%0ahost:%20evil.test`,
    `${USER}%2f..%2f..%2fadmin`,
    `${USER}%23`,
    `${USER}%3fdebug=1`,
    `${USER}%20`,
    `${USER}/../../admin`,
    `${USER}/%2e%2e/%2e%2e/%2e%2e/admin`,
    '%c0%ae%c0%ae%c0%afadmin',
    '%ef%bc%8e%ef%bc%8e',
    '%ff',
    '%',
    '%u002e',
    '.%00.',
    'not-a-uuid',
  ])('%s', async (value) => {
    const { call, seen } = answering()
    for (const path of [`live/v2/user/${value}`, `live/v2/user/${value}/info`, `live/v2/user/${USER}/${value}`]) {
      for (const method of ['PATCH', 'DELETE']) {
        const { status } = await call(path, { method })
        expect([404, 405, 422]).toContain(status)
      }
    }
    expect(seen).toHaveLength(0)
  })
})

test.each(['live/v2/user/?limit=501', 'live/v3/orders?order_ids=x', 'live/v3/orders?size=1&size=x'])(
  '%s: the query is not valid',
  async (path) => {
    const { call, seen } = answering()
    expect((await call(path)).status).toBe(422)
    expect(seen).toHaveLength(0)
  },
)

describe('a change from another site', () => {
  test.each<[Record<string, string>, string]>([
    [{ 'sec-fetch-site': 'cross-site' }, 'http://console.test'],
    [{ 'sec-fetch-site': 'same-site' }, 'http://console.test'],
    [{ origin: 'null' }, 'http://console.test'],
    [{ origin: 'http://evil.test' }, 'http://console.test'],
    [{ origin: 'https://console.test' }, 'http://console.test'],
    [{ origin: 'http://console.test' }, 'https://console.test'],
    [{ origin: 'http://console.test', host: 'console.test' }, ''],
  ])('%o to %s', async (headers, publicUrl) => {
    const { call, change, seen, audited } = answering({}, {}, { publicUrl })
    const answer = await change('{}', { headers })
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.text).detail).toContain('PUBLIC_URL')
    expect((await audited()).at(-1)).toMatchObject({ action: 'update_user', outcome: 'refused', status: 403 })
    expect(seen).toHaveLength(0)
    expect((await call('live/v2/user', { headers })).status).toBe(200)
  })

  test.each<[Record<string, string>, string]>([
    [{}, 'https://console.test'],
    [{ origin: 'https://console.test', 'sec-fetch-site': 'same-origin' }, 'https://console.test'],
    [{ origin: 'http://console.test' }, 'http://localhost:3000'],
  ])('is not: %o to %s', async (headers, publicUrl) => {
    const { change } = answering({}, {}, { publicUrl })
    expect((await change('{}', { headers })).status).toBe(200)
  })
})

describe('a body', () => {
  test('that is no JSON, or not valid, by the name of the field', async () => {
    const { change, seen } = answering()
    expect(JSON.parse((await change('{')).text).detail[0]).toMatchObject({ type: 'json_invalid' })
    const invalid = await change('{"ingestion_start":"2026-02-30"}')
    expect(invalid.status).toBe(422)
    expect(JSON.parse(invalid.text).detail[0].loc).toEqual(['body', 'ingestion_start'])
    expect(seen).toHaveLength(0)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('as %o, on record', async (type) => {
    const { change, seen, audited } = answering()
    const answer = await change('{"client_user_id":"a"}', { headers: { 'content-type': type } })
    expect(answer.status).toBe(415)
    expect(JSON.parse(answer.text)).toMatchObject({
      detail: 'Send the body as application/json.',
      code: 'unsupported_media_type',
    })
    expect((await audited()).at(-1)).toMatchObject({ action: 'update_user', outcome: 'refused', status: 415 })
    expect(seen).toHaveLength(0)
  })

  test('with a charset, or none at all where every field is optional', async () => {
    const { call, change, seen } = answering()
    expect((await change('{}', { headers: { 'content-type': 'application/json; charset=utf-8' } })).status).toBe(200)
    expect((await call(`live/v2/user/${USER}`, { method: 'PATCH' })).status).toBe(200)
    expect(seen.map(({ body }) => body)).toEqual(['{}', ''])
    expect((await call('live/v2/link/token', { method: 'POST' })).status).toBe(422)
  })

  test('that is larger than any, declared or not', async () => {
    const { change, seen } = answering()
    const declared = { headers: { 'content-length': '999999999' } }
    expect((await change('{}', declared)).status).toBe(413)
    const chunk = new Uint8Array(1024 * 1024).fill(32)
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
    const undeclared = { body: endless, duplex: 'half' }
    expect((await change('', undeclared)).status).toBe(413)
    expect(seen).toHaveLength(0)
  })
})
