/** Attacks on who somebody is: forged headers, cookies that were tampered with, sessions that should be over. */

import { type Answer, ask } from '#e2e/support/http.ts'
import type { AttackTarget } from '#e2e/support/servers/attack-target.ts'
import { ADMINISTRATOR } from '#e2e/support/servers/server.ts'
import { cookieHeader, type SignedIn, sessionFrom } from '#e2e/support/session.ts'
import { addColleague, STAFF_PASSWORD } from '#e2e/support/staff.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { ownSessionsAnswer } from '#lib/domains/staff/sign-in.ts'
import { inviteStaff } from '#lib/domains/staff/staff.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'

const COOKIE = 'vialdesk.session_token'
const viewer = (origin: string, cookie: string) => ask(origin, '/api/console/viewer', { headers: { cookie } })
const emailOf = (answer: Answer) => getViewer.response.parse(answer.json).email
const cookieValue = ({ cookies }: SignedIn) => cookies.find(({ name }) => name === COOKIE)?.value ?? ''

/** Headers that a proxy, a framework or a naive back end might trust. */
const FORGED: Readonly<Record<string, string>> = {
  'x-role': 'administrator',
  'x-user-role': 'administrator',
  'x-user': ADMINISTRATOR.email,
  'x-remote-user': ADMINISTRATOR.email,
  'x-forwarded-user': ADMINISTRATOR.email,
  'x-forwarded-email': ADMINISTRATOR.email,
  'x-forwarded-for': '127.0.0.1',
  'x-real-ip': '127.0.0.1',
  'x-console-client': '127.0.0.1',
  'x-console-loopback': 'http://127.0.0.1',
  'x-console-path': '/sandbox/users',
  'x-console-newest-event': '0',
  'x-console-background': '1',
  'x-original-url': '/healthz',
  'x-rewrite-url': '/healthz',
  'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
  'x-invoke-path': '/healthz',
  'x-matched-path': '/sign-in',
  'next-action': 'administrator',
  authorization: 'Basic YWRtaW5pc3RyYXRvcjphZG1pbmlzdHJhdG9y',
  'vialdesk.session_token': 'administrator',
}

for (const [header, value] of Object.entries(FORGED)) {
  test(`a forged ${header} gives no rights`, async ({ attackTarget: { origin, people } }) => {
    const headers = { [header]: value }
    const { session } = people.read_only
    expect((await ask(origin, '/api/console/staff', { session, headers })).status).toBe(403)
    expect((await ask(origin, '/api/console/staff', { headers })).status).toBe(401)
    const page = await ask(origin, '/sandbox/users', { headers })
    expect(page.status).toBe(307)
    expect(page.headers.location).toBe('/sign-in?next=%2Fsandbox%2Fusers')
  })
}

for (const header of ['authorization', 'x-service-api-key', 'x-api-key']) {
  test(`the key of the service in ${header} opens nothing of the console`, async ({
    attackTarget: { origin, server },
  }) => {
    const value = header === 'authorization' ? `Bearer ${server.apiKey}` : server.apiKey
    for (const path of ['/api/console/staff', '/api/service/sandbox/v2/user/', '/api/auth/sessions']) {
      expect((await ask(origin, path, { headers: { [header]: value } })).status).toBe(401)
    }
  })
}

test('the session of a person opens nothing of the service itself', async ({
  attackTarget: { origin, administrator },
}) => {
  expect((await ask(origin, '/v2/user/', { session: administrator })).status).toBe(401)
})

test('the key of the service counts in its header only', async ({ attackTarget: { origin, server } }) => {
  const key = encodeURIComponent(server.apiKey)
  for (const path of [`/v2/user/?x-service-api-key=${key}`, `/v2/user/?api_key=${key}`]) {
    expect((await ask(origin, path, { headers: { cookie: `x-service-api-key=${key}` } })).status).toBe(401)
  }
  expect((await ask(origin, '/v2/user/', { headers: { authorization: `Bearer ${server.apiKey}` } })).status).toBe(401)
  expect((await ask(origin, '/v2/user/', { headers: { 'x-service-api-key': `${server.apiKey}x` } })).status).toBe(401)
})

