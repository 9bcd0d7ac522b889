import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessions } from '#lib/domains/staff/console/tables.ts'
import { closeTestAuth, HTTP, HTTPS, openTestAuth, type TestAuth } from './auth.testing.ts'
import { ARGON2ID } from './passwords.ts'

const ANN = 'ann@clinic.test'

let backend: TestAuth

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  backend = await openTestAuth()
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

describe('sign-in by password', () => {
  test('a right password makes a session; the email may be typed in any case', async () => {
    const { id } = await backend.person(ANN)
    const browser = backend.browser()
    const answer = await browser.signIn(' ANN@Clinic.test ')
    expect([answer.status, answer.body]).toEqual([200, { status: 'signed_in' }])
    expect(await backend.auth.authenticate(browser.request())).toMatchObject({
      user: { id, email: ANN, role: 'administrator', environments: null, second_factor: false },
      ends_at: new Date('2026-11-21T21:00:00Z'),
    })
    expect(backend.events).toMatchObject([
      { action: 'sign_in', actor_id: id, actor_email: ANN, role: 'administrator', outcome: 'done' },
    ])
  })

  test('unknown email, wrong password, disabled person, unused invitation: the same answer', async () => {
    await backend.person(ANN)
    await backend.person('off@clinic.test', 'support', { disabledAt: new Date() })
    const { actor } = await administrator()
    await backend.staff.invite({
      actor,
      input: { email: 'new@clinic.test', name: 'New', role: 'support', environments: null },
      request_id: 'r',
    })
    const answers = await Promise.all([
      backend.browser().signIn('nobody@clinic.test'),
      backend.browser().signIn(ANN, 'another quiet river'),
      backend.browser().signIn('off@clinic.test'),
      backend.browser().signIn('new@clinic.test'),
    ])
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        401,
        {
          detail: 'The email address or password is wrong.',
          code: 'wrong_credentials',
          request_id: expect.any(String),
        },
      ])
    const emails = backend.events
      .filter(({ action }) => action === 'sign_in_failed')
      .map(({ actor_email }) => actor_email)
    expect(emails.sort()).toEqual([ANN, 'new@clinic.test', 'off@clinic.test', null].sort())
  })

  test('an unknown email costs as much time as a known one', async () => {
    backend = backend.another({ passwords: ARGON2ID })
    await backend.person(ANN)
    // Processor time, so that other load on the machine doesn't count.
    const time = async (email: string) => {
      const begin = process.cpuUsage()
      await backend.browser().signIn(email, 'another quiet river')
      const { user, system } = process.cpuUsage(begin)
      return user + system
    }
    await time('warm@clinic.test')
    const known: number[] = []
    const unknown: number[] = []
    // In turn, so that a slow moment is one of both.
    for (const name of ['u', 'v', 'w', 'x', 'y', 'z']) {
      known.push(await time(ANN))
      unknown.push(await time(`${name}@clinic.test`))
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2)
  })

  test('every sign-in has a new token, and the session that the browser had before ends', async () => {
    await backend.person(ANN)
    const browser = backend.browser()
    await browser.signIn(ANN)
    const first = browser.request()
    await browser.signIn(ANN)
    expect(first.headers.get('cookie')).not.toBe(browser.request().headers.get('cookie'))
    expect(await backend.auth.authenticate(first)).toBeNull()
    expect(await backend.auth.authenticate(browser.request())).not.toBeNull()
  })

  test('a cookie that someone planted is never adopted', async () => {
    await backend.person(ANN)
    const browser = backend.browser()
    browser.jar.set('vialdesk.session_token', 'planted.planted')
    await browser.signIn(ANN)
    expect(browser.jar.get('vialdesk.session_token')).not.toContain('planted')
  })

  test('a token without its signature, or with another, is nobody', async () => {
    await backend.person(ANN)
    const browser = backend.browser()
    await browser.signIn(ANN)
    const [row] = await backend.database.db.select().from(sessions)
    const as = (value: string) =>
      backend.auth.authenticate(new Request(HTTP, { headers: { cookie: `vialdesk.session_token=${value}` } }))
    expect(await as(row?.token ?? '')).toBeNull()
    expect(await as(`${row?.token}.${'A'.repeat(43)}=`)).toBeNull()
    expect(await as(encodeURIComponent(`${row?.token}.${'A'.repeat(43)}=`))).toBeNull()
    expect(await as(browser.jar.get('vialdesk.session_token') ?? '')).not.toBeNull()
  })

  test('when the audit log cannot be written, nobody gets in', async () => {
    await backend.person(ANN)
    const broken = backend.another({
      onEvent: () => {
        throw new Error('no log')
      },
    })
    const browser = broken.browser()
    const answer = await browser.signIn(ANN)
    expect([answer.status, browser.jar.size]).toEqual([503, 0])
    expect(await backend.database.db.select().from(sessions)).toEqual([])
  })
})

describe('cookies', () => {
  test('https: __Host-, Secure, HttpOnly, SameSite, no Domain', async () => {
    const secure = await openTestAuth({ publicUrl: () => HTTPS })
    await secure.person(ANN)
    const { headers } = await secure.browser().signIn(ANN)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-vialdesk\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-vialdesk\.known=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })

  test('http on this machine: a plain name', async () => {
    await backend.person(ANN)
    const { headers } = await backend.browser().signIn(ANN)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vialdesk\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^vialdesk\.known=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('a session of http is none over https', async () => {
    const secure = backend.another({ publicUrl: () => HTTPS })
    await backend.person(ANN)
    const browser = backend.browser()
    await browser.signIn(ANN)
    expect(await secure.auth.authenticate(browser.request())).toBeNull()
  })
})

describe('sign-out', () => {
  test('ends the session on the server and takes the cookies away', async () => {
    await backend.person(ANN)
    const browser = backend.browser()
    await browser.signIn(ANN)
    const stolen = browser.request()
    const answer = await browser.call('sign_out')
    // It stays a browser that has signed this person in before.
    expect([answer.status, ...browser.jar.keys()]).toEqual([204, 'vialdesk.known'])
    expect(await backend.auth.authenticate(stolen)).toBeNull()
    expect(backend.events.map(({ action }) => action)).toEqual(['sign_in', 'sign_out'])
  })

  test('the browser is told to forget what it has cached', async () => {
    const browser = backend.browser()
    await browser.signIn(ANN)
    expect((await browser.call('sign_out')).headers.get('clear-site-data')).toBe('"cache"')
  })

  test('without a session it does no harm', async () => {
    expect((await backend.browser().call('sign_out')).status).toBe(204)
    expect(backend.events).toEqual([])
  })
})

test('what the sign-in page offers', async () => {
  expect((await backend.browser().call('list_sign_in_methods')).body).toEqual({
    sso: null,
    idle_minutes: 15,
    needs_setup: true,
  })
})

test('the sign-in page is told of set-up only until there is an administrator', async () => {
  const needsSetup = async () => (await backend.browser().call('list_sign_in_methods')).body.needs_setup
  await backend.person('sue@clinic.test', 'support')
  expect(await needsSetup()).toBe(true)
  await backend.person('boss@clinic.test')
  expect(await needsSetup()).toBe(false)
})

async function administrator() {
  const person = await backend.person('boss@clinic.test')
  return { actor: { id: person.id, email: person.email, role: person.role, environments: null } }
}
