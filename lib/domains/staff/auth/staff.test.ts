import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#lib/domains/staff/console/store.ts'
import { staff } from '#lib/domains/staff/console/tables.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { staffMember } from '#lib/domains/staff/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { type Browser, closeTestAuth, openTestAuth, PASSWORD, type TestAuth, totp } from './auth.testing.ts'

let backend: TestAuth
let boss: Actor

beforeEach(async () => {
  backend = await openTestAuth()
  boss = await backend.person('boss@clinic.test')
})

afterAll(closeTestAuth)

const request_id = 'request-1'

const update = (input: Parameters<TestAuth['staff']['update']>[0]['input'], actor = boss) =>
  backend.staff.update({ actor, input, request_id })

const invite = (email: string, environments: string[] | null = null, actor = boss) =>
  backend.staff.invite({ actor, input: { email, name: 'Someone', role: 'support', environments }, request_id })

async function refusal(call: Promise<unknown>): Promise<ApiError['status'] | null> {
  const error: unknown = await call.then(
    () => null,
    (reason) => reason,
  )
  if (error !== null && !(error instanceof ApiError)) throw error
  return error?.status ?? null
}

async function signedIn(email: string): Promise<Browser> {
  const browser = backend.browser()
  await browser.signIn(email)
  return browser
}

test('the roles of the table are those of the contract', () => {
  expect(staff.role.enumValues).toEqual([...ROLES])
})

test('the list, in the form of the contract', async () => {
  await backend.person('ann@clinic.test', 'support', { environments: ['sandbox'] })
  const { staff: list } = await backend.staff.list({ actor: boss })
  expect(list.map((member) => [staffMember.parse(member).email, member.status])).toEqual([
    ['ann@clinic.test', 'active'],
    ['boss@clinic.test', 'active'],
  ])
})

test.each(['support', 'lab_coordinator', 'read_only'] as const)('%s may do none of it', async (role) => {
  const { id } = await backend.person('ann@clinic.test', role)
  const actor: Actor = { id, email: 'ann@clinic.test', role, environments: null }
  const calls = [
    backend.staff.list({ actor }),
    invite('new@clinic.test', null, actor),
    update({ staff_id: id, role: 'administrator' }, actor),
    backend.staff.resetAccess({ actor, input: { staff_id: boss.id, second_factor: 'remove' }, request_id }),
  ]
  expect(await Promise.all(calls.map(refusal))).toEqual([403, 403, 403, 403])
})

describe('inviting', () => {
  test('one email, one person, in any case', async () => {
    await invite('new@clinic.test')
    expect(await refusal(invite('NEW@clinic.test'))).toBe(409)
    expect(await Promise.all([refusal(invite('two@clinic.test')), refusal(invite('two@clinic.test'))])).toEqual([
      null,
      409,
    ])
  })

  test('environments must exist', async () => {
    expect(await refusal(invite('new@clinic.test', ['sandbox', 'moon']))).toBe(422)
  })

  test('is on record without the email of the invited', async () => {
    const { member } = await invite('new@clinic.test')
    expect(backend.events).toEqual([
      {
        action: 'staff_invited',
        actor_id: boss.id,
        actor_email: boss.email,
        actor_name: boss.name,
        role: 'administrator',
        subjects: [member.id],
        outcome: 'done',
        request_id,
      },
    ])
  })
})

describe('changing role and environments', () => {
  test('counts from the very next request', async () => {
    const { id } = await backend.person('ann@clinic.test', 'support')
    const browser = await signedIn('ann@clinic.test')
    await backend.auth.authenticate(browser.request())
    await update({ staff_id: id, role: 'read_only', environments: ['sandbox'] })
    expect((await backend.auth.authenticate(browser.request()))?.user).toMatchObject({
      role: 'read_only',
      environments: ['sandbox'],
    })
    await update({ staff_id: id, environments: null })
    expect((await backend.auth.authenticate(browser.request()))?.user).toMatchObject({
      role: 'read_only',
      environments: null,
    })
  })

  test('an unknown person is 404', async () => {
    expect(await refusal(update({ staff_id: 'nobody', role: 'support' }))).toBe(404)
  })

  test('an administrator of some environments does not reach beyond them', async () => {
    const limited: Actor = await backend.person('lim@clinic.test', 'administrator', { environments: ['sandbox'] })
    const { id } = await backend.person('ann@clinic.test', 'support', { environments: ['sandbox'] })
    expect(await refusal(update({ staff_id: limited.id, environments: null }, limited))).toBe(403)
    expect(await refusal(update({ staff_id: boss.id, disabled: true }, limited))).toBe(403)
    expect(await refusal(update({ staff_id: id, environments: ['production'] }, limited))).toBe(403)
    expect(
      await refusal(
        backend.staff.resetAccess({
          actor: limited,
          input: { staff_id: boss.id, second_factor: 'remove' },
          request_id,
        }),
      ),
    ).toBe(403)
    expect(await refusal(invite('eve@clinic.test', null, limited))).toBe(403)
    expect(await refusal(update({ staff_id: id, role: 'read_only' }, limited))).toBeNull()
  })
})