test('a page asks its own server for data, wherever a forged header points', async ({ attackTarget }) => {
  const { origin, service, administrator } = attackTarget
  const headers = {
    'x-console-loopback': service.origin,
    host: new URL(service.origin).host,
    'x-forwarded-host': 'evil.test',
  }
  const page = await ask(origin, '/elsewhere/users', { session: administrator, headers })
  expect(page.status).toBe(200)
  expect(service.calls.map(({ url }) => url).filter((url) => url.startsWith('/api'))).toEqual([])
  expect(service.calls.filter(({ headers: { cookie } }) => cookie)).toEqual([])
})

test('a forged host gets nothing at all', async ({ attackTarget: { origin, administrator } }) => {
  for (const path of ['/', '/sandbox/users', '/sign-in', '/api/console/staff']) {
    const { status, text } = await ask(origin, path, { session: administrator, headers: { host: 'evil.test' } })
    expect(status).toBe(421)
    expect(text).not.toContain('evil.test')
  }
})

for (const header of ['x-forwarded-host', 'x-forwarded-server', 'forwarded', 'x-host', 'x-forwarded-proto']) {
  test(`a forged ${header} is in no link, page or redirect`, async ({ attackTarget: { origin, administrator } }) => {
    const value = header === 'forwarded' ? 'host=evil.test;proto=https' : 'evil.test'
    const headers = { [header]: value }
    const json = { email: `${header}@clinic.test`, name: 'Somebody', role: 'read_only', environments: null }
    const invited = await ask(origin, '/api/console/staff', { method: 'POST', json, session: administrator, headers })
    expect(inviteStaff.response.parse(invited.json).link).toMatch(new RegExp(`^${origin}/setup#`))
    for (const path of ['/', '/sandbox/users', '/sign-in']) {
      const { text, headers: given } = await ask(origin, path, { headers })
      expect(`${text} ${given.location}`).not.toContain('evil.test')
    }
  })
}

/** Made of two good cookies, one's token with another's signature among them. */
const TAMPERED: Readonly<Record<string, (mine: string, theirs: string) => string>> = {
  'without its signature': (mine) => mine.replace(/\..*/, ''),
  'with an empty signature': (mine) => mine.replace(/\..*/, '.'),
  'with half of its signature': (mine) => mine.slice(0, -20),
  'with the signature of another': (mine, theirs) => `${mine.split('.')[0]}.${theirs.split('.')[1]}`,
  'with the token of another': (mine, theirs) => `${theirs.split('.')[0]}.${mine.split('.')[1]}`,
  'with another first letter': (mine) => `${mine.startsWith('A') ? 'B' : 'A'}${mine.slice(1)}`,
  'in capitals': (mine) => mine.toUpperCase(),
  'twice in one': (mine) => `${mine}${mine}`,
  'with a null byte': (mine) => `${mine}%00`,
  'of eight thousand letters': (mine) => `${mine}${'A'.repeat(8_000)}`,
  'of nothing': () => '',
  'of an undefined': () => 'undefined.undefined',
  'of the prototype': () => '__proto__',
  'of a wildcard': () => '%25.%25',
  'of a quote for the database': (mine) => `${mine}' or '1'='1`,
}

for (const [name, tamper] of Object.entries(TAMPERED)) {
  test(`a cookie ${name} is nobody's`, async ({ attackTarget: { origin, people, administrator } }) => {
    const value = tamper(cookieValue(people.read_only.session), cookieValue(administrator))
    expect((await viewer(origin, `${COOKIE}=${value}`)).status).toBe(401)
  })
}

test('a good cookie under another name is nobody’s', async ({ attackTarget: { origin, administrator } }) => {
  for (const name of [
    'session',
    'vialdesk.session',
    '__Host-vialdesk.session_token',
    '__Secure-vialdesk.session_token',
  ]) {
    expect((await viewer(origin, `${name}=${cookieValue(administrator)}`)).status).toBe(401)
  }
})

test('of two cookies of one name neither lends rights to the other', async ({ attackTarget: { origin, people } }) => {
  const own = cookieHeader(people.read_only.session)
  for (const cookie of [`${COOKIE}=x.y; ${own}`, `${own}; ${COOKIE}=x.y`]) {
    const answer = await viewer(origin, cookie)
    expect([200, 401]).toContain(answer.status)
    if (answer.status === 200) expect(emailOf(answer)).toBe(people.read_only.email)
  }
})

