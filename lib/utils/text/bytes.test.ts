import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { includesText, joined } from './bytes.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('includesText', () => {
  test.each<[string, string, boolean]>([
    ['the key', 'key', true],
    ['the key', 'the', true],
    ['the key', 'e k', true],
    ['the key', 'keys', false],
    ['ke', 'key', false],
    ['', 'key', false],
    ['', '', true],
    ['the key', '', true],
    ['aaaaaaab', 'aab', true],
    ['abababac', 'ababac', true],
    ['x', 'x', true],
    ['Grüße', 'ü', true],
    ['Grüße', 'ö', false],
    ['😀', '😀', true],
  ])('%o contains %o: %o', (text, wanted, contained) => {
    expect(includesText(bytesOf(text), wanted)).toBe(contained)
  })

  test('finds a text longer than 255 bytes, and one between bytes that are no UTF-8', () => {
    const long = 'abc'.repeat(200)
    expect(includesText(bytesOf(`--${long}--`), `${long}-`)).toBe(true)
    expect(includesText(bytesOf(`--${long}--`), `${long}a`)).toBe(false)
    expect(includesText(Uint8Array.of(0xff, 0xc3, ...bytesOf('key'), 0x80), 'key')).toBe(true)
  })

  test('agrees with Buffer on any text', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '€', '\0'), maxLength: 60 })
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '€', '\0'), maxLength: 5 })
    let found = 0
    fc.assert(
      fc.property(letters, short, (text, wanted) => {
        const contained = Buffer.from(text).includes(wanted)
        expect(includesText(bytesOf(text), wanted)).toBe(contained)
        if (contained && wanted !== '') found += 1
      }),
      { numRuns: 2_000 },
    )
    expect(found).toBeGreaterThan(200)
  })
})

test('joined puts chunks one after the other', () => {
  expect([...joined([bytesOf('ab'), bytesOf(''), bytesOf('c')], 3)]).toEqual([...bytesOf('abc')])
  expect(joined([], 0)).toHaveLength(0)
})
