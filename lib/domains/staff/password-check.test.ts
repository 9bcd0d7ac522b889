import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts'
import { PASSWORD_MAX } from './password.ts'
import { ownWords, passwordProblem, passwordProblems, wordsOfHost } from './password-check.ts'

const ANN = { email: 'ann@clinic.test', name: 'Ann Okafor-Li', host: 'vials.northlab.org' }
const STRANGER = { email: 'q@q.test', name: null, host: null }

describe('passwords', () => {
  test.each([
    'a quiet river bends',
    'correct horse river bends',
    'Tr4in-lantern-moss',
    'x'.repeat(11).concat('yzabqrst'),
    'my console hums at dusk',
    'kX9$mP2!vL7qR',
    '日本語のながいパスワードです',
  ])('%s will do', (password) => {
    expect(passwordProblem(password, ANN)).toBeNull()
  })

  test.each<[string, RegExp]>([
    ['', /at least 12/],
    ['short', /at least 12/],
    ['elevenchars', /at least 12/],
    ['x'.repeat(PASSWORD_MAX + 1), /at most 128/],
    ['my name is ann, hello', /email/],
    ['ANN-and-a-lot-more', /email/],
    ['the 0kaf0r of old rivers', /your name/],
    ['rivers of the clinic bend', /email/],
    ['aaaaaaaaaaaaaa', /too common/],
    ['aaaaaaaaaaab', /too common/],
    ['202020262026', /too common/],
    ['abcdefgh1234', /too common/],
    ['qwerty123abcd', /too common/],
    [`a${'\u200b'.repeat(11)}`, /at least 12/],
    ['😀'.repeat(6), /at least 12/],
    ['abcabcabcabcabc', /too common/],
    ['123456789012', /too common/],
    ['109876543210', /too common/],
    ['qwertyuiopasdf', /too common/],
    ['1q2w3e4r5t6y', /too common/],
    ['password1234', /too common/],
    ['!!Password2026', /too common/],
    ['p@ssw0rd2024!', /too common/],
    ['$unshine-2026', /too common/],
    ['p.a.s.s.w.o.r.d.1', /too common/],
    ['PasswordPassword', /too common/],
    ['monkeymonkeymonkey', /too common/],
    ['Dragon-monkey-99', /too common/],
    ['correcthorsebatterystaple', /too common/],
    ['Welcome12345!', /too common/],
    ['Vialdesk2026!!', /too common/],
    ['vialdesk console', /too common/],
    ['N0rthlab-dragon-1', /too common/],
  ])('%s is refused', (password, words) => {
    expect(passwordProblem(password, ANN)).toMatch(words)
  })

  test('a local part of one or two letters is in too many words to be refused', () => {
    expect(passwordProblem('a quiet river bends', { ...ANN, email: 'a@clinic.test' })).toBeNull()
  })

  test('everything that is wrong is found, but for a length alone', () => {
    expect(passwordProblems('okafor-12345', ANN)).toContain('own')
    expect(passwordProblems('password-password', { ...ANN, name: 'Pass Word' })).toEqual(['own', 'common'])
    expect(passwordProblems('ann', ANN)).toEqual(['short'])
  })
})

describe('the words of a person and of a place', () => {
  test('are those of three letters or more, without the last label', () => {
    const rosa = { email: 'Rosa.Adeyemi+lab@north-clinic.org.uk', name: 'Zoë O’Neil', host: null }
    expect(ownWords(rosa)).toEqual([
      'rosa.adeyemi+lab',
      ...['rosa', 'adeyemi', 'lab', 'north', 'clinic', 'zoe', 'neil'],
    ])
    expect(wordsOfHost('desk.north-lab.org')).toEqual(['desk', 'north', 'lab'])
    expect(wordsOfHost('localhost')).toEqual(['localhost'])
    expect(wordsOfHost('10.0.0.7')).toEqual([])
  })
})

describe('the list', () => {
  const common = fc.constantFrom(...[...COMMON_WORDS].filter((word) => /^[a-z]{4,}$/.test(word)))

  test('has the ten thousand that are most common, and more', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(10_000)
    for (const word of ['password', 'letmein', 'trustno1', 'football']) expect(COMMON_PASSWORDS).toContain(word)
  })

  test('one of them is refused whatever surrounds it, and however it is written', () => {
    const leet: Readonly<Record<string, string>> = { a: '@', e: '3', o: '0', s: '$' }
    const edge = fc.stringMatching(/^[26 .#_-]{6,12}$/)
    const written = fc.tuple(common, fc.boolean(), fc.boolean(), edge).map(([word, isLeet, isUpper, end]) => {
      const spelt = isLeet ? word[0] + word.slice(1).replace(/[aeos]/g, (letter) => leet[letter] ?? letter) : word
      return `${isUpper ? spelt.toUpperCase() : spelt}${end}12`
    })
    fc.assert(
      fc.property(written, (password) => {
        expect(passwordProblems(password, STRANGER)).not.toEqual([])
      }),
    )
  })

  test('one or two of them are refused, in any order and with up to three other letters', () => {
    const pair = fc.tuple(common, common, fc.constantFrom('', ' ', '-', '2', 'xq', 'zzz'))
    fc.assert(
      fc.property(pair, ([one, two, between]) => {
        const password = `${one}${between}${two}`
        fc.pre(password.length >= 12)
        expect(passwordProblems(password, STRANGER)).not.toEqual([])
      }),
    )
  })

  test('a phrase that holds one is not, where the rest is long', () => {
    const rest = fc.stringMatching(/^[bcdfghjkmnpqrtvwxz]{14,30}$/)
    fc.assert(
      fc.property(common, rest, fc.boolean(), (word, other, isFirst) => {
        const password = isFirst ? `${word} ${other}` : `${other} ${word}`
        expect(passwordProblems(password, STRANGER)).toEqual([])
      }),
    )
  })
})
