import { createHash } from 'node:crypto'
import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { twoFactors } from '#lib/domains/staff/console/tables.ts'
import {
  AUTH_SECRET,
  type Browser,
  closeTestAuth,
  openTestAuth,
  PASSWORD,
  type TestAuth,
  totp,
} from './auth.testing.ts'

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
const enrolment = z.object({ uri: z.string(), recovery_codes: z.array(z.string()) })

/** A person whose second factor is on, three minutes later. */
async function enrolled() {
  const browser = house.browser()
  await browser.signIn(ANN)
  const { uri, recovery_codes } = enrolment.parse(
    (await browser.post('/second-factor/enroll', { password: PASSWORD })).body,
  )
  const confirmed = await browser.post('/second-factor/confirm', { code: totp(uri) })
  expect(confirmed.status).toBe(204)
  later(3 * MINUTE)
  return { browser, uri, recovery_codes }
}

async function atTheCode(address?: string): Promise<Browser> {
  const browser = house.browser(address)
  expect((await browser.signIn(ANN)).body).toEqual({ status: 'second_factor' })
  return browser
}

const isIn = async (browser: Browser) => (await house.auth.authenticate(browser.request())) !== null

describe('turning it on', () => {
  test('needs the password, and a code from the app before it counts', async () => {
    const browser = house.browser()
    await browser.signIn(ANN)
    expect((await browser.post('/second-factor/enroll', { password: 'not my password' })).status).toBe(422)
    const { uri, recovery_codes } = enrolment.parse(
      (await browser.post('/second-factor/enroll', { password: PASSWORD })).body,
    )
    expect(new URL(uri).protocol).toBe('otpauth:')
    expect(new Set(recovery_codes).size).toBe(10)
    expect((await house.browser().signIn(ANN)).body).toEqual({ status: 'signed_in' })
    expect((await browser.post('/second-factor/confirm', { code: '000000' })).status).toBe(422)
    const before = browser.request()
    expect((await browser.post('/second-factor/confirm', { code: totp(uri) })).status).toBe(204)
    expect(await house.auth.authenticate(before)).toBeNull()
    expect((await house.auth.authenticate(browser.request()))?.user.second_factor).toBe(true)
    expect((await browser.post('/second-factor/enroll', { password: PASSWORD })).status).toBe(409)
  })

  test('secret and recovery codes are encrypted at rest', async () => {
    const { uri, recovery_codes } = await enrolled()
    const stored = JSON.stringify(await house.database.db.select().from(twoFactors))
    expect(stored).not.toContain(recovery_codes[0])
    expect(stored).not.toContain(new URL(uri).searchParams.get('secret'))
  })
})

