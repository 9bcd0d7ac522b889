import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatEventStatus,
  highLevelOf,
  lastLowLevelStatus,
  parseEventStatus,
} from '#lib/domains/orders/status/status.ts'
import { atEndOfDay, atStartOfDay } from '#lib/domains/orders/status/status-records.ts'
import { endpointList, endpoints } from '#lib/domains/service-endpoints.ts'
import { HIGH_LEVEL_STATUSES, LOW_LEVEL_STATUSES } from './values.ts'
import { buildPath, curlOf, declaredQuery, decodeQuery, encodeQuery, endpointMatcher } from './wire.ts'

const orders = endpoints.list_orders

describe('queries', () => {
  test('what is encoded is decoded to the same values', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    const query = fc.record(
      {
        search_input: text,
        status: fc.array(text, { minLength: 1 }),
        is_critical: fc.boolean(),
        page: fc.integer({ min: 1, max: 1e9 }),
        order_ids: fc.array(fc.uuid(), { minLength: 1 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(query, (values) => {
        expect(decodeQuery(orders.query, new URLSearchParams(encodeQuery(values)))).toEqual(values)
      }),
    )
  })

  test('arrays are repeated keys; nothing is sent for null, undefined and empty arrays', () => {
    expect(encodeQuery({ status: ['a', 'b'], user_id: undefined, order_ids: [], page: 2, lab: null })).toBe(
      'status=a&status=b&page=2',
    )
  })

  test('undeclared keys are dropped, of a repeated scalar the last counts', () => {
    const search = new URLSearchParams('page=1&page=2&debug=1&status=a&status=b')
    expect(decodeQuery(orders.query, search)).toEqual({ page: 2, status: ['a', 'b'] })
    expect(declaredQuery(orders, search).toString()).toBe('page=1&page=2&status=a&status=b')
    expect(declaredQuery(orders, new URLSearchParams('toString=1&__proto__=2')).toString()).toBe('')
  })

  test('texts that are no numbers or booleans stay, for the schema to refuse by name', () => {
    const decoded = decodeQuery(orders.query, new URLSearchParams('page=1e3&is_critical=yes'))
    expect(decoded).toEqual({ page: '1e3', is_critical: 'yes' })
  })
})

describe('paths', () => {
  const find = endpointMatcher(endpointList)

  test.each(endpointList)('$name is found at its own path, with and without a trailing slash', (endpoint) => {
    const params = Object.fromEntries(Object.keys(endpoint.params.shape).map((name) => [name, `a b-${name}`]))
    const path = buildPath(endpoint.path, params).replace(/\/$/, '')
    for (const pathname of [path, `${path}/`]) {
      const { match } = find(endpoint.method, pathname)
      expect(match?.endpoint.name).toBe(endpoint.name)
      expect(match?.params).toEqual(params)
    }
  })

  test('no value can change the shape of a path', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        const path = buildPath('/v2/user/{user_id}/info', { user_id: value.toWellFormed() })
        expect(path.split('/')).toHaveLength(5)
      }),
    )
  })

  test('another method is told apart from another path', () => {
    expect(find('PUT', '/v3/orders')).toEqual({ match: null, methods: ['GET'] })
    expect(find('GET', '/v3/order')).toEqual({ match: null, methods: [] })
  })

  test('a reference keeps its slashes, and none that may lead elsewhere', () => {
    const path = (client_user_id: string) => buildPath(endpoints.resolve_user.path, { client_user_id })
    expect(find('GET', path('a/b\\c?d#e%2F')).match?.params).toEqual({ client_user_id: 'a/b\\c?d#e%2F' })
    for (const odd of ['..', '../x', 'a/./b', 'a\\..']) expect(() => path(odd)).toThrow('client_user_id')
    for (const odd of ['..%2Fx', 'a%2F..', '%2e%2e;%2Fadmin'])
      expect(find('GET', `/v2/user/resolve/${odd}`).match).toBeNull()
  })

  test.each([
    '/v2/user/%2e%2e/info',
    '/v2/user/a%2fb/info',
    '/v2/user/%zz/info',
    '/v2/user/a%00/info',
    '/v2/user/%5c/info',
  ])('%s names nothing', (path) => {
    expect(find('PATCH', path)).toEqual({ match: null, methods: [] })
  })

  test('providers of a user are not a user called "providers"', () => {
    expect(find('GET', '/v2/user/providers/abc').match?.endpoint.name).toBe('list_user_providers')
    expect(find('DELETE', '/v2/user/abc/manual').match?.endpoint.name).toBe('deregister_provider')
  })
})

describe('dates of order search', () => {
  test.each([
    [atStartOfDay, '2026-03-01', '2026-03-01T00:00:00.000Z'],
    [atEndOfDay, '2026-03-01', '2026-03-01T23:59:59.000Z'],
    [atEndOfDay, '2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    [atStartOfDay, '2026-03-01T10:00:00', '2026-03-01T10:00:00.000Z'],
    [atStartOfDay, '2026-03-08T02:30:00-05:00', '2026-03-08T07:30:00.000Z'],
  ])('%o of %s is %s', (read, value, expected) => {
    expect(read(value).toISOString()).toBe(expected)
  })
})

describe('order statuses', () => {
  test('every low-level status has a high-level one', () => {
    for (const low of LOW_LEVEL_STATUSES) expect(HIGH_LEVEL_STATUSES, low).toContain(highLevelOf(low))
  })

  test('event statuses split and join', () => {
    const status = 'received.testkit.ordered'
    const parsed = parseEventStatus(status)
    expect(parsed && formatEventStatus(parsed)).toBe(status)
    for (const odd of ['ordered', 'a.b', 'a..c', 'a.b.c.d', '']) expect(parseEventStatus(odd)).toBeNull()
  })

  test('the newest event counts, of equal instants the later one', () => {
    const events = [
      { created_at: '2026-01-02T00:00:00Z', status: 'collecting_sample.testkit.with_customer' },
      { created_at: '2026-01-01T00:00:00Z', status: 'received.testkit.ordered' },
    ]
    expect(lastLowLevelStatus(events)).toBe('with_customer')
    expect(lastLowLevelStatus([...events, { created_at: '2026-01-02T00:00:00Z', status: 'odd' }])).toBe('odd')
    expect(lastLowLevelStatus([])).toBeNull()
  })
})

describe('a read as a line for a shell', () => {
  const KEY = '"$API_KEY_HEADER: $API_KEY"'

  test('has the address that the service is asked at, and no key', () => {
    const query = { order_ids: ['a', 'b'], page: 2, status: 'a"$(b)`c!' }
    expect(curlOf(orders, { query }, 'https://api.test')).toBe(
      `curl -H ${KEY} "https://api.test/v3/orders?order_ids=a&order_ids=b&page=2&status=a%22%24%28b%29%60c%21"`,
    )
    expect(curlOf(endpoints.get_user, { params: { user_id: 'one' } }, null)).toBe(
      `curl -H ${KEY} "$API_URL/v2/user/one"`,
    )
  })

  test('leaves out what may name a person, and says so', () => {
    const query = Object.fromEntries((orders.personal ?? []).map((name) => [name, 'Quill']))
    const line = curlOf(orders, { query }, null)
    expect(line).not.toContain('Quill')
    expect(line).toMatch(/ # without \w+/)
  })
})
