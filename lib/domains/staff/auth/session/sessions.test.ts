import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Browser,
  closeTestAuth,
  inBackground,
  openTestAuth,
  PASSWORD,
  type TestAuth,
} from '#lib/domains/staff/auth/auth.testing.ts'
import { sessions, staff } from '#lib/domains/staff/console/tables.ts'
import { CACHE_WINDOW } from './sessions.ts'

const ANN = 'ann@clinic.test'
const MINUTE = 60_000

let house: TestAuth

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  house = await openTestAuth()
  await house.person(ANN)
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

async function signedIn(): Promise<Browser> {
  const browser = house.browser()
  await browser.signIn(ANN)
  return browser
}

const isIn = async (browser: Browser, auth = house.auth) => (await auth.authenticate(browser.request())) !== null

describe('idle time-out', () => {
  test('each request gives fifteen minutes more', async () => {
    const browser = await signedIn()
    for (let n = 0; n < 4; n += 1) {
      later(14 * MINUTE)
      expect(await isIn(browser)).toBe(true)
    }
    later(15 * MINUTE)
    expect(await isIn(browser)).toBe(false)
    expect(await house.database.db.select().from(sessions)).toEqual([])
  })

  test('what a page does by itself does not count', async () => {
    const browser = await signedIn()
    for (let n = 0; n < 3; n += 1) {
      later(4 * MINUTE)
      expect(await house.auth.authenticate(browser.request(inBackground))).not.toBeNull()
    }
    later(3 * MINUTE)
    expect(await house.auth.authenticate(browser.request(inBackground))).toBeNull()
  })

  test('another process sees the use, to half a minute', async () => {
    const browser = await signedIn()
    later(10 * MINUTE)
    expect(await isIn(browser)).toBe(true)
    later(14 * MINUTE)
    expect(await isIn(browser, house.another().auth)).toBe(true)
  })

  test('the last use is written at most every half minute', async () => {
    const browser = await signedIn()
    const noted = async () => (await house.database.db.select().from(sessions))[0]?.lastUsedAt.toISOString()
    later(29_000)
    await isIn(browser)
    expect(await noted()).toBe('2026-11-21T09:00:00.000Z')
    later(1_000)
    await isIn(browser)
    expect(await noted()).toBe('2026-11-21T09:00:30.000Z')
    const [person] = await house.database.db.select().from(staff)
    expect(person?.lastSeenAt?.toISOString()).toBe('2026-11-21T09:00:30.000Z')
  })

  test('a dead session is dead for the endpoints of sign-in too', async () => {
    const browser = await signedIn()
    later(16 * MINUTE)
    const answer = await browser.post('/password', {
      current_password: PASSWORD,
      new_password: 'a loud train whistles',
    })
    expect(answer.status).toBe(401)
    expect((await browser.get('/sessions')).status).toBe(401)
  })
})

test('absolute time-out: twelve hours, however busy', async () => {
  const browser = await signedIn()
  for (let n = 0; n < 71; n += 1) {
    later(10 * MINUTE)
    expect(await isIn(browser)).toBe(true)
  }
  later(10 * MINUTE)
  expect(await isIn(browser)).toBe(false)
})

describe('own sessions', () => {
  test('are listed, newest use first, and the current one is marked', async () => {
    const first = await signedIn()
    later(MINUTE)
    await signedIn()
    later(MINUTE)
    const answer = await first.get('/sessions')
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
    const [row] = await house.database.db.select().from(sessions)
    expect(answer.text).not.toContain(row?.token)
  })

  test('one is ended from the other, at once', async () => {
    const mine = await signedIn()
    const lost = await signedIn()
    expect(await isIn(lost)).toBe(true)
    const other = await otherId(mine)
    expect((await mine.send('DELETE', `/sessions/${other}`)).status).toBe(204)
    expect([await isIn(lost), await isIn(mine)]).toEqual([false, true])
    expect((await mine.send('DELETE', `/sessions/${other}`)).status).toBe(404)
  })

  test('nobody ends the sessions of someone else', async () => {
    await house.person('bob@clinic.test')
    const mine = await signedIn()
    const bob = house.browser()
    await bob.signIn('bob@clinic.test')
    const session = await house.auth.authenticate(bob.request())
    expect((await mine.send('DELETE', `/sessions/${session?.id}`)).status).toBe(404)
    expect(await isIn(bob)).toBe(true)
  })

  test('all others at once', async () => {
    const [mine, second, third] = [await signedIn(), await signedIn(), await signedIn()]
    expect((await mine.post('/sessions/end-others')).status).toBe(204)
    expect([await isIn(mine), await isIn(second), await isIn(third)]).toEqual([true, false, false])
  })

  async function otherId(browser: Browser) {
    const mine = await house.auth.authenticate(browser.request())
    const rows = await house.database.db.select().from(sessions)
    return rows.find(({ id }) => id !== mine?.id)?.id
  }
})