describe('disabling', () => {
  test('ends the sessions at once; the password is refused like a wrong one; enabling brings it back', async () => {
    const { id } = await backend.person('ann@clinic.test', 'support')
    const browser = await signedIn('ann@clinic.test')
    expect(await backend.auth.authenticate(browser.request())).not.toBeNull()
    expect((await update({ staff_id: id, disabled: true })).status).toBe('disabled')
    expect(await backend.auth.authenticate(browser.request())).toBeNull()
    expect((await backend.browser().signIn('ann@clinic.test')).status).toBe(401)
    expect((await update({ staff_id: id, disabled: false })).status).toBe('active')
    expect((await backend.browser().signIn('ann@clinic.test')).status).toBe(200)
    expect(backend.events.map(({ action }) => action)).toEqual([
      'sign_in',
      'staff_disabled',
      'sign_in_failed',
      'staff_enabled',
      'sign_in',
    ])
  })

  test('not oneself', async () => {
    await backend.person('ann@clinic.test')
    expect(await refusal(update({ staff_id: boss.id, disabled: true }))).toBe(409)
  })
})

describe('the last active administrator of all environments', () => {
  test.each([{ role: 'support' } as const, { environments: ['sandbox'] }])('cannot become %o', async (change) => {
    await backend.person('lim@clinic.test', 'administrator', { environments: ['sandbox'] })
    await backend.person('off@clinic.test', 'administrator', { disabledAt: new Date() })
    await backend.person('new@clinic.test', 'administrator', { activatedAt: null })
    expect(await refusal(update({ staff_id: boss.id, ...change }))).toBe(409)
    await backend.person('ann@clinic.test')
    expect(await refusal(update({ staff_id: boss.id, ...change }))).toBeNull()
  })

  test('two who take the role from each other at the same moment: one remains', async () => {
    const ann: Actor = await backend.person('ann@clinic.test')
    const both = [
      update({ staff_id: ann.id, role: 'support' }, boss),
      update({ staff_id: boss.id, role: 'support' }, ann),
    ]
    expect((await Promise.all(both.map(refusal))).sort()).toEqual([409, null])
  })

  test('cannot be reset by one of some environments only, nor reset themselves', async () => {
    expect(
      await refusal(
        backend.staff.resetAccess({ actor: boss, input: { staff_id: boss.id, second_factor: 'remove' }, request_id }),
      ),
    ).toBe(409)
  })
})

test('resetting access ends sessions, forgets password and second factor, and makes a link', async () => {
  const { id } = await backend.person('ann@clinic.test', 'support')
  const browser = await signedIn('ann@clinic.test')
  const { uri } = (await browser.call('enroll_second_factor', { password: PASSWORD })).body
  await browser.call('confirm_second_factor', { code: totp(String(uri)) })
  const reset = await backend.staff.resetAccess({
    actor: boss,
    input: { staff_id: id, second_factor: 'remove' },
    request_id,
  })
  expect(reset.member).toMatchObject({ status: 'invited', second_factor: false })
  expect(await backend.auth.authenticate(browser.request())).toBeNull()
  expect((await backend.browser().signIn('ann@clinic.test')).status).toBe(401)
  const again = backend.browser()
  expect((await again.call('use_link', { token: reset.link?.split('#')[1], password: PASSWORD })).body).toEqual({
    status: 'signed_in',
  })
  expect(backend.events.map(({ action }) => action)).toContain('staff_access_reset')
})
