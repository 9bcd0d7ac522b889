import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readIdQuery, SHORTEST_ID_PART } from './id-part.ts'
import { idQueryText, idReason, placeInId } from './id-place.ts'
import { shortId } from './ids.ts'

const ID = '901bd6a5-1dc1-47c1-8ace-5589bb580808'
const placeOf = (id: string, text: string) => {
  const query = readIdQuery(text)
  return query && placeInId(id, query)
}

describe('what finds 901bd6a5…0808', () => {
  test.each([
    ['901bd6a5', 'start'],
    ['901bd6a5…0808', 'ends'],
    ['901bd6a5...0808', 'ends'],
    ['901bd6a5 … 0808', 'ends'],
    ['User 901bd6a5…0808, created in May', 'ends'],
    ['…0808', 'end'],
    ['901bd6a5…', 'start'],
    ['0808', 'end'],
    ['a5-1dc1', 'inner'],
    ['a51DC1', 'inner'],
    ['47c1-', 'inner'],
    [ID, 'whole'],
    [ID.toUpperCase(), 'whole'],
    [ID.replaceAll('-', ''), 'whole'],
    [`"user_id": "${ID}",`, 'whole'],
    [`https://console.test/sandbox/users/${ID}/orders?page=2#x`, 'whole'],
    ['https://console.test/sandbox/activity?subject=901bd6a5%E2%80%A60808', 'ends'],
    [`\u200b“${ID}”\ufeff`, 'whole'],
    [`${ID},`, 'whole'],
    [`#${ID}`, 'whole'],
    [ID.replaceAll('-', '–'), 'whole'],
    [ID.replaceAll('-', ' '), 'whole'],
    ['#901bd6a5', 'start'],
    ['Order #901bd6a5', 'start'],
    ['order 901bd6a5', 'start'],
    ['ID: 901BD6A5.', 'start'],
    ['９０１ｂｄ６ａ５', 'start'],
    ['901bd6a5‑1dc1', 'start'],
  ])('%s', (text, place) => {
    expect(placeOf(ID, text)).toBe(place)
  })

  test.each(['', '080', '…808', '0809', '901bd6a5…0809', 'member-0808', 'x0808', '0808 0808', ID.slice(1).concat('0')])(
    'not %j',
    (text) => {
      expect(placeOf(ID, text)).toBeNull()
    },
  )

  test.each(['1982-02-03', '713-555-0199', 'Abbe...', 'Dana', 'Ada Bede', 'wait…', '3 … 4', '2026', 'face'])(
    '%j asks for no shortened ID',
    (text) => {
      expect(readIdQuery(text)?.kind).not.toBe('ends')
    },
  )

  test('a date and a phone number are no part of an ID, though they have its characters', () => {
    expect([readIdQuery('1982-02-03'), readIdQuery('713-555-0199')]).toEqual([null, null])
  })
})

describe('for every ID', () => {
  const around = fc.string({ unit: fc.constantFrom(...' \t\n"\'{}<>(),;') })
  const part = fc
    .uuid()
    .chain((id) =>
      fc.tuple(fc.nat(35), fc.nat(35)).map(([a, b]) => ({ id, text: id.slice(Math.min(a, b), Math.max(a, b) + 1) })),
    )

  test('any part of it finds it, in any case, with its hyphens or without, whatever stands around it', () => {
    fc.assert(
      fc.property(part, around, around, fc.boolean(), ({ id, text }, before, after, upper) => {
        fc.pre(text.replaceAll('-', '').length >= SHORTEST_ID_PART)
        for (const written of [text, text.replaceAll('-', '')]) {
          expect(placeOf(id, `${before}${upper ? written.toUpperCase() : written}${after}`)).not.toBeNull()
        }
      }),
    )
  })

  test('the form in which the product shows it finds it, and the reason names what was asked for', () => {
    fc.assert(
      fc.property(fc.uuid(), around, (id, before) => {
        const query = readIdQuery(`${before}${shortId(id)}`)
        expect(query && placeInId(id, query)).toBe('ends')
        expect(query && idReason(id, query)).toBe(`ID ${shortId(id)}`)
      }),
    )
  })

  test('only IDs that hold every digit that was asked for are found', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789abcdef-…'), minLength: 4, maxLength: 14 })
    fc.assert(
      fc.property(fc.uuid(), text, (id, asked) => {
        const digits = id.replaceAll('-', '')
        const holdsAll = asked
          .replaceAll('-', '')
          .split('…')
          .every((run) => digits.includes(run))
        expect(placeOf(id, asked) === null || holdsAll).toBe(true)
      }),
    )
  })

  test('what is asked for reads back from an address as the same', () => {
    fc.assert(
      fc.property(part, fc.boolean(), ({ id, text }, shortened) => {
        const query = readIdQuery(shortened ? shortId(id) : text)
        if (query) expect(readIdQuery(idQueryText(query))).toEqual(query)
      }),
    )
  })
})

test.each([
  ['0808', 'ID ends in 0808'],
  ['…0808', 'ID ends in 0808'],
  ['901bd6a5', 'ID starts with 901bd6a5'],
  ['1dc1', 'ID contains 1dc1'],
  [ID, 'ID'],
  ['ffff', null],
])('the reason for %s is %s', (text, reason) => {
  const query = readIdQuery(text)
  expect(query && idReason(ID, query)).toBe(reason)
})
