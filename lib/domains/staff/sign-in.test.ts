import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFactorBody, SSO_ERRORS, signInBody, ssoErrorText, totpBody } from './sign-in.ts'

test('docs/failure-modes.md has one row for each reason of single sign-on', () => {
  const page = readFileSync(new URL('../../../docs/failure-modes.md', import.meta.url), 'utf8')
  const reasons = [...page.matchAll(/^\| `(sso_\w+)` \| .+ \|$/gm)].map(([, reason]) => reason)
  expect(reasons).toEqual(Object.keys(SSO_ERRORS))
})

test('only a reason has words: nobody can put theirs on the page', () => {
  expect(ssoErrorText('sso_taken')).toBe(SSO_ERRORS.sso_taken)
  expect(ssoErrorText('sso_unverified', 'email_verified')).toMatch(/claim “email_verified”\.$/)
  expect(ssoErrorText('sso_taken', 'Call this number')).toBe(SSO_ERRORS.sso_taken)
  for (const other of ['', 'Call this number', 'constructor', '__proto__', null, undefined, ['sso_taken', 'x']])
    expect(ssoErrorText(other)).toBeNull()
})

test('a password is as long however its marks are typed', () => {
  const email = 'ann@clinic.test'
  const [password, apart] = ['é'.repeat(100), 'e\u0301'.repeat(100)]
  expect(signInBody.parse({ email, password: apart })).toEqual({ email, password })
})

test.each(['123456', ' 123 456 ', '123-456', '123–456', '１２３４５６', '123\u200b456', '123\u00a0456'])(
  'the code %j is read as the app means it',
  (code) => {
    expect(totpBody.parse({ code })).toEqual({ code: '123456' })
    expect(ownFactorBody.parse({ password: 'x', code })).toMatchObject({ code: '123456' })
  },
)
