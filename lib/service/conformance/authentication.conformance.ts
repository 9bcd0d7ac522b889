/** Spec, "Authentication". Run by lib/service/conformance/*.test.ts. */
import { type EndpointName, endpoints } from '#lib/domains/service-endpoints.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { NOBODY, type Statement, under } from './kit.testing.ts'

const says = under('Authentication 1')

/** Placeholders are filled with a form that fits; whose it is does not matter before the key is known. */
function pathOf(name: EndpointName): string {
  const { path, params } = endpoints[name]
  const values = Object.fromEntries(
    Object.keys(params.shape).map((key) => [key, key === 'provider' ? 'manual' : NOBODY]),
  )
  return buildPath(path, values)
}

const everyEndpoint: Statement[] = Object.values(endpoints).map(({ name, section, method }) =>
  says(`the key is required by ${section}`, async ({ call, refused, expect }) => {
    for (const key of [null, '', 'not-the-key']) {
      const reply = await call(method, pathOf(name), { key, ...(method === 'GET' ? {} : { body: {} }) })
      expect(refused(reply, 401)).toEqual([])
    }
  }),
)

export const authentication: Statement[] = [
  ...everyEndpoint,

  says('the key comes before everything else: path, method and body', async ({ call, refused, expect }) => {
    for (const [method, path] of [
      ['GET', '/v2/nothing'],
      ['PUT', '/v3/orders'],
      ['GET', '/v3/order/psc/info'],
    ] as const) {
      expect(refused(await call(method, path, { key: null }), 401)).toEqual([])
    }
    expect(refused(await call('PATCH', `/v2/user/${NOBODY}`, { key: null, body: '{' }), 401)).toEqual([])
  }),

  says(
    'the header is x-service-api-key, whatever its case, and no other',
    async ({ key, call, refused, ok, expect }) => {
      const elsewhere = [
        { authorization: `Bearer ${key}` },
        { 'x-api-key': key },
        { cookie: `x-service-api-key=${key}` },
      ]
      for (const headers of elsewhere)
        expect(refused(await call('GET', '/v2/user/', { key: null, headers }), 401)).toEqual([])
      const shouted = await call('GET', '/v2/user/', { key: null, headers: { 'X-Service-Api-Key': key } })
      expect(ok(endpoints.list_users, shouted).users.length).toBeGreaterThan(0)
    },
  ),

  says('all resources are those of the one team', async ({ users, orders, expect }) => {
    const teams = new Set([...(await users()), ...(await orders())].map(({ team_id }) => team_id))
    expect(teams.size).toBe(1)
  }),

  under('Authentication 2')('a management key is no team key', async ({ key, call, refused, expect }) => {
    for (const name of ['X-Management-Key', 'X-Service-Org-Key']) {
      expect(refused(await call('GET', '/v2/user/', { key: null, headers: { [name]: key } }), 401)).toEqual([])
    }
  }),
]
