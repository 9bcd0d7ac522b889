/** Attacks for what should not get out: keys, addresses of services, patients in caches, insides in errors. */

import { ask } from '#e2e/support/http.ts'
import { REMOTE_KEY } from '#e2e/support/servers/attack-target.ts'
import { startServer } from '#e2e/support/servers/server.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'

const ID = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'

const HELD: Readonly<Record<string, string>> = {
  'the users': '/api/service/sandbox/v2/user/',
  'the orders': '/api/service/sandbox/v3/orders',
  'an error of the service': `/api/service/sandbox/v2/user/${ID}/info/latest`,
  'an error of the proxy': '/api/service/nowhere/v2/user/',
  'who is signed in': '/api/console/viewer',
  'the staff': '/api/console/staff',
  'the audit log': '/api/console/audit',
  'the audit log as a file': '/api/console/audit/export',
  'an unknown address of the console': '/api/console/nothing',
  'one’s sessions': '/api/auth/sessions',
  'the ways to sign in': '/api/auth/methods',
  'the page of users': '/sandbox/users',
  'the page of orders': '/sandbox/orders',
  'the page of the activity': '/sandbox/activity',
  'the page of the staff': '/sandbox/settings/staff',
  'the sign-in page': '/sign-in',
  'a page that is not there': '/sandbox/nothing',
  'an address of links': '/link/unknown',
}

for (const [name, path] of Object.entries(HELD)) {
  test(`no cache, frame or other site keeps or shows ${name}`, async ({ attackTarget: { origin, administrator } }) => {
    for (const session of [administrator, undefined]) {
      const { headers } = await ask(origin, path, session && { session })
      expect(headers['cache-control']).toContain('no-store')
      expect(headers).not.toHaveProperty('etag')
      expect(headers).not.toHaveProperty('last-modified')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline|unsafe-eval/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      for (const told of ['server', 'x-powered-by', 'x-nextjs-cache']) expect(headers).not.toHaveProperty(told)
    }
  })
}

test('a part of a page, as the browser asks for it on the way, is kept by no cache', async ({ attackTarget }) => {
  const headers = { rsc: '1', 'next-url': '/sandbox/orders' }
  for (const path of ['/sandbox/users', '/sandbox/users?_rsc=1abcd']) {
    const session = attackTarget.administrator
    const { headers: given } = await ask(attackTarget.origin, path, { session, headers })
    const answer = await ask(attackTarget.origin, given.location ?? path, { session, headers })
    expect(answer.headers['content-type']).toContain('text/x-component')
    for (const { 'cache-control': kept } of [given, answer.headers]) expect(kept).toContain('no-store')
    const nobody = await ask(attackTarget.origin, path, { headers })
    expect(nobody.text).not.toMatch(/client_user_id|member-1\d{4}/)
  }
})

test('conditional requests are answered whole, ranges are not cut out', async ({
  attackTarget: { origin, administrator },
}) => {
  const path = '/api/service/sandbox/v2/user/?limit=2'
  for (const headers of [
    { 'if-none-match': '*' },
    { 'if-modified-since': new Date().toUTCString() },
    { range: 'bytes=0-9' },
  ]) {
    const answer = await ask(origin, path, { session: administrator, headers })
    expect(answer.status).toBe(200)
    expect(answer.json).toHaveProperty('users')
  }
})