/** Somebody whose session the test may end. */
function somebody({ origin, administrator }: AttackTarget, name: string, role: Role = 'support') {
  return addColleague(origin, administrator, { email: `${name}@clinic.test`, role })
}

function signInWith(origin: string, email: string, cookie: string) {
  const json = { email, password: STAFF_PASSWORD }
  return ask(origin, '/api/auth/sign-in', {
    method: 'POST',
    json,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
}

test('a session planted before sign-in is not the one that is signed in', async ({ attackTarget }) => {
  const { origin } = attackTarget
  const victim = await somebody(attackTarget, 'fixation-victim')
  const attacker = await somebody(attackTarget, 'fixation-attacker')
  for (const planted of [`${COOKIE}=planted.planted`, cookieHeader(attacker.session)]) {
    const answer = await signInWith(origin, victim.email, planted)
    expect(answer.status).toBe(200)
    const fresh = cookieHeader(sessionFrom(origin, answer.setCookies))
    expect(fresh).not.toBe(planted)
    expect(emailOf(await viewer(origin, fresh))).toBe(victim.email)
    // The planted cookie must be worthless by now.
    expect((await viewer(origin, planted)).status).toBe(401)
  }
})

test('a session is over at once after signing out', async ({ attackTarget }) => {
  const { session } = await somebody(attackTarget, 'signs-out')
  const cookie = cookieHeader(session)
  expect((await viewer(attackTarget.origin, cookie)).status).toBe(200)
  await ask(attackTarget.origin, '/api/auth/sign-out', { method: 'POST', json: {}, session })
  expect((await viewer(attackTarget.origin, cookie)).status).toBe(401)
})

for (const [name, change] of [
  ['disabled', { path: '', method: 'PATCH', json: { disabled: true } }],
  ['reset', { path: '/reset', method: 'POST' }],
] as const) {
  test(`a session is over at once when its owner is ${name}, and so is the password`, async ({ attackTarget }) => {
    const { origin, administrator } = attackTarget
    const { id, email, session } = await somebody(attackTarget, `is-${name}`)
    expect((await viewer(origin, cookieHeader(session))).status).toBe(200)
    const { path, ...asked } = change
    const changed = await ask(origin, `/api/console/staff/${id}${path}`, { ...asked, session: administrator })
    expect(changed.status).toBe(200)
    expect((await viewer(origin, cookieHeader(session))).status).toBe(401)
    expect((await signInWith(origin, email, '')).status).toBe(401)
  })
}

test('a role that was taken away is gone with the next request', async ({ attackTarget }) => {
  const { origin, administrator } = attackTarget
  const { id, session } = await somebody(attackTarget, 'loses-role', 'administrator')
  expect((await ask(origin, '/api/console/staff', { session })).status).toBe(200)
  const json = { role: 'read_only' }
  await ask(origin, `/api/console/staff/${id}`, { method: 'PATCH', json, session: administrator })
  expect((await ask(origin, '/api/console/staff', { session })).status).toBe(403)
})

test('a new password ends every other session', async ({ attackTarget }) => {
  const { origin } = attackTarget
  const { email, session } = await somebody(attackTarget, 'new-password')
  const other = sessionFrom(origin, (await signInWith(origin, email, '')).setCookies)
  const json = { current_password: STAFF_PASSWORD, new_password: 'seven bridges under rain' }
  const changed = await ask(origin, '/api/auth/password', { method: 'POST', json, session })
  expect(changed.status).toBe(204)
  for (const old of [session, other]) expect((await viewer(origin, cookieHeader(old))).status).toBe(401)
  expect((await viewer(origin, cookieHeader(sessionFrom(origin, changed.setCookies)))).status).toBe(200)
})

test('nobody ends or sees a session of another', async ({ attackTarget: { origin, people } }) => {
  const sessionsOf = async (session: SignedIn) =>
    ownSessionsAnswer.parse((await ask(origin, '/api/auth/sessions', { session })).json).sessions
  const [theirs] = await sessionsOf(people.administrator.session)
  const mine = people.support.session
  expect((await sessionsOf(mine)).map(({ id }) => id)).not.toContain(theirs?.id)
  const answer = await ask(origin, `/api/auth/sessions/${theirs?.id}`, { method: 'DELETE', session: mine })
  expect(answer.status).toBe(404)
  expect((await viewer(origin, cookieHeader(people.administrator.session))).status).toBe(200)
})