describe('signing in', () => {
  test('the password alone is not enough; a code from the app is', async () => {
    const { uri } = await enrolled()
    const browser = await atTheCode()
    expect(await isIn(browser)).toBe(false)
    expect((await browser.get('/sessions')).status).toBe(401)
    const answer = await browser.post('/second-factor/totp', { code: `${totp(uri).slice(0, 3)} ${totp(uri).slice(3)}` })
    expect(answer.body).toEqual({ status: 'signed_in' })
    expect(await isIn(browser)).toBe(true)
    expect([...browser.jar.keys()]).toEqual(['vialdesk.session_token', 'vialdesk.known'])
    expect(house.events.map(({ action }) => action).slice(-2)).toEqual(['sign_in_password_accepted', 'sign_in'])
  })

  test('no code works twice', async () => {
    const { uri } = await enrolled()
    const code = totp(uri)
    expect((await (await atTheCode()).post('/second-factor/totp', { code })).status).toBe(200)
    const again = await (await atTheCode()).post('/second-factor/totp', { code })
    expect([again.status, again.body.detail]).toEqual([401, expect.stringContaining('has been used')])
  })

  test('the code of one sign-in is of no use without its cookie', async () => {
    const { uri } = await enrolled()
    expect((await house.browser().post('/second-factor/totp', { code: totp(uri) })).status).toBe(401)
  })

  test('a signed-in session of another person does not stand in for the code', async () => {
    await enrolled()
    await house.person('bob@clinic.test')
    const browser = house.browser()
    await browser.signIn('bob@clinic.test')
    await browser.signIn(ANN)
    expect((await browser.post('/second-factor/totp', { code: '000000' })).status).toBe(401)
    expect((await house.auth.authenticate(browser.request()))?.user.email).not.toBe(ANN)
  })

  test('after ten minutes the password is asked again', async () => {
    const { uri } = await enrolled()
    const browser = await atTheCode()
    later(11 * MINUTE)
    const answer = await browser.post('/second-factor/totp', { code: totp(uri) })
    expect([answer.status, answer.body.detail]).toEqual([401, expect.stringContaining('too long')])
  })

  test('five wrong codes, over any number of sign-ins; then 429, for the right one too', async () => {
    const { uri } = await enrolled()
    for (let n = 0; n < 5; n += 1) {
      const browser = await atTheCode(`192.0.2.${n}`)
      expect((await browser.post('/second-factor/totp', { code: wrong(uri, n) })).status).toBe(401)
    }
    const browser = await atTheCode('198.51.100.1')
    const refused = await browser.post('/second-factor/totp', { code: totp(uri) })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await browser.post('/second-factor/recovery', { code: 'aaaaa-bbbbb' })).status).toBe(429)
    expect(house.events.filter(({ action }) => action === 'second_factor_failed')).toHaveLength(5)
    later(15 * MINUTE)
    expect((await (await atTheCode()).post('/second-factor/totp', { code: totp(uri) })).status).toBe(200)
  })

  test('a person disabled between password and code gets no further', async () => {
    const { uri } = await enrolled()
    const boss = await house.person('boss@clinic.test')
    const browser = await atTheCode()
    const session = await house.staff.list({ actor: { ...boss, environments: null } })
    const ann = session.staff.find(({ email }) => email === ANN)
    await house.staff.update({
      actor: { ...boss, environments: null },
      input: { staff_id: ann?.id ?? '', disabled: true },
      request_id: 'r',
    })
    expect((await browser.post('/second-factor/totp', { code: totp(uri) })).status).toBe(401)
  })
})

