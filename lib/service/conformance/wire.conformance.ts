/**
 * Spec, "Conventions", "Errors" and "Versioning": what holds for every endpoint; and the wire rules of this project.
 * Run by lib/service/conformance/*.test.ts.
 */
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { errorBody } from '#lib/kernel/error-body.ts'
import { NOBODY, type Statement, under } from './kit.testing.ts'

const conventions = under('Conventions')
const errors = under('Errors')
const versioning = under('Versioning 1')
const unnamed = under('Named but not described')
const gap = under('Gap "errors"')

/** Operations that exist somewhere but have no shape in the specification: none of them is made up here. */
const WITHOUT_SHAPE = [
  ['POST', `/v2/user/${NOBODY}/undo`, 405],
  ['GET', '/v2/webhooks', 404],
  ['GET', '/v2/org', 404],
  ['GET', `/v3/order/${NOBODY}`, 404],
] as const

export const wire: Statement[] = [
  conventions('answers are JSON', async ({ call, expect }) => {
    for (const path of ['/v2/user/', '/v3/orders', '/v2/nothing']) {
      expect((await call('GET', path)).headers.get('content-type') ?? '').toContain('application/json')
    }
  }),

  conventions('a slash at the end changes nothing and redirects nobody', async ({ call, expect, takeUser }) => {
    const { user_id } = await takeUser()
    for (const path of ['/v2/user', '/v3/orders', `/v2/user/providers/${user_id}`]) {
      const [without, withSlash] = [await call('GET', path), await call('GET', `${path}/`)]
      expect([without.status, withSlash.status]).toEqual([200, 200])
      expect(withSlash.body).toEqual(without.body)
    }
    expect((await call('PATCH', `/v2/user/${user_id}/`, { body: {} })).status).toBe(204)
  }),

  conventions('a UUID is the same in upper case', async ({ call, ok, expect, takeUser }) => {
    const { user_id } = await takeUser()
    const ask = async (id: string) => ok(endpoints.list_user_providers, await call('GET', `/v2/user/providers/${id}`))
    expect(await ask(user_id.toUpperCase())).toEqual(await ask(user_id))
  }),

  conventions('unknown query keys and body fields are ignored', async ({ call, ok, expect, takeUser }) => {
    const plain = await call('GET', '/v3/orders', { query: 'size=3' })
    expect((await call('GET', '/v3/orders', { query: 'size=3&colour=red&__proto__=1' })).body).toEqual(plain.body)
    const { user_id } = await takeUser()
    const token = await call('POST', '/v2/link/token', { body: { user_id, colour: 'red', __proto: 1 } })
    expect(ok(endpoints.create_link_token, token)).not.toMatchObject({ colour: 'red' })
  }),

  under('Gap "query arrays"')('a repeated key is a list', async ({ call, ok, expect }) => {
    const query = 'status=completed&status=cancelled&size=100'
    const { orders } = ok(endpoints.list_orders, await call('GET', '/v3/orders', { query }))
    const high = new Set(orders.map(({ status }) => status))
    expect([...high].sort()).toEqual(['cancelled', 'completed'])
  }),

  versioning('user and link operations under /v2, lab testing under /v3', async ({ call, refused, expect }) => {
    for (const path of ['/v3/user/', '/v2/orders', '/v2/order/psc/info', '/v3/link/token', '/v2/lab_tests']) {
      expect(refused(await call('GET', path), 404)).toEqual([])
    }
  }),

  ...WITHOUT_SHAPE.map(([method, path, status]) =>
    unnamed(`${method} ${path} is not made up`, async ({ call, refused, expect }) => {
      expect(refused(await call(method, path, method === 'GET' ? {} : { body: {} }), status)).toEqual([])
    }),
  ),

  errors('every refusal has a `detail`; a validation error lists loc, msg and type', async ({ call, expect }) => {
    const reply = await call('GET', '/v3/orders', { query: 'page=0&size=101' })
    const { detail } = errorBody.parse(reply.body)
    expect(reply.status).toBe(422)
    expect(detail).toMatchObject([{ loc: ['query', 'page'] }, { loc: ['query', 'size'] }])
    for (const issue of Array.isArray(detail) ? detail : []) {
      expect(Object.keys(issue).sort()).toEqual(['loc', 'msg', 'type'])
      expect(issue.msg.length).toBeGreaterThan(0)
    }
  }),

  gap('405 names the methods that there are', async ({ call, refused, expect }) => {
    const reply = await call('POST', '/v3/orders', { body: {} })
    refused(reply, 405)
    expect(reply.headers.get('allow')).toBe('GET')
  }),

  gap('404 for a path that nothing has', async ({ call, refused, expect }) => {
    for (const path of [
      '/v2',
      '/v3/',
      '/v2/user/a%2Fb/info/latest',
      '/v2/user/%zz/info/latest',
      '/v2/user/%00/info/latest',
    ]) {
      expect(refused(await call('GET', path), 404)).toEqual([])
    }
  }),

  gap('415 for a body that is not called JSON', async ({ call, refused, expect, takeUser }) => {
    const { user_id } = await takeUser()
    const send = (type: string) =>
      call('PATCH', `/v2/user/${user_id}`, { body: '{}', headers: { 'content-type': type } })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json']) refused(await send(type), 415)
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json']) {
      expect((await send(type)).status).toBe(204)
    }
  }),

  gap('422 for what is no JSON or no object', async ({ call, refused, expect, takeUser }) => {
    const { user_id } = await takeUser()
    const send = async (body: string) => refused(await call('PATCH', `/v2/user/${user_id}`, { body }), 422)
    for (const body of ['{', 'null', '[]', '"text"', '1', "{'a':1}"]) expect(await send(body)).toEqual(['body'])
  }),

  under('Gap "texts and depth"')('422 for what no database keeps', async ({ call, refused, expect, takeUser }) => {
    const { user_id } = await takeUser()
    const send = async (body: string) => refused(await call('PATCH', `/v2/user/${user_id}`, { body }), 422)
    expect(await send('{"client_user_id":"a\\u0000b"}')).toEqual(['body.client_user_id'])
    expect(await send('{"client_user_id":"\\ud800"}')).toEqual(['body.client_user_id'])
    const deep = `{"client_user_id":${'['.repeat(5000)}${']'.repeat(5000)}}`
    expect(await send(deep)).toEqual(['body'])
    expect(refused(await call('GET', '/v3/orders', { query: 'status=a%00' }), 422)).toEqual(['query.status.0'])
  }),

  gap('413 for a body beyond all measure', async ({ call, refused, expect }) => {
    const body = `{"provider":"${'x'.repeat(33 * 1024 * 1024)}"}`
    expect(refused(await call('POST', '/v2/link/bulk_import', { body }), 413)).toEqual([])
  }),

  gap('no answer repeats a value that was refused', async ({ call, expect, takeUser }) => {
    const { user_id } = await takeUser()
    const body = { first_name: 'Oka@for', email: 'okafor-at-nowhere', dob: '1982-02-31', phone_number: '0000-okafor' }
    const { status, text } = await call('PATCH', `/v2/user/${user_id}/info`, { body })
    expect(status).toBe(422)
    expect(text).not.toMatch(/oka.?for|1982/i)
  }),
]
