import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byCodePoint } from './code-points.ts'

function byListOfCodePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]].map((all) => all.map((each) => each.codePointAt(0) ?? 0))
  const at = left?.findIndex((point, index) => point !== right?.[index]) ?? -1
  return at < 0 ? a.length - b.length : (left?.[at] ?? 0) - (right?.[at] ?? -1)
}

/** Few characters, so that texts share beginnings: ASCII, beyond surrogates, two pairs of one first half, halves. */
const text = fc
  .array(fc.constantFrom('a', 'b', '\uE000', '\uFFFD', '\u{1F600}', '\u{1F601}', '\u{10FFFF}', '\uD83D', '\uDE00'), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''))

test('orders text as its lists of code points are ordered', () => {
  const same = fc.property(text, text, (a, b) => {
    expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(byListOfCodePoints(a, b)))
  })
  fc.assert(same, { numRuns: 2000 })
})

test('puts a character beyond 16 bits after every other', () => {
  expect(['\u{1F600}', '\uFFFD', 'b', 'B', ''].sort(byCodePoint)).toEqual(['', 'B', 'b', '\uFFFD', '\u{1F600}'])
})
