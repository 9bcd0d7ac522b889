import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from './entries.ts'

const ID = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'

describe('an id', () => {
  test.each([
    ID,
    ID.toUpperCase(),
    `  ${ID}\n`,
    `"${ID}"`,
    `'${ID}',`,
    `“${ID}”`,
    `{${ID.toUpperCase()}}`,
    `<${ID}>`,
    `urn:uuid:${ID}`,
    `URN:UUID:${ID.toUpperCase()}`,
    `\u200b${ID}\ufeff`,
    `\u00a0${ID}\u00a0`,
    ID.replaceAll('-', ''),
    `{${ID.replaceAll('-', '').toUpperCase()}}`,
    `"user_id": "${ID}",`,
    `user_id=${ID}`,
    `https://console.test/sandbox/users/${ID}/orders?page=2#x`,
    `order ${ID} of 41fa88c3-0000-4000-8000-00000000a518`,
  ])('%j', (raw) => {
    expect(parseQuery(raw)).toEqual({ kind: 'id', id: ID })
  })

  test('is found whatever stands around it, unless that makes it a part of a longer word', () => {
    const around = fc.string({ unit: fc.constantFrom(...' \t\n"\'{}<>(),;:/=?&') })
    fc.assert(
      fc.property(fc.uuid(), around, around, (id, before, after) => {
        expect(parseQuery(`${before}${id.toUpperCase()}${after}`)).toEqual({ kind: 'id', id })
      }),
    )
  })
})

describe('words', () => {
  test.each([
    ['member-20931', 'member-20931'],
    ['  Maren   Okafor ', 'Maren Okafor'],
    ['"member-20931"', 'member-20931'],
    ['‘Maren’,', 'Maren'],
    ["O'Hara", "O'Hara"],
    ['3cb73ce0', '3cb73ce0'],
    [ID.slice(0, -1), ID.slice(0, -1)],
    [`${ID}0`, `${ID}0`],
    [`x${ID}`, `x${ID}`],
    [`${ID}-copy`, `${ID}-copy`],
    ['1982-02-03', '1982-02-03'],
    ['李', '李'],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('%j', (raw, text) => {
    expect(parseQuery(raw)).toMatchObject({ kind: 'text', text })
  })
})

test.each([
  ['901bd6a5…0808', '901bd6a5…0808'],
  ['User 901bd6a5...0808,', '901bd6a5…0808'],
  ['…0808', '…0808'],
])('%j is a part of an ID, however it was copied', (raw, text) => {
  expect(parseQuery(raw)).toMatchObject({ kind: 'text', text, part: { kind: 'ends' } })
})

test.each(['', '   ', '\n\t', '""', '{ }', '\u200b', ',;'])('%j asks for nothing', (raw) => {
  expect(parseQuery(raw)).toEqual({ kind: 'nothing' })
})
