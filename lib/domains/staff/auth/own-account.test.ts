import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessions } from '#lib/domains/staff/console/tables.ts'
import { ANN, isSignedIn, later, MINUTE, openWithAnn, signedIn } from './ann.testing.ts'
import { type Browser, closeTestAuth, PASSWORD, type TestAuth, totp } from './auth.testing.ts'

let backend: TestAuth

beforeEach(async () => {
  backend = await openWithAnn()
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

describe('own sessions', () => {
  test('are listed, newest use first, and the current one is marked', async () => {
    const first = await signedIn(backend)
    later(MINUTE)
    await signedIn(backend)
    later(MINUTE)
    const answer = await first.call('list_own_sessions')
    expect(answer.body.sessions).toEqual([
      {
        id: expect.any(String),
        current: true,
        created_at: '2026-11-21T09:00:00.000Z',
        last_used_at: '2026-11-21T09:02:00.000Z',
        ends_at: '2026-11-21T21:00:00.000Z',
        user_agent: 'Test/1.0',
        address: '192.0.2.1',
      },
      expect.objectContaining({ current: false, created_at: '2026-11-21T09:01:00.000Z' }),
    ])
    const [row] = await backend.database.db.select().from(sessions)
    expect(answer.text).not.toContain(row?.token)
  })

  test('one is ended from the other, at once', async () => {
    const mine = await signedIn(backend)
    const lost = await signedIn(backend)
    expect(await isSignedIn(backend, lost)).toBe(true)
    const other = await otherId(mine)
    expect((await mine.endSession(other)).status).toBe(204)
    expect([await isSignedIn(backend, lost), await isSignedIn(backend, mine)]).toEqual([false, true])
    expect((await mine.endSession(other)).status).toBe(404)
  })

  test('nobody ends the sessions of someone else', async () => {
    await backend.person('bob@clinic.test')
    const mine = await signedIn(backend)
    const bob = backend.browser()
    await bob.signIn('bob@clinic.test')
    const session = await backend.auth.authenticate(bob.request())
    expect((await mine.endSession(session?.id)).status).toBe(404)
    expect(await isSignedIn(backend, bob)).toBe(true)
  })

  test('all others at once', async () => {
    const [mine, second, third] = [await signedIn(backend), await signedIn(backend), await signedIn(backend)]
    expect((await mine.call('end_other_sessions')).status).toBe(204)
    expect([
      await isSignedIn(backend, mine),
      await isSignedIn(backend, second),
      await isSignedIn(backend, third),
    ]).toEqual([true, false, false])
  })

  async function otherId(browser: Browser) {
    const mine = await backend.auth.authenticate(browser.request())
    const rows = await backend.database.db.select().from(sessions)
    return rows.find(({ id }) => id !== mine?.id)?.id
  }
})

describe('a new password', () => {
  const NEW = 'a loud train whistles'

  test('ends every other session, and gives this one a new token', async () => {
    const [mine, other] = [await signedIn(backend), await signedIn(backend)]
    const before = mine.request()
    expect((await mine.call('change_password', { current_password: PASSWORD, new_password: NEW })).status).toBe(204)
    expect([await isSignedIn(backend, mine), await isSignedIn(backend, other)]).toEqual([true, false])
    expect(await backend.auth.authenticate(before)).toBeNull()
    expect((await backend.browser().signIn(ANN)).status).toBe(401)
    expect((await backend.browser().signIn(ANN, NEW)).status).toBe(200)
  })

  test.each([
    [{ current_password: 'not my password', new_password: NEW }, 'current_password'],
    [{ current_password: PASSWORD, new_password: 'short' }, 'new_password'],
    [{ current_password: PASSWORD, new_password: 'ann likes long words' }, 'new_password'],
    [{ current_password: PASSWORD, new_password: PASSWORD }, 'new_password'],
    [{ current_password: PASSWORD, new_password: 'x'.repeat(200) }, 'new_password'],
  ])('%o is refused at %s', async (body, field) => {
    const mine = await signedIn(backend)
    const answer = await mine.call('change_password', body)
    expect([answer.status, answer.body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', field] })]])
    expect((await backend.browser().signIn(ANN)).status).toBe(200)
  })

  test('the old one cannot be found out by trying at an unlocked screen', async () => {
    const mine = await signedIn(backend)
    for (let n = 0; n < 10; n += 1)
      await mine.call('change_password', { current_password: `guess number ${n}`, new_password: NEW })
    const answer = await mine.call('change_password', { current_password: PASSWORD, new_password: NEW })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
  })
})

describe('password and code again', () => {
  test('hold for five minutes of this session alone, and are on record', async () => {
    const [mine, other] = [await signedIn(backend), await signedIn(backend)]
    const isConfirmed = (browser: Browser) => backend.auth.isConfirmed(browser.request())
    expect(await isConfirmed(mine)).toBe(false)
    const wrong = await mine.call('confirm_owner', { password: 'not my password' })
    expect([wrong.status, await isConfirmed(mine)]).toEqual([422, false])
    expect((await mine.call('confirm_owner', { password: PASSWORD })).status).toBe(204)
    expect(backend.events.slice(-2).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'owner_confirmed refused',
      'owner_confirmed done',
    ])
    expect(await isConfirmed(mine)).toBe(true)
    for (const [name, value] of mine.jar) if (name.endsWith('.confirmed')) other.jar.set(name, value)
    expect(await isConfirmed(other)).toBe(false)
    later(5 * MINUTE)
    expect(await isConfirmed(mine)).toBe(false)
  })

  test('the code too where two-factor authentication is on', async () => {
    const mine = await signedIn(backend)
    const { uri } = (await mine.call('enroll_second_factor', { password: PASSWORD })).body
    expect((await mine.call('confirm_second_factor', { code: totp(String(uri)) })).status).toBe(204)
    for (const code of ['', '000000']) {
      expect((await mine.call('confirm_owner', { password: PASSWORD, code })).status).toBe(422)
      expect(await backend.auth.isConfirmed(mine.request())).toBe(false)
    }
    const code = totp(String(uri), Date.now() + 30_000)
    expect((await mine.call('confirm_owner', { password: PASSWORD, code })).status).toBe(204)
    expect(await backend.auth.isConfirmed(mine.request())).toBe(true)
  })

  test('are tried only so often', async () => {
    const mine = await signedIn(backend)
    for (let n = 0; n < 10; n += 1) await mine.call('confirm_owner', { password: `guess number ${n}` })
    expect((await mine.call('confirm_owner', { password: PASSWORD })).status).toBe(429)
  })
})
