import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PasswordProblem, passwordRules } from './password.ts'
import { adviseOn, passwordProblem } from './password-check.ts'

const ANN = { email: 'ann@clinic.test', name: 'Bo', host: 'console.test' }
const unmet = (password: string, faults: PasswordProblem[] | null = adviseOn(password, ANN).faults) =>
  passwordRules(password, faults)
    .filter(({ met }) => !met)
    .map(({ label }) => label)

test('nothing typed meets nothing', () => {
  expect(unmet('')).toHaveLength(3)
})

test('a good one meets all, once it has been looked at', () => {
  expect(unmet('a quiet river bends')).toEqual([])
  expect(unmet('a quiet river bends', null)).toHaveLength(2)
})

test('each rule is named by itself', () => {
  expect(unmet('ann walks along a river')).toEqual(['No part of your name or email address'])
  expect(unmet('qwertyuiopasdf')).toEqual(['Hard to guess'])
  expect(unmet('x'.repeat(129))).toContain('At most 128 characters')
  for (const short of ['e\u0301'.repeat(7), `river${'\u200b'.repeat(9)}`, '🐙'.repeat(7)])
    expect(unmet(short)).toContain('At least 12 characters')
})

test('the list and the check agree on every password', () => {
  const words = fc.constantFrom(
    'ann',
    'password',
    '1234',
    'river',
    'a',
    'Qwerty',
    'é',
    'e\u0301',
    '\u200b',
    '🐙',
    'ﬃ',
    ' ',
    'console',
    'P@$$',
  )
  const password = fc.oneof(
    fc.string({ maxLength: 140 }),
    fc.array(words, { maxLength: 8 }).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(password, (text) => {
      expect(unmet(text).length === 0).toBe(passwordProblem(text, ANN) === null)
    }),
  )
})
