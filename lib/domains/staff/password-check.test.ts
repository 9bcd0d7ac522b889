import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSWORD_MAX } from './password.ts'
import { adviseOn, ownWords, passwordProblem, wordsOfHost } from './password-check.ts'

const ANN = { email: 'ann@clinic.test', name: 'Ann Okafor-Li', host: 'vials.northlab.org' }

describe('passwords', () => {
  test.each([
    'a quiet river bends',
    'correct horse river bends',
    'Tr4in-lantern-moss',
    'marimbazephyrus4829',
    'quokka-larkspur-7304',
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
    [`a${'\u200b'.repeat(11)}`, /at least 12/],
    ['😀'.repeat(6), /at least 12/],
    ['my name is ann, hello', /email/],
    ['ANN-and-a-lot-more', /email/],
    ['the 0kaf0r of old rivers', /your name/],
    ['rivers of the clinic bend', /email/],
    ['aaaaaaaaaaaaaa', /Repeated characters/],
    ['abcabcabcabcabc', /Repeated words/],
    ['monkeymonkeymonkey', /Repeated words/],
    ['202020262026', /Repeated words/],
    ['march 1988 march', /Repeated words/],
    ['summer2026summer', /Repeated words/],
    ['Iloveyou 1988 iloveyou', /Repeated words/],
    ['autumn2026winter', /Years/],
    ['aaaa bbbb cccc dddd', /Repeated/],
    ['o.k.a.f.o.r of rivers', /your name/],
    ['river of oka for ever', /your name/],
    ['March/1988/April', /Years/],
    ['abcdefgh1234', /Sequences/],
    ['109876543210', /Sequences/],
    ['1q2w3e4r5t6y', /common password/],
    ['password1234', /close to a common password/],
    ['!!Password2026', /close to a common password/],
    ['p@ssw0rd2024!', /close to a common password/],
    ['p.a.s.s.w.o.r.d.1', /common password/],
    ['Dragon-monkey-99', /easy to guess/],
    ['Welcome12345!', /close to a common password/],
    ['labcoordinator', /Words of this console/],
    ['phlebotomy123', /Words of this console/],
    ['healthcare123', /Words of this console/],
    ['labresults123', /Words of this console/],
    ['patientportal1', /Words of this console/],
    ['correcthorsebatterystaple', /Words of this console/],
    ['Vialdesk2026!!', /Words of this console/],
    ['vialdesk console', /Words of this console/],
    ['N0rthlab-dragon-1', /Words of this console/],
  ])('%s is refused for its true reason', (password, words) => {
    expect(passwordProblem(password, ANN)).toMatch(words)
  })

  test('a local part of one or two letters is in too many words to be refused', () => {
    expect(passwordProblem('a quiet river bends', { ...ANN, email: 'a@clinic.test' })).toBeNull()
  })

  test('everything that is wrong is found, but for a length alone', () => {
    expect(adviseOn('okafor-12345', ANN).faults).toContain('own')
    expect(adviseOn('password-password', { ...ANN, name: 'Pass Word' }).faults).toEqual(['own', 'guessable'])
    expect(adviseOn('ann', ANN).faults).toEqual(['short'])
  })

  test('two unusual words and digits always do', () => {
    const word = fc.stringMatching(/^[bcdfghjkmnpqrtvwxz]{8,12}$/)
    fc.assert(
      fc.property(word, word, fc.stringMatching(/^\d{4}$/), (one, two, digits) => {
        fc.pre(new Set(one + two).size > 8)
        expect(adviseOn(`${one}${two}${digits}`, ANN).faults).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('what is refused is never called good, and the longest is looked at quickly', () => {
    expect(adviseOn('ann walks along a quiet river', ANN)).toMatchObject({ faults: ['own'], score: 1 })
    expect(adviseOn('a quiet river bends north', ANN)).toEqual({ faults: [], sentence: null, score: 4 })
    const before = performance.now()
    adviseOn('p4$$w0rd-'.repeat(14), ANN)
    expect(performance.now() - before).toBeLessThan(3_000)
  })
})

describe('the words of a person and of a place', () => {
  test('are those of three letters or more, without the last label', () => {
    const rosa = { email: 'Rosa.Adeyemi+lab@north-clinic.org.uk', name: 'Zoë O’Neil' }
    expect(ownWords(rosa)).toEqual([
      'rosa.adeyemi+lab',
      ...['rosa', 'adeyemi', 'lab', 'north', 'clinic', 'zoe', 'neil'],
    ])
    expect(wordsOfHost('desk.north-lab.org')).toEqual(['desk', 'north', 'lab'])
    expect(wordsOfHost('localhost')).toEqual(['localhost'])
    expect(wordsOfHost('10.0.0.7')).toEqual([])
  })
})
