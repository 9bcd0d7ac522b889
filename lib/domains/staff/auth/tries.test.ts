import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tries } from '#lib/domains/staff/console/tables.ts'
import { type Answered, closeTestAuth, openTestAuth, type TestAuth } from './auth.testing.ts'
import { AT_ONCE, WAITING } from './passwords.ts'

const ANN = 'ann@clinic.test'

let backend: TestAuth

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  backend = await openTestAuth()
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

describe('tries are counted', () => {
  test('ten wrong passwords for one account, from anywhere; then 429 with Retry-After, for the right one too', async () => {
    await backend.person(ANN)
    for (let n = 0; n < 10; n += 1)
      expect((await backend.browser(`192.0.2.${n}`).signIn(ANN, 'wrong password here')).status).toBe(401)
    const refused = await backend.browser('198.51.100.1').signIn(ANN)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await backend.another().browser('198.51.100.1').signIn(ANN)).status).toBe(429)
    later(15)
    expect((await backend.browser().signIn(ANN)).status).toBe(200)
  })

  test('an unknown account is limited alike, and its email is not kept', async () => {
    for (let n = 0; n < 10; n += 1) await backend.browser(`192.0.2.${n}`).signIn('nobody@clinic.test')
    expect((await backend.browser('198.51.100.1').signIn('nobody@clinic.test')).status).toBe(429)
    expect(JSON.stringify(await backend.database.db.select().from(tries))).not.toContain('nobody')
    expect(JSON.stringify(backend.events)).not.toContain('nobody')
  })

  test('many at once do not slip through', async () => {
    await backend.person(ANN)
    // No more at once than the queue of hashes takes, so that none is turned away by it.
    const burst = (size: number) =>
      Promise.all(
        Array.from({ length: size }, (_, n) => backend.browser(`192.0.2.${n}`).signIn(ANN, 'wrong password here')),
      )
    expect((await burst(6)).map(({ status }) => status)).toEqual(Array(6).fill(401))
    expect((await burst(8)).map(({ status }) => status).sort()).toEqual([...Array(4).fill(401), ...Array(4).fill(429)])
  })

  test('thirty failures from one address over many accounts', async () => {
    for (let n = 0; n < 30; n += 1) await backend.browser().signIn(`n${n}@clinic.test`)
    expect((await backend.browser().signIn('other@clinic.test')).status).toBe(429)
    expect((await backend.browser('198.51.100.1').signIn('other@clinic.test')).status).toBe(401)
  })

  test('strangers cannot lock out a browser that has signed the person in before', async () => {
    await backend.person(ANN)
    await backend.person('ben@clinic.test')
    const own = backend.browser()
    await own.signIn(ANN)
    for (let n = 0; n < 10; n += 1) await backend.browser(`192.0.2.${n}`).signIn(ANN, 'wrong password here')
    expect((await backend.browser('198.51.100.1').signIn(ANN)).status).toBe(429)
    expect((await own.signIn(ANN)).status).toBe(200)
    // It has ten tries of its own, and is known for nobody else.
    for (let n = 0; n < 10; n += 1) await own.signIn(ANN, 'wrong password here')
    expect((await own.signIn(ANN)).status).toBe(429)
    for (let n = 0; n < 10; n += 1) await backend.browser(`203.0.113.${n}`).signIn('ben@clinic.test', 'wrong password')
    expect((await own.signIn('ben@clinic.test')).status).toBe(429)
  })

  test('nor can its own network: what others there try is not counted against it', async () => {
    await backend.person(ANN)
    const own = backend.browser()
    await own.signIn(ANN)
    for (let n = 0; n < 31; n += 1) await backend.browser().signIn(`n${n}@clinic.test`)
    expect((await backend.browser().signIn(ANN)).status).toBe(429)
    expect((await own.signIn(ANN)).status).toBe(200)
  })

  test('a forged mark of a known browser gives no further tries', async () => {
    await backend.person(ANN)
    for (let n = 0; n < 10; n += 1) await backend.browser(`192.0.2.${n}`).signIn(ANN, 'wrong password here')
    const forger = backend.browser('198.51.100.1')
    for (const mark of ['x', 'browser.mark', 'browser.mark.AAAA']) {
      forger.jar.set('vialdesk.known', mark)
      expect((await forger.signIn(ANN)).status).toBe(429)
    }
  })

  test('an IPv6 customer has 150 tries, however many of the smaller networks they use', async () => {
    for (let n = 0; n < 150; n += 1) {
      const tried = await backend.browser(`2001:db8:1:${n.toString(16)}::1`).signIn(`n${n}@clinic.test`)
      expect(tried.status).toBe(401)
    }
    expect((await backend.browser('2001:db8:1:ffff::1').signIn('other@clinic.test')).status).toBe(429)
    expect((await backend.browser('2001:db8:2:ffff::1').signIn('other@clinic.test')).status).toBe(401)
  })

  test('one-time links are counted apart from sign-ins', async () => {
    await backend.person(ANN)
    for (let n = 0; n < 30; n += 1) {
      expect((await backend.browser().call('check_link', { token: `${n}`.padStart(43, 'x') })).status).toBe(410)
    }
    expect((await backend.browser().call('check_link', { token: 'y'.repeat(43) })).status).toBe(429)
    expect((await backend.browser().signIn(ANN)).status).toBe(200)
  })

  test('32 at once: few are worked on, the rest are told when to come again, and have not tried', async () => {
    await backend.person(ANN)
    const ends: (() => void)[] = []
    const slow = backend.another({
      passwords: {
        // An unknown email is hashed, for an equal time; a known one is verified.
        hash: () => new Promise((resolve) => ends.push(() => resolve(''))),
        verify: () => new Promise((resolve) => ends.push(() => resolve(false))),
        isCurrent: () => true,
      },
    })
    const flood = Array.from({ length: 32 }, (_, n) => slow.browser(`198.51.100.${n}`).signIn(`n${n}@clinic.test`))
    const done: Answered[] = []
    for (const tried of flood) void tried.then((answer) => done.push(answer))
    const turnedAway = 32 - AT_ONCE - WAITING
    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(turnedAway)
    for (const answer of done) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    const kept = await backend.database.db.select().from(tries)
    expect(kept.reduce((sum, { points }) => sum + points, 0)).toBe(2 * (32 - turnedAway))
    await expect
      .poll(() => {
        for (const end of ends.splice(0)) end()
        return done.length
      })
      .toBe(32)
    expect(done.slice(turnedAway).map(({ status }) => status)).toEqual(Array(32 - turnedAway).fill(401))
  })

  test('who gets in is not counted', async () => {
    await backend.person(ANN)
    for (let n = 0; n < 35; n += 1) expect((await backend.browser().signIn(ANN)).status).toBe(200)
  })
})
