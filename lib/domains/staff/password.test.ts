import { describe, expect, test } from 'vitest'
import { PASSWORD_MAX, passwordProblem } from './password.ts'

describe('passwords', () => {
  test.each([
    'a quiet river bends',
    'Tr4in-lantern-moss',
    'x'.repeat(11).concat('yzabqrst'),
    '日本語のながいパスワードです',
  ])('%s will do', (password) => {
    expect(passwordProblem(password, 'ann@clinic.test')).toBeNull()
  })

  test.each<[string, RegExp]>([
    ['', /at least 12/],
    ['short', /at least 12/],
    ['elevenchars', /at least 12/],
    ['x'.repeat(PASSWORD_MAX + 1), /at most 128/],
    ['my name is ann, hello', /e-mail/],
    ['ANN-and-a-lot-more', /e-mail/],
    ['aaaaaaaaaaaaaa', /guessed/],
    ['abcabcabcabcabc', /guessed/],
    ['123456789012', /guessed/],
    ['109876543210', /guessed/],
    ['qwertyuiopasdf', /guessed/],
    ['1q2w3e4r5t6y', /guessed/],
    ['password1234', /guessed/],
    ['!!Password2026', /guessed/],
    ['PasswordPassword', /guessed/],
    ['correcthorsebatterystaple', /guessed/],
    ['Welcome12345!', /guessed/],
  ])('%s is refused', (password, words) => {
    expect(passwordProblem(password, 'ann@clinic.test')).toMatch(words)
  })

  test('a local part of one or two letters is in too many words to be refused', () => {
    expect(passwordProblem('a quiet river bends', 'a@clinic.test')).toBeNull()
  })
})
