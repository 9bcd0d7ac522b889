import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { twoFactors } from '#lib/domains/staff/console/tables.ts'
import {
  ANN,
  atTheCode,
  enrolled,
  enrolment,
  isSignedIn,
  later,
  MINUTE,
  openWithAnn,
  wrongCode,
} from './ann.testing.ts'
import { closeTestAuth, PASSWORD, type TestAuth, totp } from './auth.testing.ts'

let backend: TestAuth

beforeEach(async () => {
  backend = await openWithAnn()
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

describe('turning it on', () => {
  test('with two wrong codes says to check the phone’s clock, with more is limited', async () => {
    const browser = backend.browser()
    await browser.signIn(ANN)
    const { uri } = enrolment.parse((await browser.call('enroll_second_factor', { password: PASSWORD })).body)
    const wrong = async (steps: number) =>
      JSON.stringify(
        (await browser.call('confirm_second_factor', { code: totp(uri, Date.now() + steps * 30_000) })).body,
      )
    expect(await wrong(-2)).not.toContain('clock')
    expect(await wrong(2)).toContain('check that your phone’s clock is set automatically')
    for (const steps of [3, 4, 5]) await wrong(steps)
    expect((await browser.call('confirm_second_factor', { code: totp(uri) })).status).toBe(429)
  })

  test('needs the password, and a code from the app before it counts', async () => {
    const browser = backend.browser()
    await browser.signIn(ANN)
    expect((await browser.call('enroll_second_factor', { password: 'not my password' })).status).toBe(422)
    const { uri, recovery_codes } = enrolment.parse(
      (await browser.call('enroll_second_factor', { password: PASSWORD })).body,
    )
    expect(new URL(uri).protocol).toBe('otpauth:')
    expect(new Set(recovery_codes).size).toBe(10)
    expect((await backend.browser().signIn(ANN)).body).toEqual({ status: 'signed_in' })
    expect((await browser.call('confirm_second_factor', { code: '000000' })).status).toBe(422)
    const before = browser.request()
    expect((await browser.call('confirm_second_factor', { code: totp(uri) })).status).toBe(204)
    expect(await backend.auth.authenticate(before)).toBeNull()
    expect((await backend.auth.authenticate(browser.request()))?.user.second_factor).toBe(true)
    expect((await browser.call('enroll_second_factor', { password: PASSWORD })).status).toBe(409)
  })

  test('secret and recovery codes are encrypted at rest', async () => {
    const { uri, recovery_codes } = await enrolled(backend)
    const stored = JSON.stringify(await backend.database.db.select().from(twoFactors))
    expect(stored).not.toContain(recovery_codes[0])
    expect(stored).not.toContain(new URL(uri).searchParams.get('secret'))
  })
})

describe('signing in', () => {
  test('the password alone is not enough; a code from the app is', async () => {
    const { uri } = await enrolled(backend)
    const browser = await atTheCode(backend)
    expect(await isSignedIn(backend, browser)).toBe(false)
    expect((await browser.call('list_own_sessions')).status).toBe(401)
    const answer = await browser.call('sign_in_with_code', {
      code: `${totp(uri).slice(0, 3)} ${totp(uri).slice(3)}`,
    })
    expect(answer.body).toEqual({ status: 'signed_in' })
    expect(await isSignedIn(backend, browser)).toBe(true)
    expect([...browser.jar.keys()]).toEqual(['vialdesk.session_token', 'vialdesk.known'])
    expect(backend.events.map(({ action }) => action).slice(-2)).toEqual(['sign_in_password_accepted', 'sign_in'])
  })

  test('no code works twice', async () => {
    const { uri } = await enrolled(backend)
    const code = totp(uri)
    expect((await (await atTheCode(backend)).call('sign_in_with_code', { code })).status).toBe(200)
    const again = await (await atTheCode(backend)).call('sign_in_with_code', { code })
    expect([again.status, again.body.detail]).toEqual([401, expect.stringContaining('already used')])
  })

  test('the code of one sign-in is of no use without its cookie', async () => {
    const { uri } = await enrolled(backend)
    expect((await backend.browser().call('sign_in_with_code', { code: totp(uri) })).status).toBe(401)
  })

  test('a signed-in session of another person does not stand in for the code', async () => {
    await enrolled(backend)
    await backend.person('bob@clinic.test')
    const browser = backend.browser()
    await browser.signIn('bob@clinic.test')
    await browser.signIn(ANN)
    expect((await browser.call('sign_in_with_code', { code: '000000' })).status).toBe(401)
    expect((await backend.auth.authenticate(browser.request()))?.user.email).not.toBe(ANN)
  })

  test('after ten minutes the password is asked again', async () => {
    const { uri } = await enrolled(backend)
    const browser = await atTheCode(backend)
    later(11 * MINUTE)
    const answer = await browser.call('sign_in_with_code', { code: totp(uri) })
    expect([answer.status, answer.body.detail]).toEqual([401, expect.stringContaining('too long')])
  })

  test('five wrong codes, over any number of sign-ins; then 429, for the right one too', async () => {
    const { uri } = await enrolled(backend)
    for (let n = 0; n < 5; n += 1) {
      const browser = await atTheCode(backend, `192.0.2.${n}`)
      expect((await browser.call('sign_in_with_code', { code: wrongCode(uri, n) })).status).toBe(401)
    }
    const browser = await atTheCode(backend, '198.51.100.1')
    const refused = await browser.call('sign_in_with_code', { code: totp(uri) })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await browser.call('sign_in_with_recovery_code', { code: 'aaaaa-bbbbb' })).status).toBe(429)
    expect(backend.events.filter(({ action }) => action === 'second_factor_failed')).toHaveLength(5)
    later(15 * MINUTE)
    expect((await (await atTheCode(backend)).call('sign_in_with_code', { code: totp(uri) })).status).toBe(200)
  })

  test('after two wrong codes the answer also says to check the phone’s clock', async () => {
    const { uri } = await enrolled(backend)
    const browser = await atTheCode(backend)
    const wrong = async (n: number) =>
      (await browser.call('sign_in_with_code', { code: wrongCode(uri, n) })).body.detail
    expect(await wrong(0)).not.toContain('clock')
    expect(await wrong(1)).toContain('check that your phone’s clock is set automatically')
  })

  test('a person disabled between password and code gets no further', async () => {
    const { uri } = await enrolled(backend)
    const boss = await backend.person('boss@clinic.test')
    const browser = await atTheCode(backend)
    const session = await backend.staff.list({ actor: { ...boss, environments: null } })
    const ann = session.staff.find(({ email }) => email === ANN)
    await backend.staff.update({
      actor: { ...boss, environments: null },
      input: { staff_id: ann?.id ?? '', disabled: true },
      request_id: 'r',
    })
    expect((await browser.call('sign_in_with_code', { code: totp(uri) })).status).toBe(401)
  })
})

