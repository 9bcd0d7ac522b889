/** Addresses that name no endpoint, or hide another one, get no further than the proxy. */
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

test('a space that was pasted behind an ID goes no further than the proxy', async () => {
  const { call, seen } = answering()
  expect((await call(`live/v2/user/${USER}%20/info/latest`)).status).toBe(200)
  expect(seen.map(({ path }) => path)).toEqual([`/v2/user/${USER}/info/latest`])
})
