/** Actions between administrators: those affected are notified, and a role can require a second factor. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#lib/domains/staff/console/store.ts'
import { type Browser, closeTestAuth, openTestAuth, PASSWORD, type TestAuth, totp } from './auth.testing.ts'
import type { Person } from './people.ts'

let backend: TestAuth

beforeEach(async () => {
  backend = await openTestAuth()
})

afterAll(closeTestAuth)

const actorOf = ({ id, email, role }: Person): Actor => ({ id, email, role, environments: null })
const call = <I>(by: Person, input: I) => ({ actor: actorOf(by), input, request_id: 'r' })
const told = async ({ id }: Pick<Person, 'id'>) =>
  (await backend.staff.notices({ id })).map(({ action, about_name, by_name }) => [action, about_name, by_name])

async function enrolled(browser: Browser): Promise<string> {
  const { uri } = (await browser.call('enroll_second_factor', { password: PASSWORD })).body
  expect((await browser.call('confirm_second_factor', { code: totp(String(uri)) })).status).toBe(204)
  return String(uri)
}

describe('notices', () => {
  test('of a reset: the person and all administrators but the one who did it, until they have seen it', async () => {
    const ann = await backend.person('ann@clinic.test')
    const ben = await backend.person('ben@clinic.test')
    const limited = await backend.person('lim@clinic.test', 'administrator', { environments: ['sandbox'] })
    const sue = await backend.person('sue@clinic.test', 'support')
    await backend.staff.resetAccess(call(ann, { staff_id: sue.id, second_factor: 'keep' as const }))
    expect(await told(sue)).toEqual([['staff_access_reset', null, ann.email]])
    expect(await told(ben)).toEqual([['staff_access_reset', sue.name, ann.email]])
    expect([await told(ann), await told(limited)]).toEqual([[], []])

    const browser = backend.browser()
    await browser.signIn(ben.email)
    const viewerNow = async () => {
      const session = await backend.auth.authenticate(browser.request())
      return session && backend.auth.viewer(session)
    }
    expect(await viewerNow()).toMatchObject({ notices: 1 })
    const [seen] = await backend.staff.notices(ben)
    // Nobody dismisses for another.
    await backend.staff.dismissNotices(sue, [seen?.id ?? ''])
    expect(await told(ben)).toHaveLength(1)
    await backend.staff.dismissNotices(ben, [seen?.id ?? ''])
    expect([await told(ben), await told(sue)]).toMatchObject([[], [{}]])
    expect(await viewerNow()).toMatchObject({ notices: 0 })
  })

  test('of a request: how it stands, not every step', async () => {
    const ann = await backend.person('ann@clinic.test')
    const ben = await backend.person('ben@clinic.test')
    const cy = await backend.person('cy@clinic.test')
    const request = { staff_id: cy.id, second_factor: 'keep' as const }
    await backend.staff.resetAccess(call(ann, request))
    await backend.staff.resetAccess(call(ann, request))
    expect(await told(ben)).toEqual([['staff_reset_requested', cy.name, ann.email]])
    await backend.staff.resetAccess(call(ben, { ...request, consents_to: ann.id }))
    expect([await told(ann), await told(ben), await told(cy)]).toEqual([
      [['staff_access_reset', cy.name, ben.email]],
      [],
      [['staff_access_reset', null, ben.email]],
    ])
  })

  test('of changes: only those about administrators', async () => {
    const ann = await backend.person('ann@clinic.test')
    const ben = await backend.person('ben@clinic.test')
    const sue = await backend.person('sue@clinic.test', 'support')
    await backend.staff.update(call(ann, { staff_id: sue.id, environments: ['sandbox'] }))
    expect(await told(sue)).toEqual([])
    await backend.staff.update(call(ann, { staff_id: sue.id, role: 'administrator' as const }))
    expect([await told(sue), await told(ben)]).toEqual([
      [['administrator_added', null, ann.email]],
      [['administrator_added', sue.name, ann.email]],
    ])
    await backend.staff.update(call(ann, { staff_id: sue.id, disabled: true }))
    expect((await told(ben))[0]).toEqual(['staff_disabled', sue.name, ann.email])
  })
})

test('a reset keeps the second factor unless it is to go: the new password alone is not enough', async () => {
  const boss = await backend.person('boss@clinic.test')
  const sue = await backend.person('sue@clinic.test', 'support')
  const own = backend.browser()
  await own.signIn(sue.email)
  const uri = await enrolled(own)
  for (const second_factor of ['keep', 'remove'] as const) {
    const { link } = await backend.staff.resetAccess(call(boss, { staff_id: sue.id, second_factor }))
    const browser = backend.browser()
    const answer = await browser.call('use_link', { token: link?.split('#')[1], password: PASSWORD })
    expect(answer.body.status).toBe(second_factor === 'keep' ? 'second_factor' : 'signed_in')
    if (second_factor === 'remove') break
    expect(await backend.auth.authenticate(browser.request())).toBeNull()
    expect((await browser.call('sign_in_with_code', { code: totp(uri, Date.now() + 30_000) })).status).toBe(200)
  }
})

describe('a role that needs a second factor', () => {
  const mustEnroll = async (browser: Browser) => {
    const session = await backend.auth.authenticate(browser.request())
    return session && backend.auth.viewer(session).must_enroll
  }

  test('has people set it up first, and keeps it on', async () => {
    backend = await openTestAuth({ needs_factor: ['support'] })
    await backend.person('sue@clinic.test', 'support')
    await backend.person('ron@clinic.test', 'read_only')
    const [sue, ron] = [backend.browser(), backend.browser()]
    await sue.signIn('sue@clinic.test')
    await ron.signIn('ron@clinic.test')
    const thief = backend.browser('198.51.100.7')
    await thief.signIn('sue@clinic.test')
    expect(await mustEnroll(thief)).toBe(true)
    expect([await mustEnroll(sue), await mustEnroll(ron)]).toEqual([true, false])
    const uri = await enrolled(sue)
    expect(await mustEnroll(sue)).toBe(false)
    // A session that was opened with the password alone is not raised with it.
    expect(await mustEnroll(thief)).toBeNull()
    const code = totp(uri, Date.now() + 30_000)
    expect((await sue.call('disable_second_factor', { password: PASSWORD, code })).status).toBe(409)
    expect(await mustEnroll(sue)).toBe(false)
  })
})

describe('in the audit log', () => {
  test('failures from one network can be told from those of another, and say of neither which it is', async () => {
    const from = async (address: string) => {
      backend.events.length = 0
      await backend.browser(address).signIn('nobody@clinic.test')
      return backend.events[0]?.network
    }
    const [one, again, other] = [await from('2001:db8:1:2::7'), await from('2001:db8:1:2::8'), await from('192.0.2.1')]
    expect(one).toMatch(/^[\w-]{22}$/)
    expect([again, other === one]).toEqual([one, false])
    await backend.person('ann@clinic.test')
    const browser = backend.browser()
    backend.events.length = 0
    await browser.signIn('ann@clinic.test')
    expect(backend.events[0]).not.toHaveProperty('network')
  })

  test('a limit is on record once in its window', async () => {
    for (let n = 0; n < 15; n += 1) await backend.browser(`192.0.2.${n}`).signIn('nobody@clinic.test')
    expect(backend.events.map(({ action }) => action)).toEqual([...Array(10).fill('sign_in_failed'), 'sign_in_limited'])
    expect(backend.events.at(-1)).toMatchObject({ outcome: 'refused', actor_email: null, network: expect.any(String) })
  })
})
