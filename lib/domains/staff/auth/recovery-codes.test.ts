import { createHash } from 'node:crypto'
import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { twoFactors } from '#lib/domains/staff/console/tables.ts'
import { atTheCode, enrolled, isSignedIn, later, MINUTE, openWithAnn, wrongCode } from './ann.testing.ts'
import { AUTH_SECRET, closeTestAuth, PASSWORD, type TestAuth, totp } from './auth.testing.ts'

let backend: TestAuth

beforeEach(async () => {
  backend = await openWithAnn()
  return () => vi.useRealTimers()
})

afterAll(closeTestAuth)

describe('recovery codes', () => {
  test('each works once', async () => {
    const { recovery_codes } = await enrolled(backend)
    const [code = ''] = recovery_codes
    const browser = await atTheCode(backend)
    expect((await browser.call('sign_in_with_recovery_code', { code })).body).toEqual({
      status: 'signed_in',
    })
    expect(await isSignedIn(backend, browser)).toBe(true)
    later(3 * MINUTE)
    expect((await (await atTheCode(backend)).call('sign_in_with_recovery_code', { code })).status).toBe(401)
    expect(backend.events.map(({ action }) => action)).toContain('recovery_code_used')
  })

  test('the same one at once from two browsers lets one in', async () => {
    const { recovery_codes } = await enrolled(backend)
    const [, code = ''] = recovery_codes
    const browsers = [await atTheCode(backend), await atTheCode(backend)]
    const answers = await Promise.all(browsers.map((browser) => browser.call('sign_in_with_recovery_code', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('new ones take the place of the old, and need the password and a code', async () => {
    const { browser, recovery_codes, uri } = await enrolled(backend)
    const [old = ''] = recovery_codes
    const ask = (password: string, code: string) => browser.call('replace_recovery_codes', { password, code })
    expect((await ask('not my password', totp(uri))).body.detail).toMatchObject([{ loc: ['body', 'password'] }])
    expect((await ask(PASSWORD, wrongCode(uri, 0))).body.detail).toMatchObject([{ loc: ['body', 'code'] }])
    const answer = await ask(PASSWORD, totp(uri))
    const [fresh = ''] = z.object({ recovery_codes: z.array(z.string()) }).parse(answer.body).recovery_codes
    expect((await (await atTheCode(backend)).call('sign_in_with_recovery_code', { code: old })).status).toBe(401)
    expect((await (await atTheCode(backend)).call('sign_in_with_recovery_code', { code: fresh })).status).toBe(200)
  })

  test('are taken in any case, with or without the dash, and have no characters that look alike', async () => {
    const { recovery_codes } = await enrolled(backend)
    expect(recovery_codes.join('')).toMatch(/^[2-9A-HJ-KM-NP-Z-]+$/)
    const [first = '', second = '', third = ''] = recovery_codes
    const spellings = [first.toLowerCase(), second.replace('-', ''), ` ${third.replace('-', ' ').toLowerCase()} `]
    for (const code of spellings) {
      expect((await (await atTheCode(backend)).call('sign_in_with_recovery_code', { code })).body).toEqual({
        status: 'signed_in',
      })
      later(3 * MINUTE)
    }
  })

  test('left are counted, also those that were kept encrypted before', async () => {
    const { browser, recovery_codes } = await enrolled(backend)
    const left = async () => (await browser.call('get_own_second_factor')).body
    expect(await left()).toEqual({ recovery_codes_left: 10, required: false })
    await (await atTheCode(backend)).call('sign_in_with_recovery_code', { code: recovery_codes[0] })
    expect(await left()).toEqual({ recovery_codes_left: 9, required: false })
    const key = { keys: new Map([[1, AUTH_SECRET]]), currentVersion: 1 }
    const backupCodes = await symmetricEncrypt({ key, data: JSON.stringify(['aB3dE-fGhIj', 'kLmNo-PqRs1']) })
    await backend.database.db.update(twoFactors).set({ backupCodes })
    expect(await left()).toEqual({ recovery_codes_left: 2, required: false })
  })

  test('confirm a change of the own account in any spelling too', async () => {
    const { browser, recovery_codes } = await enrolled(backend)
    const code = recovery_codes[0]?.toLowerCase().replace('-', ' ')
    expect((await browser.call('replace_recovery_codes', { password: PASSWORD, code })).status).toBe(200)
  })

  test('are kept as hashes that say nothing without the secret, before and after one is used', async () => {
    const { recovery_codes } = await enrolled(backend)
    const kept = async () => (await backend.database.db.select().from(twoFactors))[0]?.backupCodes ?? ''
    expect(JSON.parse(await kept())).toHaveLength(10)
    await (await atTheCode(backend)).call('sign_in_with_recovery_code', { code: recovery_codes[0] })
    expect(JSON.parse(await kept())).toHaveLength(9)
    for (const code of recovery_codes) {
      expect(await kept()).not.toContain(code)
      expect(await kept()).not.toContain(createHash('sha256').update(code.replace('-', '')).digest('base64url'))
    }
  })

  test('that were kept encrypted before are still good', async () => {
    await enrolled(backend)
    const key = { keys: new Map([[1, AUTH_SECRET]]), currentVersion: 1 }
    const backupCodes = await symmetricEncrypt({ key, data: JSON.stringify(['aB3dE-fGhIj', 'kLmNo-PqRs1']) })
    await backend.database.db.update(twoFactors).set({ backupCodes })
    expect((await (await atTheCode(backend)).call('sign_in_with_recovery_code', { code: 'aB3dE-fGhIj' })).status).toBe(
      200,
    )
    const [row] = await backend.database.db.select().from(twoFactors)
    expect(row?.backupCodes).toMatch(/^\["hashed:[\w-]{43}"\]$/)
  })
})
