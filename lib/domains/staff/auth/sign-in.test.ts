import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessions, tries } from '#lib/domains/staff/console/tables.ts'
import { type Answered, closeTestAuth, HTTP, HTTPS, openTestAuth, type TestAuth } from './auth.testing.ts'
import { ARGON2ID } from './passwords.ts'

const ANN = 'ann@clinic.test'

let house: TestAuth

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  house = await openTestAuth()
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

describe('sign-in by password', () => {
  test('a right password makes a session; the e-mail may be typed in any case', async () => {
    const { id } = await house.person(ANN)
    const browser = house.browser()
    const answer = await browser.signIn(' ANN@Clinic.test ')
    expect([answer.status, answer.body]).toEqual([200, { status: 'signed_in' }])
    expect(await house.auth.authenticate(browser.request())).toMatchObject({
      user: { id, email: ANN, role: 'administrator', environments: null, second_factor: false },
      ends_at: new Date('2026-11-21T21:00:00Z'),
    })
    expect(house.events).toMatchObject([
      { action: 'sign_in', actor_id: id, actor_email: ANN, role: 'administrator', outcome: 'done' },
    ])
  })

  test('unknown e-mail, wrong password, disabled person, unused invitation: the same answer', async () => {
    await house.person(ANN)
    await house.person('off@clinic.test', 'support', { disabledAt: new Date() })
    const { actor } = await administrator()
    await house.staff.invite({
      actor,
      input: { email: 'new@clinic.test', name: 'New', role: 'support', environments: null },
      request_id: 'r',
    })
    const answers = await Promise.all([
      house.browser().signIn('nobody@clinic.test'),
      house.browser().signIn(ANN, 'another quiet river'),
      house.browser().signIn('off@clinic.test'),
      house.browser().signIn('new@clinic.test'),
    ])
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        401,
        {
          detail: 'The e-mail address or the password is wrong.',
          code: 'wrong_credentials',
          request_id: expect.any(String),
        },
      ])
    const emails = house.events
      .filter(({ action }) => action === 'sign_in_failed')
      .map(({ actor_email }) => actor_email)
    expect(emails.sort()).toEqual([ANN, 'new@clinic.test', 'off@clinic.test', null].sort())
  })

  test('an unknown e-mail costs as much time as a known one', async () => {
    house = house.another({ passwords: ARGON2ID })
    await house.person(ANN)
    // Of the processor: what else the machine does at the moment is not counted.
    const time = async (email: string) => {
      const begin = process.cpuUsage()
      await house.browser().signIn(email, 'another quiet river')
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
    await house.person(ANN)
    const browser = house.browser()
    await browser.signIn(ANN)
    const first = browser.request()
    await browser.signIn(ANN)
    expect(first.headers.get('cookie')).not.toBe(browser.request().headers.get('cookie'))
    expect(await house.auth.authenticate(first)).toBeNull()
    expect(await house.auth.authenticate(browser.request())).not.toBeNull()
  })

  test('a cookie that someone planted is never adopted', async () => {
    await house.person(ANN)
    const browser = house.browser()
    browser.jar.set('vialdesk.session_token', 'planted.planted')
    await browser.signIn(ANN)
    expect(browser.jar.get('vialdesk.session_token')).not.toContain('planted')
  })

  test('a token without its signature, or with another, is nobody', async () => {
    await house.person(ANN)
    const browser = house.browser()
    await browser.signIn(ANN)
    const [row] = await house.database.db.select().from(sessions)
    const as = (value: string) =>
      house.auth.authenticate(new Request(HTTP, { headers: { cookie: `vialdesk.session_token=${value}` } }))
    expect(await as(row?.token ?? '')).toBeNull()
    expect(await as(`${row?.token}.${'A'.repeat(43)}=`)).toBeNull()
    expect(await as(encodeURIComponent(`${row?.token}.${'A'.repeat(43)}=`))).toBeNull()
    expect(await as(browser.jar.get('vialdesk.session_token') ?? '')).not.toBeNull()
  })

  test('when the audit log cannot be written, nobody gets in', async () => {
    await house.person(ANN)
    const broken = house.another({
      onEvent: () => {
        throw new Error('no log')
      },
    })
    const browser = broken.browser()
    const answer = await browser.signIn(ANN)
    expect([answer.status, browser.jar.size]).toEqual([503, 0])
    expect(await house.database.db.select().from(sessions)).toEqual([])
  })
})

