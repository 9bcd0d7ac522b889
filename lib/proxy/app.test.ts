import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import { bulkImportConnections, deregisterProvider, listUserProviders } from '#lib/domains/connections/connection.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import {
  createSignInToken,
  createUser,
  deleteUser,
  getUser,
  listUsers,
  resolveUser,
  undoDeleteUser,
  updateUser,
} from '#lib/domains/users/user.ts'
import { pathOf } from '#lib/kernel/endpoint.testing.ts'
import { inProcess } from './in-process.ts'
import { answering, KEY, ORDERS, testProxy, USER, USERS } from './proxy.testing.ts'

const OTHER = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa1'
const RECIPE = { user_id: USER, access_token: 'a', refresh_token: 'b', provider_id: 'c', expires_at: 1 }
const codeOf = (sign: string) => sign.charCodeAt(0).toString(16)

async function sendFor(
  body: object,
  call: (send: ReturnType<typeof answering>['send']) => Promise<{ status: number; text: string }>,
) {
  const { send, audited } = answering(body)
  return { ...(await call(send)), audited: await audited() }
}

describe('what leaves', () => {
  test('the key, and nothing of what the client sent besides the call itself', async () => {
    const { call, seen } = answering()
    await call(`live${listUsers.path}?limit=5&debug=1&limit2=3`, {
      headers: {
        'x-service-api-key': 'forged',
        'x-management-key': 'forged',
        authorization: 'Bearer forged',
        'proxy-authorization': 'Basic forged',
        cookie: 'session=1',
        host: 'evil.test',
        forwarded: 'for=10.0.0.1;host=evil.test',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
        'x-real-ip': '10.0.0.1',
        'x-original-url': '/admin',
        'x-rewrite-url': '/admin',
        'x-http-method-override': 'DELETE',
        'x-http-method': 'DELETE',
        'x-method-override': 'DELETE',
        connection: 'x-service-api-key',
        te: 'trailers',
        'accept-encoding': 'br',
      },
    })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ method: 'GET', path: pathOf(listUsers, { query: { limit: 5 } }), body: null })
    expect(seen[0]?.headers).toEqual({
      accept: 'application/json',
      'x-service-api-key': KEY,
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    })
  })

  test('a method is what it is, whatever a header calls it', async () => {
    const { call, seen } = answering()
    const path = `live${pathOf(deregisterProvider, { params: { user_id: USER, provider: 'oura' } })}`
    const headers = { 'x-http-method-override': 'DELETE' }
    expect((await call(path, { method: 'POST', headers })).status).toBe(405)
    expect((await call(`${path}?_method=DELETE`, { method: 'POST' })).status).toBe(405)
    expect(seen).toHaveLength(0)
  })

  test('repeated keys stay repeated, in their order', async () => {
    const { call, seen } = answering(ORDERS)
    const path = `${listOrders.path}?status=ordered&size=10&status=lost`
    await call(`live${path}`)
    expect(seen[0]?.path).toBe(path)
  })

  test('of a repeated key that takes one value, the one that was checked', async () => {
    const { call, seen } = answering(ORDERS)
    await call(`live${listOrders.path}?size=999999&page=2&size=%2B10&user_id=x&is_critical=TRUE`)
    expect(seen).toHaveLength(0)
    await call(`live${listOrders.path}?size=999999&user_id=x&page=2&size=%2B10&user_id=${USER}&is_critical=TRUE`)
    expect(seen[0]?.path).toBe(pathOf(listOrders, { query: { size: 10, user_id: USER, page: 2, is_critical: true } }))
  })

  test('a query of 8 kB, whole; nothing in it can end it', async () => {
    const { send, seen } = answering(ORDERS)
    const name = `#&=?/../%00\r\nhost: evil.test ${'ö'.repeat(1300)}`
    await send(listOrders, { query: { patient_name: name } })
    const sent = seen[0]?.path ?? ''
    expect(sent).toMatch(/^\/v3\/orders\?patient_name=[\w%.*+-]+$/)
    expect(sent.length).toBeGreaterThan(7800)
    expect(new URLSearchParams(sent.split('?')[1]).get('patient_name')).toBe(name.replace('\r\n', ' '))
  })

  test('a query that may name people comes as a body, and is the only one that counts', async () => {
    const { send, seen, audited } = answering(ORDERS)
    const body = `patient_name=Maren+Okafor&size=5&debug=1&user_id=${USER}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    const sent = { method: 'POST', body, headers }
    expect((await send(listOrders, { query: { size: 100, search_input: 'x' }, ...sent })).status).toBe(200)
    const path = pathOf(listOrders, { query: { patient_name: 'Maren Okafor', size: 5, user_id: USER } })
    expect(seen).toMatchObject([{ method: 'GET', path, body: null }])
    expect(await audited()).toMatchObject([{ action: 'list_orders', outcome: 'done', subjects: [USER] }])
    expect((await send(listOrders, { ...sent, body: 'size=101' })).status).toBe(422)
    expect((await send(listOrders, { ...sent, headers: { 'content-type': 'application/json' } })).status).toBe(415)
    expect((await send(listOrders, { ...sent, body: `search_input=${'x'.repeat(17_000)}` })).status).toBe(413)
    // A read that names nobody has one form.
    expect((await send(listMarkers, { params: { lab_test_id: USER }, ...sent })).status).toBe(405)
    expect(seen).toHaveLength(1)
  })

  test('no body has room for fields that nobody declared, but for a medical proxy, which a save must not cut', () => {
    const bodies = endpointList.flatMap(({ name, body }) => (body ? [{ name, body }] : []))
    const open = bodies.filter(({ body }) => {
      const document = z.toJSONSchema(body, { unrepresentable: 'any', io: 'output' })
      return /"additionalProperties":(?!false)/.test(JSON.stringify(document))
    })
    expect(bodies.length).toBeGreaterThan(5)
    expect(open.map(({ name }) => name)).toEqual(['update_user_info'])
  })

  test('a body without unknown fields, as JSON in one spelling', async () => {
    const { change, seen } = testProxy(inProcess(async () => new Response(null, { status: 204 })))
    const { status } = await change('{"client_user_id":"no","unknown":{"b":[1, 2.5]},"client_user_id":"a-1"}')
    expect(status).toBe(204)
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(seen[0]?.body).toBe('{"client_user_id":"a-1"}')
  })

  test('a request has an id of ours, whatever its caller calls it, and the service is told that one', async () => {
    const { send, seen, audited } = answering()
    for (const given of ['abcdef-123456', 'Maren Okafor']) {
      const answer = await send(listUsers, { headers: { 'x-request-id': given } })
      const id = answer.headers.get('x-request-id')
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      expect(seen.at(-1)?.headers['x-request-id']).toBe(id)
      expect((await audited()).at(-1)?.request_id).toBe(id)
    }
    const refused = await send(listOrders, { query: { size: 101 }, headers: { 'x-request-id': 'abcdef-123456' } })
    expect([refused.status, refused.headers.get('x-request-id')]).toEqual([422, expect.not.stringContaining('abcdef')])
  })
})

describe('what comes back', () => {
  test('the body and status as they are, of the headers none but the harmless', async () => {
    const { send } = answering(USERS, {
      headers: {
        'set-cookie': 'a=b',
        location: 'https://evil.test',
        server: 'secret/1',
        'x-powered-by': 'secret',
        'x-internal': 'host',
        'access-control-allow-origin': '*',
        'content-security-policy': '',
        'cache-control': 'public',
        refresh: '0;url=https://evil.test',
        link: '<https://evil.test>; rel=preload',
        etag: 'x',
      },
    })
    const { status, headers, text } = await send(listUsers)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual(USERS)
    expect(Object.keys(Object.fromEntries(headers)).sort()).toEqual(['cache-control', 'content-type', 'x-request-id'])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['text/html', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'text/plain; charset=utf-8'],
    [`application/jsonp; ${KEY}`, 'text/plain; charset=utf-8'],
  ])('%s is %s to a browser', async (sent, told) => {
    const page = new Response('<script>alert(1)</script>', { status: 503, headers: { 'content-type': sent } })
    const { headers } = await testProxy(inProcess(async () => page.clone())).send(listUsers)
    expect(headers.get('content-type')).toBe(told)
  })

  test.each([
    ['60', '60'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    ['<b>60</b>', null],
  ])('a wait of %s', async (sent, told) => {
    const { send } = answering({ detail: 'slow' }, { status: 429, headers: { 'retry-after': sent } })
    expect((await send(listUsers)).headers.get('retry-after')).toBe(told)
  })

  test('errors of the service pass through with their detail', async () => {
    const { send } = answering({ detail: 'No such user.' }, { status: 404 })
    const { status, text } = await send(listUserProviders, { params: { user_id: USER } })
    expect([status, text]).toEqual([404, '{"detail":"No such user."}'])
  })

  test.each([
    ['as it is', `{"detail":"key ${KEY} is not valid"}`],
    ['as some write JSON', `{"detail":"key ${KEY.replace('/', '\\/')}"}`],
    ['in an address', `{"next":"https://service.test/?key=${encodeURIComponent(KEY)}"}`],
    ['as codes of signs', `{"detail":"${[...KEY].map((sign) => `\\u${codeOf(sign).padStart(4, '0')}`).join('')}"}`],
    ['as codes in an address', `{"detail":"${[...KEY].map((sign) => `%${codeOf(sign)}`).join('')}"}`],
    ['in hex', `{"detail":"${[...KEY].map(codeOf).join('')}"}`],
    ['in base64', `{"detail":"${btoa(`k=${KEY}&`)}"}`],
    ['in base64 of addresses', `{"detail":"${btoa(`>>>${KEY}???`).replaceAll('/', '_').replaceAll('+', '-')}"}`],
  ])('an answer with the key in it, %s, never reaches a browser', async (_, text) => {
    const headers = { 'content-type': 'application/json' }
    const { send, faults } = testProxy(inProcess(async () => new Response(text, { status: 400, headers })))
    const answer = await send(listUsers)
    expect(answer.status).toBe(502)
    expect(answer.text).not.toContain('sk_secret')
    expect(faults).toMatchObject([{ fault: 'broken' }])
  })

  test.each<[string, object, Parameters<typeof sendFor>[1]]>([
    ['another user', makeUser({ user_id: OTHER }), (send) => send(getUser, { params: { user_id: USER } })],
    [
      'a token of another user',
      { user_id: OTHER, sign_in_token: 'token' },
      (send) => send(createSignInToken, { params: { user_id: USER } }),
    ],
    [
      'orders of another user',
      { ...ORDERS, orders: [makeOrder({ user_id: OTHER })] },
      (send) => send(listOrders, { query: { user_id: USER } }),
    ],
    [
      'another new user',
      { user_id: USER, client_user_id: 'member-2' },
      (send) => send(createUser, { json: { client_user_id: 'member-1' } }),
    ],
    [
      'another resolved user',
      makeUser({ user_id: OTHER, client_user_id: 'member-2' }),
      (send) => send(resolveUser, { params: { client_user_id: 'member-1' } }),
    ],
    [
      'a link of another user',
      { link_token: 'token', link_web_url: 'https://link.test', user_id: OTHER },
      (send) => send(createLinkToken, { json: { user_id: USER } }),
    ],
    [
      'a change of another user',
      { user_id: OTHER },
      (send) => send(updateUser, { params: { user_id: USER }, json: { client_user_id: 'member-1' } }),
    ],
    [
      'an import of another user',
      { user_ids_imported: [USER, OTHER], user_ids_failed: [] },
      (send) => send(bulkImportConnections, { json: { provider: 'oura', connections: [RECIPE] } }),
    ],
    ['no success', { success: false }, (send) => send(deleteUser, { params: { user_id: USER } })],
    ['another form', { done: true }, (send) => send(createUser, { json: { client_user_id: 'member-1' } })],
  ])('an answer of success that shows or says %s is none', async (_, body, call) => {
    const { status, text, audited } = await sendFor(body, call)
    expect([status, JSON.parse(text).code]).toEqual([502, 'service_answer_unusable'])
    expect(text).not.toContain(OTHER)
    expect(audited).toMatchObject([{ outcome: 'failed' }])
  })

  test('a new user whom the list knows by another reference is nobody’s', async () => {
    const taken = makeUser({ user_id: OTHER, client_user_id: 'member-2' })
    const answer = { user_id: OTHER, client_user_id: 'member-1' }
    const { send, audited, faults } = answering(answer, undefined, { readUser: async () => taken })
    const { status, text } = await send(createUser, { json: { client_user_id: 'member-1' } })
    expect([status, JSON.parse(text).code]).toEqual([502, 'service_answer_unusable'])
    expect(text).not.toContain(OTHER)
    expect(faults).toMatchObject([{ fault: 'broken' }])
    expect(await audited()).toMatchObject([{ outcome: 'failed', subjects: [] }])
  })

  test('a user who is restored by a reference is on record', async () => {
    const { send, audited } = answering({ success: true, user_id: USER })
    expect((await send(undoDeleteUser, { query: { client_user_id: 'member-1' } })).status).toBe(200)
    expect(await audited()).toMatchObject([{ subjects: [USER] }])
  })

  test.each([
    [401, 'refused this console’s API key'],
    [302, 'redirected the call'],
    [304, 'redirected the call'],
  ])('%i is a fault of ours, not of who asked, and nothing of it is passed on', async (status, words) => {
    const headers = { location: 'http://evil.test', 'www-authenticate': 'Basic' }
    const { send, seen } = testProxy(inProcess(async () => new Response(null, { status, headers })))
    const answer = await send(listUsers)
    expect(answer.status).toBe(502)
    expect(JSON.parse(answer.text).detail).toContain(words)
    expect([answer.headers.get('location'), answer.headers.get('www-authenticate')]).toEqual([null, null])
    expect(seen).toHaveLength(1)
  })

  test.each([199, 205, 600, 999])('an odd status: %i', async (status) => {
    async function* body() {
      yield Buffer.from('{}')
    }
    const { send } = testProxy(async () => ({ status, header: () => null, body: body() }))
    expect(await send(listUsers)).toMatchObject(status === 205 ? { status, text: '' } : { status: 502 })
  })
})
