import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordProblem } from './password.ts'
import { passwordRules } from './password-rules.ts'

const EMAIL = 'ann@clinic.test'
const unmet = (password: string) =>
  passwordRules(password, EMAIL)
    .filter(({ met }) => !met)
    .map(({ label }) => label)

test('nothing typed meets nothing', () => {
  expect(unmet('')).toHaveLength(3)
})

test('a good one meets all', () => {
  expect(unmet('a quiet river bends')).toEqual([])
})

test('each rule is named by itself', () => {
  expect(unmet('my name is ann, hello')).toEqual(['No part of the e-mail address'])
  expect(unmet('qwertyuiopasdf')).toEqual(['Not one of those that are guessed first'])
  expect(unmet('x'.repeat(129))).toContain('At most 128 characters')
})

test('the list and the check agree on every password', () => {
  const words = fc.constantFrom('ann', 'password', '1234', 'river', 'a', 'Qwerty', 'é', ' ')
  const password = fc.oneof(
    fc.string({ maxLength: 140 }),
    fc.array(words, { maxLength: 8 }).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(password, (text) => {
      const fine = passwordRules(text, EMAIL).every(({ met }) => met)
      expect(fine).toBe(passwordProblem(text, EMAIL) === null)
    }),
  )
})