describe('a new password', () => {
  const NEW = 'a loud train whistles'

  test('ends every other session, and gives this one a new token', async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const before = mine.request()
    expect((await mine.post('/password', { current_password: PASSWORD, new_password: NEW })).status).toBe(204)
    expect([await isIn(mine), await isIn(other)]).toEqual([true, false])
    expect(await house.auth.authenticate(before)).toBeNull()
    expect((await house.browser().signIn(ANN)).status).toBe(401)
    expect((await house.browser().signIn(ANN, NEW)).status).toBe(200)
  })

  test.each([
    [{ current_password: 'not my password', new_password: NEW }, 'current_password'],
    [{ current_password: PASSWORD, new_password: 'short' }, 'new_password'],
    [{ current_password: PASSWORD, new_password: 'ann likes long words' }, 'new_password'],
    [{ current_password: PASSWORD, new_password: PASSWORD }, 'new_password'],
    [{ current_password: PASSWORD, new_password: 'x'.repeat(200) }, 'new_password'],
  ])('%o is refused at %s', async (body, field) => {
    const mine = await signedIn()
    const answer = await mine.post('/password', body)
    expect([answer.status, answer.body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', field] })]])
    expect((await house.browser().signIn(ANN)).status).toBe(200)
  })

  test('the old one cannot be found out by trying at an unlocked screen', async () => {
    const mine = await signedIn()
    for (let n = 0; n < 10; n += 1)
      await mine.post('/password', { current_password: `guess number ${n}`, new_password: NEW })
    const answer = await mine.post('/password', { current_password: PASSWORD, new_password: NEW })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
  })
})

describe('what this process remembers', () => {
  test('a change made elsewhere is seen within the window', async () => {
    const browser = await signedIn()
    await isIn(browser)
    await house.database.db.update(staff).set({ role: 'read_only' }).where(eq(staff.email, ANN))
    later(CACHE_WINDOW)
    expect((await house.auth.authenticate(browser.request()))?.user.role).toBe('read_only')
    await house.database.db.delete(sessions)
    later(CACHE_WINDOW)
    expect(await isIn(browser)).toBe(false)
  })

  test('a read under way while the session ends is not remembered', async () => {
    const browser = await signedIn()
    const session = await house.auth.authenticate(browser.request())
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = house.another({ db: slowReads(house.database.db, begun.resolve, held.promise) })
    const reading = slow.auth.authenticate(browser.request())
    await begun.promise
    const staff_id = session?.user.id ?? ''
    const actor = { ...(await house.person('boss@clinic.test')), environments: null }
    await slow.staff.update({ actor, input: { staff_id, disabled: true }, request_id: 'request-1' })
    held.resolve()
    await reading
    expect(await slow.auth.authenticate(browser.request())).toBeNull()
  })
})

/** Prepared statements hand their rows out only once `held` is over. */
function slowReads<T extends object>(target: T, begun: () => void, held: Promise<void>): T {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const made: unknown = Reflect.apply(value, of, args)
        if (name === 'execute' && 'joinsNotNullableMap' in of) {
          return Promise.resolve(made).then(async (rows) => {
            begun()
            await held
            return rows
          })
        }
        return typeof made === 'object' && made !== null && !(made instanceof Promise)
          ? slowReads(made, begun, held)
          : made
      }
    },
  })
}

test('what the page knows of the viewer', async () => {
  const browser = await signedIn()
  const session = await house.auth.authenticate(browser.request())
  expect(session && house.auth.viewer(session)).toEqual({
    id: expect.any(String),
    email: ANN,
    name: ANN,
    role: 'administrator',
    environments: null,
    second_factor: false,
    notices: 0,
    must_enroll: false,
    idle_timeout: 15 * MINUTE,
    ends_at: '2026-11-21T21:00:00.000Z',
  })
})