/** Errors say what to do, and nothing of how the console is made. */
const INSIDES = /node_modules|\/lib\/|\.ts\b|at \w+ \(|stack|postgres|pglite|drizzle|sql|hono|zod|127\.0\.0\.1|ECONN/i

for (const [name, path, status] of [
  ['an unknown address of the interface', '/api/nothing', 404],
  ['a webhook that nobody set up', '/api/webhooks/service', 404],
  ['the interface itself', '/api', 404],
  ['an unknown address of the service', '/v2/nothing', 404],
  ['an unknown version of the service', '/v3/nothing/at/all', 404],
  ['a wrong method', '/api/auth/sign-in', 405],
  ['a wrong id', '/api/service/sandbox/v2/user/x/info/latest', 422],
  ['a wrong filter', '/api/console/audit?outcome=x&limit=x', 422],
  ['a service that is down', '/api/service/down/v2/user/', 502],
  ['a service that cuts its answer', '/api/service/cut/v2/user/', 502],
  ['a service that sends elsewhere', '/api/service/redirect/v2/user/', 502],
] as const) {
  test(`an error tells nothing of the insides: ${name}`, async ({
    attackTarget: { origin, administrator, service },
  }) => {
    const answer = await ask(origin, path, { session: administrator })
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.text).not.toMatch(INSIDES)
    expect(answer.text).not.toContain(new URL(service.origin).port)
    expect(path.startsWith('/v') ? 401 : status).toBe(answer.status)
  })
}

test('a service that repeats the key it was called with is cut off', async ({
  attackTarget: { origin, service, administrator },
}) => {
  const answer = await ask(origin, '/api/service/leaky/v2/user/', { session: administrator })
  expect(service.calls.at(-1)?.headers['x-service-api-key']).toBe(REMOTE_KEY)
  expect(answer.status).toBe(502)
  expect(JSON.stringify(answer)).not.toContain(REMOTE_KEY)
})

test('a service gets the key, and nothing of the person who asks', async ({
  attackTarget: { origin, service, administrator },
}) => {
  const headers = {
    'x-secret': 'of the person',
    'user-agent': 'A browser',
    referer: `${origin}/sandbox/users`,
    'x-forwarded-for': '192.0.2.7',
  }
  await ask(origin, '/api/service/elsewhere/v2/user/?limit=1&secret=1', { session: administrator, headers })
  const call = service.calls.at(-1)
  expect(call?.url).toBe('/elsewhere/v2/user/?limit=1')
  const names = ['accept', 'accept-encoding', 'connection', 'host', 'x-request-id', 'x-service-api-key']
  expect(Object.keys(call?.headers ?? {}).sort()).toEqual(names)
})

test('whoever asks whether it is ready learns no address', async ({ attackTarget: { origin, service } }) => {
  const { text } = await ask(origin, '/readyz')
  expect(text).not.toContain(new URL(service.origin).port)
  expect(text).not.toMatch(/https?:|127\.0\.0\.1|localhost/)
})

test('the page of the gateway in front of a service is text, and runs nowhere', async ({ attackTarget }) => {
  const answer = await ask(attackTarget.origin, '/api/service/html/v2/user/', { session: attackTarget.administrator })
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

/** Addresses that would take the key to somebody else, or health data over the network in the clear. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'in the clear': 'http://api.example.com',
  'to a private network in the clear': 'http://10.0.0.1',
  'with a name that begins like this machine': 'http://localhost.evil.test',
  'with this machine as a user': 'http://localhost@evil.test',
  'with a user and a password': 'https://user:password@api.example.com',
  'with a query that swallows the path': 'https://evil.test/?x=',
  'with a fragment that swallows the path': 'https://evil.test/#',
  'to a file': 'file:///etc/passwd',
  'to another protocol': 'ftp://api.example.com',
}

test('the key goes to no address that could not be meant: nothing starts, and all of them are named', async () => {
  const environments = Object.values(ADDRESSES).map((base_url, at) => ({
    id: `remote-${at}`,
    label: 'Remote',
    kind: 'staging',
    base_url,
    api_key_env: 'REMOTE_KEY',
  }))
  const settings = { SERVICE_ENVIRONMENTS: JSON.stringify(environments), REMOTE_KEY: 'sk_never_to_be_printed' }
  const said = await startServer(settings).then(
    () => 'It started.',
    (error: unknown) => String(error),
  )
  for (const [at, name] of Object.keys(ADDRESSES).entries()) {
    expect(said, name).toContain(`SERVICE_ENVIRONMENTS[${at}][base_url]`)
  }
  expect(said).not.toMatch(/sk_never_to_be_printed|user:password/)
})