describe('tries are counted', () => {
  test('ten wrong passwords for one account, from anywhere; then 429 with Retry-After, for the right one too', async () => {
    await house.person(ANN)
    for (let n = 0; n < 10; n += 1)
      expect((await house.browser(`192.0.2.${n}`).signIn(ANN, 'wrong password here')).status).toBe(401)
    const refused = await house.browser('198.51.100.1').signIn(ANN)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await house.another().browser('198.51.100.1').signIn(ANN)).status).toBe(429)
    later(15)
    expect((await house.browser().signIn(ANN)).status).toBe(200)
  })

  test('an unknown account is limited alike, and its e-mail is not kept', async () => {
    for (let n = 0; n < 10; n += 1) await house.browser(`192.0.2.${n}`).signIn('nobody@clinic.test')
    expect((await house.browser('198.51.100.1').signIn('nobody@clinic.test')).status).toBe(429)
    expect(JSON.stringify(await house.database.db.select().from(tries))).not.toContain('nobody')
    expect(JSON.stringify(house.events)).not.toContain('nobody')
  })

  test('many at once do not slip through', async () => {
    await house.person(ANN)
    const burst = await Promise.all(
      Array.from({ length: 14 }, (_, n) => house.browser(`192.0.2.${n}`).signIn(ANN, 'wrong password here')),
    )
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  test('thirty failures from one address over many accounts', async () => {
    for (let n = 0; n < 30; n += 1) await house.browser().signIn(`n${n}@clinic.test`)
    expect((await house.browser().signIn('other@clinic.test')).status).toBe(429)
    expect((await house.browser('198.51.100.1').signIn('other@clinic.test')).status).toBe(401)
  })

  test('strangers cannot lock out a browser that has signed the person in before', async () => {
    await house.person(ANN)
    await house.person('ben@clinic.test')
    const own = house.browser()
    await own.signIn(ANN)
    for (let n = 0; n < 10; n += 1) await house.browser(`192.0.2.${n}`).signIn(ANN, 'wrong password here')
    expect((await house.browser('198.51.100.1').signIn(ANN)).status).toBe(429)
    expect((await own.signIn(ANN)).status).toBe(200)
    // It has ten tries of its own, and is known for nobody else.
    for (let n = 0; n < 10; n += 1) await own.signIn(ANN, 'wrong password here')
    expect((await own.signIn(ANN)).status).toBe(429)
    for (let n = 0; n < 10; n += 1) await house.browser(`203.0.113.${n}`).signIn('ben@clinic.test', 'wrong password')
    expect((await own.signIn('ben@clinic.test')).status).toBe(429)
  })

  test('a forged mark of a known browser gives no further tries', async () => {
    await house.person(ANN)
    for (let n = 0; n < 10; n += 1) await house.browser(`192.0.2.${n}`).signIn(ANN, 'wrong password here')
    const forger = house.browser('198.51.100.1')
    for (const mark of ['x', 'browser.mark', 'browser.mark.AAAA']) {
      forger.jar.set('vialdesk.known', mark)
      expect((await forger.signIn(ANN)).status).toBe(429)
    }
  })

  test('an IPv6 customer has 150 tries, however many of the smaller networks they use', async () => {
    for (let n = 0; n < 150; n += 1) {
      const tried = await house.browser(`2001:db8:1:${n.toString(16)}::1`).signIn(`n${n}@clinic.test`)
      expect(tried.status).toBe(401)
    }
    expect((await house.browser('2001:db8:1:ffff::1').signIn('other@clinic.test')).status).toBe(429)
    expect((await house.browser('2001:db8:2:ffff::1').signIn('other@clinic.test')).status).toBe(401)
  })

  test('one-time links are counted apart from sign-ins', async () => {
    await house.person(ANN)
    for (let n = 0; n < 30; n += 1) {
      expect((await house.browser().post('/setup/check', { token: `${n}`.padStart(43, 'x') })).status).toBe(410)
    }
    expect((await house.browser().post('/setup/check', { token: 'y'.repeat(43) })).status).toBe(429)
    expect((await house.browser().signIn(ANN)).status).toBe(200)
  })

  test('32 at once: ten are worked on, the rest are told when to come again, and have not tried', async () => {
    await house.person(ANN)
    const ends: (() => void)[] = []
    const slow = house.another({
      passwords: {
        // An unknown e-mail is hashed, for an equal time; a known one is verified.
        hash: () => new Promise((resolve) => ends.push(() => resolve(''))),
        verify: () => new Promise((resolve) => ends.push(() => resolve(false))),
        isCurrent: () => true,
      },
    })
    const flood = Array.from({ length: 32 }, (_, n) => slow.browser(`198.51.100.${n}`).signIn(`n${n}@clinic.test`))
    const done: Answered[] = []
    for (const tried of flood) void tried.then((answer) => done.push(answer))
    await expect.poll(() => done.length).toBe(22)
    for (const answer of done) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    const kept = await house.database.db.select().from(tries)
    expect(kept.reduce((sum, { points }) => sum + points, 0)).toBe(20)
    await expect
      .poll(() => {
        for (const end of ends.splice(0)) end()
        return done.length
      })
      .toBe(32)
    expect(done.slice(22).map(({ status }) => status)).toEqual(Array(10).fill(401))
  })

  test('who gets in is not counted', async () => {
    await house.person(ANN)
    for (let n = 0; n < 35; n += 1) expect((await house.browser().signIn(ANN)).status).toBe(200)
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
    await house.person(ANN)
    const { headers } = await house.browser().signIn(ANN)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vialdesk\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^vialdesk\.known=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('a session of http is none over https', async () => {
    const secure = house.another({ publicUrl: () => HTTPS })
    await house.person(ANN)
    const browser = house.browser()
    await browser.signIn(ANN)
    expect(await secure.auth.authenticate(browser.request())).toBeNull()
  })
})

describe('sign-out', () => {
  test('ends the session on the server and takes the cookies away', async () => {
    await house.person(ANN)
    const browser = house.browser()
    await browser.signIn(ANN)
    const stolen = browser.request()
    const answer = await browser.post('/sign-out')
    // It stays a browser that has signed this person in before.
    expect([answer.status, ...browser.jar.keys()]).toEqual([204, 'vialdesk.known'])
    expect(await house.auth.authenticate(stolen)).toBeNull()
    expect(house.events.map(({ action }) => action)).toEqual(['sign_in', 'sign_out'])
  })

  test('the browser is told to forget what it has cached', async () => {
    const browser = house.browser()
    await browser.signIn(ANN)
    expect((await browser.post('/sign-out')).headers.get('clear-site-data')).toBe('"cache"')
  })

  test('without a session it does no harm', async () => {
    expect((await house.browser().post('/sign-out')).status).toBe(204)
    expect(house.events).toEqual([])
  })
})

test('what the sign-in page offers', async () => {
  expect((await house.browser().get('/methods')).body).toEqual({
    sso: null,
  })
})

async function administrator() {
  const person = await house.person('boss@clinic.test')
  return { actor: { id: person.id, email: person.email, role: person.role, environments: null } }
}
