import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANN, isSignedIn, later, MINUTE, openWithAnn, signedIn } from '#lib/domains/staff/auth/ann.testing.ts'
import { closeTestAuth, inBackground, PASSWORD, type TestAuth } from '#lib/domains/staff/auth/auth.testing.ts'
import { sessions, staff } from '#lib/domains/staff/console/tables.ts'
import { CACHE_WINDOW } from './sessions.ts'

let backend: TestAuth

beforeEach(async () => {
  backend = await openWithAnn()
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

describe('idle time-out', () => {
  test('each request gives fifteen minutes more', async () => {
    const browser = await signedIn(backend)
    for (let n = 0; n < 4; n += 1) {
      later(14 * MINUTE)
      expect(await isSignedIn(backend, browser)).toBe(true)
    }
    later(15 * MINUTE)
    expect(await isSignedIn(backend, browser)).toBe(false)
    expect(await backend.database.db.select().from(sessions)).toEqual([])
  })

  test('what a page does by itself does not count', async () => {
    const browser = await signedIn(backend)
    for (let n = 0; n < 3; n += 1) {
      later(4 * MINUTE)
      expect(await backend.auth.authenticate(browser.request(inBackground))).not.toBeNull()
    }
    later(3.5 * MINUTE)
    expect(await backend.auth.authenticate(browser.request(inBackground))).toBeNull()
  })

  test('another process never ends a session early: what it reads may be half a minute old', async () => {
    const browser = await signedIn(backend)
    later(10 * MINUTE)
    expect(await isSignedIn(backend, browser)).toBe(true)
    later(29_000)
    expect(await isSignedIn(backend, browser)).toBe(true)
    later(15 * MINUTE - 1_000)
    expect(await isSignedIn(backend.another(), browser)).toBe(true)
    later(15.5 * MINUTE)
    expect(await isSignedIn(backend.another(), browser)).toBe(false)
  })

  test('the last use is written at most every half minute', async () => {
    const browser = await signedIn(backend)
    const noted = async () => (await backend.database.db.select().from(sessions))[0]?.lastUsedAt.toISOString()
    later(29_000)
    await isSignedIn(backend, browser)
    expect(await noted()).toBe('2026-11-21T09:00:00.000Z')
    later(1_000)
    await isSignedIn(backend, browser)
    expect(await noted()).toBe('2026-11-21T09:00:30.000Z')
    const [person] = await backend.database.db.select().from(staff)
    expect(person?.lastSeenAt?.toISOString()).toBe('2026-11-21T09:00:30.000Z')
  })

  test('a dead session is dead for the endpoints of sign-in too', async () => {
    const browser = await signedIn(backend)
    later(16 * MINUTE)
    const answer = await browser.call('change_password', {
      current_password: PASSWORD,
      new_password: 'a loud train whistles',
    })
    expect(answer.status).toBe(401)
    expect((await browser.call('list_own_sessions')).status).toBe(401)
  })
})

test('absolute time-out: twelve hours, however busy', async () => {
  const browser = await signedIn(backend)
  for (let n = 0; n < 71; n += 1) {
    later(10 * MINUTE)
    expect(await isSignedIn(backend, browser)).toBe(true)
  }
  later(10 * MINUTE)
  expect(await isSignedIn(backend, browser)).toBe(false)
})

describe('what this process remembers', () => {
  test('a change made elsewhere is seen within the window', async () => {
    const browser = await signedIn(backend)
    await isSignedIn(backend, browser)
    await backend.database.db.update(staff).set({ role: 'read_only' }).where(eq(staff.email, ANN))
    later(CACHE_WINDOW)
    expect((await backend.auth.authenticate(browser.request()))?.user.role).toBe('read_only')
    await backend.database.db.delete(sessions)
    later(CACHE_WINDOW)
    expect(await isSignedIn(backend, browser)).toBe(false)
  })

  test('a read under way while the session ends is not remembered', async () => {
    const browser = await signedIn(backend)
    const session = await backend.auth.authenticate(browser.request())
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = backend.another({ db: slowReads(backend.database.db, begun.resolve, held.promise) })
    const reading = slow.auth.authenticate(browser.request())
    await begun.promise
    const staff_id = session?.user.id ?? ''
    const actor = { ...(await backend.person('boss@clinic.test')), environments: null }
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
  const browser = await signedIn(backend)
  const session = await backend.auth.authenticate(browser.request())
  expect(session && backend.auth.viewer(session)).toEqual({
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