describe('turning it off', () => {
  test('needs the password and a code, and renews the session', async () => {
    const { browser, uri } = await enrolled(backend)
    const off = (password: string, code?: string) => browser.call('disable_second_factor', { password, code })
    expect((await off('not my password', totp(uri))).status).toBe(422)
    expect((await off(PASSWORD)).status).toBe(422)
    const refused = await off(PASSWORD, wrongCode(uri, 0))
    expect([refused.status, refused.body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', 'code'] })]])
    expect(backend.events.at(-1)).toMatchObject({ action: 'second_factor_failed', outcome: 'refused' })
    const before = browser.request()
    expect((await off(PASSWORD, totp(uri))).status).toBe(204)
    expect(await backend.auth.authenticate(before)).toBeNull()
    expect((await backend.browser().signIn(ANN)).body).toEqual({ status: 'signed_in' })
  })

  test('takes a recovery code too, which is then used up', async () => {
    const { browser, recovery_codes } = await enrolled(backend)
    const [code = ''] = recovery_codes
    const answer = await browser.call('replace_recovery_codes', { password: PASSWORD, code })
    expect(answer.status).toBe(200)
    expect((await browser.call('disable_second_factor', { password: PASSWORD, code })).status).toBe(422)
  })

  test('with wrong codes ends after five tries, with the right one too', async () => {
    const { browser, uri } = await enrolled(backend)
    const off = (code: string) => browser.call('disable_second_factor', { password: PASSWORD, code })
    for (let n = 0; n < 5; n += 1) expect((await off(wrongCode(uri, n))).status).toBe(422)
    expect((await off(totp(uri))).status).toBe(429)
    expect((await (await atTheCode(backend)).call('sign_in_with_code', { code: totp(uri) })).status).toBe(429)
  })
})

describe('a role that needs it by the setting', () => {
  test('is asked at the next sign-in: a session of before goes on, and it cannot be turned off', async () => {
    const before = backend.browser()
    await before.signIn(ANN)
    const mustEnroll = async (browser: typeof before) => {
      const session = await backend.auth.authenticate(browser.request())
      return session && backend.auth.viewer(session).must_enroll
    }
    const role = (await backend.auth.authenticate(before.request()))?.user.role ?? 'support'
    later(MINUTE)
    await backend.auth.staffStore.change((tx) => tx.setFactorRole(role, true))
    later(MINUTE)
    expect(await mustEnroll(before)).toBe(false)
    const after = backend.browser()
    await after.signIn(ANN)
    expect(await mustEnroll(after)).toBe(true)
    const { uri } = enrolment.parse((await after.call('enroll_second_factor', { password: PASSWORD })).body)
    await after.call('confirm_second_factor', { code: totp(uri) })
    expect(await mustEnroll(after)).toBe(false)
    expect((await after.call('get_own_second_factor')).body).toMatchObject({ required: true })
    later(3 * MINUTE)
    const off = await after.call('disable_second_factor', { password: PASSWORD, code: totp(uri) })
    expect([off.status, off.body.detail]).toEqual([409, expect.stringContaining('requires two-factor')])
  })
})