describe('recovery codes', () => {
  test('each works once', async () => {
    const { recovery_codes } = await enrolled()
    const [code = ''] = recovery_codes
    const browser = await atTheCode()
    expect((await browser.post('/second-factor/recovery', { code })).body).toEqual({ status: 'signed_in' })
    expect(await isIn(browser)).toBe(true)
    later(3 * MINUTE)
    expect((await (await atTheCode()).post('/second-factor/recovery', { code })).status).toBe(401)
    expect(house.events.map(({ action }) => action)).toContain('recovery_code_used')
  })

  test('the same one at once from two browsers lets one in', async () => {
    const { recovery_codes } = await enrolled()
    const [, code = ''] = recovery_codes
    const browsers = [await atTheCode(), await atTheCode()]
    const answers = await Promise.all(browsers.map((browser) => browser.post('/second-factor/recovery', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('new ones take the place of the old, and need the password and a code', async () => {
    const { browser, recovery_codes, uri } = await enrolled()
    const [old = ''] = recovery_codes
    const ask = (password: string, code: string) => browser.post('/second-factor/recovery-codes', { password, code })
    expect((await ask('not my password', totp(uri))).body.detail).toMatchObject([{ loc: ['body', 'password'] }])
    expect((await ask(PASSWORD, wrong(uri, 0))).body.detail).toMatchObject([{ loc: ['body', 'code'] }])
    const answer = await ask(PASSWORD, totp(uri))
    const [fresh = ''] = z.object({ recovery_codes: z.array(z.string()) }).parse(answer.body).recovery_codes
    expect((await (await atTheCode()).post('/second-factor/recovery', { code: old })).status).toBe(401)
    expect((await (await atTheCode()).post('/second-factor/recovery', { code: fresh })).status).toBe(200)
  })

  test('are taken in any case, with or without the dash, and have no characters that look alike', async () => {
    const { recovery_codes } = await enrolled()
    expect(recovery_codes.join('')).toMatch(/^[2-9A-HJ-KM-NP-Z-]+$/)
    const [first = '', second = '', third = ''] = recovery_codes
    const spellings = [first.toLowerCase(), second.replace('-', ''), ` ${third.replace('-', ' ').toLowerCase()} `]
    for (const code of spellings) {
      expect((await (await atTheCode()).post('/second-factor/recovery', { code })).body).toEqual({
        status: 'signed_in',
      })
      later(3 * MINUTE)
    }
  })

  test('are kept as hashes that say nothing without the secret, before and after one is used', async () => {
    const { recovery_codes } = await enrolled()
    const kept = async () => (await house.database.db.select().from(twoFactors))[0]?.backupCodes ?? ''
    expect(JSON.parse(await kept())).toHaveLength(10)
    await (await atTheCode()).post('/second-factor/recovery', { code: recovery_codes[0] })
    expect(JSON.parse(await kept())).toHaveLength(9)
    for (const code of recovery_codes) {
      expect(await kept()).not.toContain(code)
      expect(await kept()).not.toContain(createHash('sha256').update(code.replace('-', '')).digest('base64url'))
    }
  })

  test('that were kept encrypted before are still good', async () => {
    await enrolled()
    const key = { keys: new Map([[1, AUTH_SECRET]]), currentVersion: 1 }
    const backupCodes = await symmetricEncrypt({ key, data: JSON.stringify(['aB3dE-fGhIj', 'kLmNo-PqRs1']) })
    await house.database.db.update(twoFactors).set({ backupCodes })
    expect((await (await atTheCode()).post('/second-factor/recovery', { code: 'aB3dE-fGhIj' })).status).toBe(200)
    const [row] = await house.database.db.select().from(twoFactors)
    expect(row?.backupCodes).toMatch(/^\["hashed:[\w-]{43}"\]$/)
  })
})

describe('turning it off', () => {
  test('needs the password and a code, and renews the session', async () => {
    const { browser, uri } = await enrolled()
    const off = (password: string, code?: string) => browser.post('/second-factor/disable', { password, code })
    expect((await off('not my password', totp(uri))).status).toBe(422)
    expect((await off(PASSWORD)).status).toBe(422)
    const refused = await off(PASSWORD, wrong(uri, 0))
    expect([refused.status, refused.body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body', 'code'] })]])
    expect(house.events.at(-1)).toMatchObject({ action: 'second_factor_failed', outcome: 'refused' })
    const before = browser.request()
    expect((await off(PASSWORD, totp(uri))).status).toBe(204)
    expect(await house.auth.authenticate(before)).toBeNull()
    expect((await house.browser().signIn(ANN)).body).toEqual({ status: 'signed_in' })
  })

  test('takes a recovery code too, which is then used up', async () => {
    const { browser, recovery_codes } = await enrolled()
    const [code = ''] = recovery_codes
    const answer = await browser.post('/second-factor/recovery-codes', { password: PASSWORD, code })
    expect(answer.status).toBe(200)
    expect((await browser.post('/second-factor/disable', { password: PASSWORD, code })).status).toBe(422)
  })

  test('with wrong codes ends after five tries, with the right one too', async () => {
    const { browser, uri } = await enrolled()
    const off = (code: string) => browser.post('/second-factor/disable', { password: PASSWORD, code })
    for (let n = 0; n < 5; n += 1) expect((await off(wrong(uri, n))).status).toBe(422)
    expect((await off(totp(uri))).status).toBe(429)
    expect((await (await atTheCode()).post('/second-factor/totp', { code: totp(uri) })).status).toBe(429)
  })
})

/** Six digits that are not those of now, a little before or a little after. */
function wrong(uri: string, n: number): string {
  const right = [-30_000, 0, 30_000].map((off) => totp(uri, Date.now() + off))
  const candidates = Array.from({ length: 20 }, (_, index) => String(100_000 + index)).filter(
    (code) => !right.includes(code),
  )
  return candidates[n] ?? '999999'
}
