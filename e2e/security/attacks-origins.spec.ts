/** Attacks from other sites, with the browser of somebody who is signed in here; and bodies that are not what they say. */
import { gzipSync } from 'node:zlib'
import { type Asked, ask } from '#e2e/support/http.ts'
import type { AttackTarget } from '#e2e/support/servers/attack-target.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'

interface Change {
  method: string
  path: string
  json: unknown
}

/** One change behind each of the three doors. */
async function changesOf({ origin, administrator, people }: AttackTarget): Promise<Change[]> {
  const answer = await ask(origin, '/api/service/sandbox/v2/user/?limit=1', { session: administrator })
  const [user] = endpoints.list_users.response.parse(answer.json).users
  return [
    { method: 'PATCH', path: `/api/service/sandbox/v2/user/${user?.user_id}`, json: { client_user_id: 'forged' } },
    { method: 'PATCH', path: `/api/console/staff/${people.read_only.id}`, json: { role: 'administrator' } },
    { method: 'POST', path: '/api/auth/sign-out', json: {} },
  ]
}

/** None of the three has happened. */
async function expectUnchanged({ origin, administrator, people }: AttackTarget) {
  const users = await ask(origin, '/api/service/sandbox/v2/user/?limit=1', { session: administrator })
  expect(users.status).toBe(200)
  expect(users.text).not.toContain('forged')
  const { staff } = listStaff.response.parse((await ask(origin, '/api/console/staff', { session: administrator })).json)
  expect(staff.find(({ id }) => id === people.read_only.id)?.role).toBe('read_only')
}

async function expectRefused(
  attackTarget: AttackTarget,
  asked: (change: Change) => Asked,
  statuses: readonly number[],
) {
  for (const change of await changesOf(attackTarget)) {
    const { method, path } = change
    const answer = await ask(attackTarget.origin, path, {
      method,
      session: attackTarget.administrator,
      ...asked(change),
    })
    expect.soft(statuses, `${method} ${path}: ${answer.status}`).toContain(answer.status)
    expect.soft(answer.detail).not.toBe('')
  }
  await expectUnchanged(attackTarget)
}

const ELSEWHERE: Readonly<Record<string, (origin: string) => Record<string, string | string[]>>> = {
  'somewhere it does not say': () => ({ 'sec-fetch-site': [] }),
  'another site': () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }),
  'another site of the same owner': () => ({ 'sec-fetch-site': 'same-site' }),
  'a value that no browser sends': () => ({ 'sec-fetch-site': 'Same-Origin' }),
  'another site, in a browser that says the origin only': () => ({ origin: 'https://evil.test' }),
  'nowhere, as from a sandboxed frame': () => ({ origin: 'null' }),
  'another site that claims to be ours': (origin) => ({ 'sec-fetch-site': 'cross-site', origin }),
  'another port of this machine': () => ({ origin: 'http://localhost:1' }),
  'a name that begins like ours': (origin) => ({ origin: `${origin}.evil.test` }),
  'our name over https': (origin) => ({ origin: origin.replace('http:', 'https:') }),
  'our address with a path': (origin) => ({ origin: `${origin}/evil` }),
  'our address with a user': (origin) => ({ origin: origin.replace('//', '//evil@') }),
  'two origins': (origin) => ({ origin: `${origin}, https://evil.test` }),
  'an empty origin': () => ({ origin: '' }),
}

for (const [name, headersFrom] of Object.entries(ELSEWHERE)) {
  test(`a change from ${name} is refused`, async ({ attackTarget }) => {
    const headers = headersFrom(attackTarget.origin)
    await expectRefused(attackTarget, ({ json }) => ({ json, headers }), [403])
  })
}

test('a change from another site is refused whatever host it names', async ({ attackTarget }) => {
  const headers = { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' }
  await expectRefused(attackTarget, ({ json }) => ({ json, headers }), [403])
  await expectRefused(attackTarget, ({ json }) => ({ json, headers: { ...headers, host: 'evil.test' } }), [421])
})

for (const path of [
  '/',
  '/sandbox/users',
  '/api/console/viewer',
  '/v2/user/',
  '/sign-in',
  '/icon.svg',
  '/openapi.json',
]) {
  test(`a name that another site points at this machine gets nothing of ${path}`, async ({ attackTarget }) => {
    const headers = { host: `evil.test:${new URL(attackTarget.origin).port}` }
    const { status, json } = await ask(attackTarget.origin, path, { headers, session: attackTarget.administrator })
    expect(status).toBe(421)
    expect(json).toMatchObject({ code: 'unknown_host' })
  })
}

/** Content types that another site can send without a preflight. */
const TYPES = [
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  'application/json-patch+json',
  'application/json, text/plain',
  'x/application/json',
  '',
]

for (const type of TYPES) {
  test(`a body of the type “${type}” is refused`, async ({ attackTarget }) => {
    const headers = { 'content-type': type }
    await expectRefused(attackTarget, ({ json }) => ({ body: JSON.stringify(json), headers }), [415])
  })
}

test('a body without a type is refused', async ({ attackTarget }) => {
  await expectRefused(attackTarget, ({ json }) => ({ body: JSON.stringify(json) }), [415])
})

for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip', 'unknown']) {
  test(`a body said to be in ${encoding} is not unpacked`, async ({ attackTarget }) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    await expectRefused(attackTarget, ({ json }) => ({ body: gzipSync(JSON.stringify(json)), headers }), [415, 422])
  })
}

for (const charset of ['utf-16', 'utf-7']) {
  test(`a body in ${charset} is not read as something else`, async ({ attackTarget }) => {
    const headers = { 'content-type': `application/json; charset=${charset}` }
    const body = (json: unknown) => Buffer.from(`\uFEFF${JSON.stringify(json)}`, 'utf16le')
    await expectRefused(attackTarget, ({ json }) => ({ body: body(json), headers }), [415, 422])
  })
}

test('a form of another site cannot sign somebody in', async ({ attackTarget: { origin } }) => {
  const body = 'email=administrator%40clinic.test&password=a+quiet+river+bends+north'
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.test' }
  const answer = await ask(origin, '/api/auth/sign-in', { method: 'POST', body, headers })
  expect(answer.status).toBe(403)
  expect(answer.setCookies).toEqual([])
})

test('no other site may read an answer, or ask whether it may', async ({ attackTarget: { origin, administrator } }) => {
  const headers = { origin: 'https://evil.test', 'access-control-request-method': 'PATCH' }
  for (const path of ['/api/console/staff', '/api/service/sandbox/v2/user/', '/api/auth/sessions', '/sandbox/users']) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await ask(origin, path, { method, headers, session: administrator })
      const allowing = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
      expect(allowing).toEqual([])
    }
  }
})

test('an answer is never wrapped for another site', async ({ attackTarget: { origin, administrator } }) => {
  const path = '/api/service/sandbox/v2/user/?limit=1&callback=evil&jsonp=evil'
  const answer = await ask(origin, path, { session: administrator })
  expect(answer.text.startsWith('{')).toBe(true)
  expect(answer.headers['content-type']).toContain('application/json')
  expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
})
