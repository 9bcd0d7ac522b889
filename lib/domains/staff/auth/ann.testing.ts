/** Ann, who signs in: what the tests of her sessions, her account and her second factor begin with. */
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { type Browser, openTestAuth, PASSWORD, type TestAuth, totp } from './auth.testing.ts'

export const ANN = 'ann@clinic.test'
export const MINUTE = 60_000

/** Opens sign-in with Ann's account; it is 09:00 until a test says `later`. */
export async function openWithAnn(): Promise<TestAuth> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  const opened = await openTestAuth()
  await opened.person(ANN)
  return opened
}

export const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

export const isSignedIn = async ({ auth }: TestAuth, browser: Browser) =>
  (await auth.authenticate(browser.request())) !== null

export async function signedIn(opened: TestAuth): Promise<Browser> {
  const browser = opened.browser()
  await browser.signIn(ANN)
  return browser
}

export const enrolment = z.object({ uri: z.string(), recovery_codes: z.array(z.string()) })

/** Ann's second factor is on, three minutes later. */
export async function enrolled(opened: TestAuth) {
  const browser = await signedIn(opened)
  const { uri, recovery_codes } = enrolment.parse(
    (await browser.call('enroll_second_factor', { password: PASSWORD })).body,
  )
  const confirmed = await browser.call('confirm_second_factor', { code: totp(uri) })
  expect(confirmed.status).toBe(204)
  later(3 * MINUTE)
  return { browser, uri, recovery_codes }
}

/** A browser in which Ann's password was right, and her code is asked for. */
export async function atTheCode(opened: TestAuth, address?: string): Promise<Browser> {
  const browser = opened.browser(address)
  expect((await browser.signIn(ANN)).body).toEqual({ status: 'second_factor' })
  return browser
}

/** Six digits that are not those of now, a little before or a little after. */
export function wrongCode(uri: string, n: number): string {
  const right = [-30_000, 0, 30_000].map((off) => totp(uri, Date.now() + off))
  const candidates = Array.from({ length: 20 }, (_, index) => String(100_000 + index)).filter(
    (code) => !right.includes(code),
  )
  return candidates[n] ?? '999999'
}
