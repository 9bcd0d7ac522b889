/** Searching, sorting, comparing, pricing and tabling markers. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { markersOf } from '#lib/sandbox/data/markers.ts'
import { csvRows, tabRows } from '#lib/utils/text/csv.ts'
import { comparedRows, compareTests, findCompared } from './compare-tests.ts'
import { cutAt, findMarkers, SORTS, sortMarkers, wordsOf } from './find-markers.ts'
import { MARKER_COLUMNS, markerRows } from './lab-test-markers.tsx'
import { readMarkersSearch, writeMarkersSearch } from './markers-search.ts'
import { addPrices, comparePrices, readPrice, subtract, totalPrices } from './price.ts'

const ALL = markersOf('00000000-0000-4000-a000-000000000101') ?? []
const LIPIDS = markersOf('00000000-0000-4000-a000-000000000102') ?? []
const HEART = markersOf('00000000-0000-4000-a000-000000000107') ?? []
const slugs = (markers: readonly Marker[]) => markers.map(({ slug }) => slug)

function made(changes: Partial<Marker>): Marker {
  return { id: 1, name: 'n', slug: 's', lab_id: 1, provider_id: 'P', price: '1', expected_results: [], ...changes }
}
const withCodes = (...codes: string[]): Marker['expected_results'] =>
  codes.map((code, id) => ({
    id,
    name: code,
    slug: code,
    lab_id: 1,
    provider_id: 'R',
    loinc: { id, name: code, slug: code, code },
  }))

const marker = fc.record({
  id: fc.nat(30),
  slug: fc.constantFrom('', 'a', 'b', 'c', 'd'),
  codes: fc.subarray(['1-1', '2-2', '3-3']),
})
const markers = fc
  .uniqueArray(marker, { selector: ({ id }) => id, maxLength: 10 })
  .map((some) => some.map(({ id, slug, codes }) => made({ id, slug, expected_results: withCodes(...codes) })))

describe('comparing', () => {
  test('every marker is in one part once, the other way round it is the mirror, and a test equals itself', () => {
    fc.assert(
      fc.property(markers, markers, (a, b) => {
        const { only_a, only_b, both } = compareTests(a, b)
        expect(new Set([...only_a, ...both.map((pair) => pair.a)])).toEqual(new Set(a))
        expect(new Set([...only_b, ...both.map((pair) => pair.b)])).toEqual(new Set(b))
        expect([only_a.length + both.length, only_b.length + both.length]).toEqual([a.length, b.length])
        const mirror = compareTests(b, a)
        expect([mirror.only_a.length, mirror.only_b.length]).toEqual([only_b.length, only_a.length])
        expect(compareTests(a, a)).toMatchObject({ only_a: [], only_b: [], both: a.map((one) => ({ a: one, b: one })) })
      }),
    )
  })

  test('partners are found by id, then by slug, then by all of their LOINC codes', () => {
    const a = [
      made({ id: 1, slug: 'x' }),
      made({ id: 2, slug: 'Same' }),
      made({ id: 3, slug: 'q', expected_results: withCodes('1-1', '2-2') }),
    ]
    const b = [
      made({ id: 9, slug: 'r', expected_results: withCodes('2-2', '1-1') }),
      made({ id: 8, slug: 'same' }),
      made({ id: 1, slug: 'other' }),
      made({ id: 7, slug: 'y', expected_results: withCodes('1-1') }),
    ]
    const { both, only_a, only_b } = compareTests(a, b)
    expect(both.map((pair) => [pair.a.id, pair.b.id])).toEqual([
      [1, 1],
      [2, 8],
      [3, 9],
    ])
    expect([only_a, only_b.map(({ id }) => id)]).toEqual([[], [7]])
  })

  test('tests of two labs: what both measure is found although the labs number it differently', () => {
    const { both, only_a, only_b, codes } = compareTests(LIPIDS, HEART)
    expect(both.map((pair) => pair.a.slug)).toEqual(['lipid_panel', 'hba1c'])
    expect(both.every((pair) => pair.a.id !== pair.b.id)).toBe(true)
    expect(slugs(only_b)).toEqual(['apo_b', 'apo_a1', 'lipoprotein_a', 'hs_crp', 'homocysteine'])
    expect(only_a.length).toBe(LIPIDS.length - 2)
    expect(codes.both + codes.only_a).toBe(
      new Set(LIPIDS.flatMap(({ expected_results }) => expected_results.map(({ loinc }) => loinc?.code))).size,
    )
  })
})

describe('prices', () => {
  test.each([
    [['12.50', '0.1', '7'], '19.60'],
    [['9'], '9'],
    [['0.1', '0.2'], '0.3'],
    [['12.50', 'on request'], null],
    [[], null],
  ])('%j together are %j', (prices, sum) => {
    expect(addPrices(prices)).toBe(sum)
  })

  test.each([
    [['12.50', 'on request', '0.1', ''], { sum: '12.60', unknown: 2 }],
    [['on request'], { sum: null, unknown: 1 }],
    [[], { sum: null, unknown: 0 }],
  ])('%j are a total without those that are no numbers', (prices, total) => {
    expect(totalPrices(prices)).toEqual(total)
  })

  test('are subtracted digit by digit', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (a, b) => {
        const text = (cents: number) => (cents / 100).toFixed(2)
        const sign = Math.sign(a - b)
        expect(subtract(text(a), text(b))).toEqual({ sign, amount: text(Math.abs(a - b)) })
        expect(comparePrices(text(a), text(b))).toBe(sign)
      }),
    )
  })

  test.each([
    ['0.30', '0.1', { sign: 1, amount: '0.20' }],
    ['12', '12.00', { sign: 0, amount: '0.00' }],
    ['1', '3', { sign: -1, amount: '2' }],
    ['999999999999999.99', '0.01', { sign: 1, amount: '999999999999999.98' }],
    ['on request', '1', null],
    ['$1', '1', null],
    ['1,5', '1', null],
    ['', '1', null],
    ['-1', '1', null],
    ['1e3', '1', null],
  ])('%s minus %s', (to, from, difference) => {
    expect(subtract(to, from)).toEqual(difference)
  })

  test('what is no number is none', () => expect(readPrice('NaN')).toBeNull())
})

describe('searching', () => {
  test('by name, slug, LOINC code and name, and the lab’s own ids; every word has to be held', () => {
    const [one] = ALL.filter(({ slug }) => slug === 'glucose')
    for (const text of [
      'GLUCOSE',
      'glucose',
      '2345-7',
      one?.provider_id ?? '-',
      one?.expected_results[0]?.provider_id ?? '-',
      'gluc 2345-7',
    ]) {
      expect(slugs(findMarkers(ALL, text))).toContain('glucose')
    }
    expect(findMarkers(ALL, 'glucose 4548-4')).toEqual([])
    expect(findMarkers(ALL, '  ')).toBe(ALL)
    expect(findMarkers(ALL, '$')).toEqual([])
  })

  test('pieces of a text are the text, and every second one is a word of the search', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '.', '(', '-', '\\', ' ', 'é') })
    fc.assert(
      fc.property(text, text, (held, asked) => {
        const words = wordsOf(asked)
        const pieces = cutAt(held, words)
        expect(pieces.join('')).toBe(held)
        for (const [at, piece] of pieces.entries()) if (at % 2 === 1) expect(words).toContain(piece.toLocaleLowerCase())
        if (words.length > 0 && words.some((word) => held.toLocaleLowerCase().includes(word)))
          expect(pieces.length).toBeGreaterThan(1)
      }),
    )
  })
})

describe('sorting', () => {
  test.each(SORTS)('%s loses nothing and leaves what it is given', (sort) => {
    const before = [...ALL]
    const sorted = sortMarkers(ALL, sort)
    expect(ALL).toEqual(before)
    expect(new Set(sorted)).toEqual(new Set(ALL))
    expect(sorted).toHaveLength(ALL.length)
  })

  test('names whatever their case, prices by value, what is no price or has no type last', () => {
    const some = [
      made({ id: 1, name: 'b', price: '10', type: null }),
      made({ id: 2, name: 'A', price: '9.50', type: 'panel' }),
      made({ id: 3, name: 'C', price: 'on request', type: 'biomarker' }),
    ]
    const ids = (sort: (typeof SORTS)[number]) => sortMarkers(some, sort).map(({ id }) => id)
    expect(SORTS.map((sort) => [sort, ids(sort)])).toEqual([
      ['sent', [1, 2, 3]],
      ['name', [2, 1, 3]],
      ['type', [3, 2, 1]],
      ['price', [2, 1, 3]],
      ['price_down', [1, 2, 3]],
    ])
  })
})

test('rows: one an expected result, a marker without any all the same; a formula is no formula', () => {
  const odd = made({ id: 5, name: '=cmd', description: 'a\tb\nc' })
  const rows = markerRows([...LIPIDS, odd])
  expect(rows).toHaveLength(LIPIDS.flatMap(({ expected_results }) => expected_results).length + 1)
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([MARKER_COLUMNS.length]))
  expect(rows.find((row) => row[1] === 'Hemoglobin A1c')).toEqual(
    expect.arrayContaining(['hba1c', 'biomarker', '4548-4', '%']),
  )
  expect(csvRows(markerRows([odd]))).toContain("'=cmd")
  expect(markerRows([made({ price: '12.50' }), made({ price: 'on request' })]).map((row) => row[5])).toEqual([
    { bare: '12.50' },
    'on request',
  ])
  expect(tabRows(markerRows([odd]))).toBe(`5\t"'=cmd"\ts\t\t\t1\t"a\tb\nc"\t1\tP\t\t\t\t\t\t\r\n`)
})

test('the address: what cannot be used is named and left out, the rest is written as it was read', () => {
  const id = '00000000-0000-4000-a000-000000000101'
  const read = readMarkersSearch(new URLSearchParams(`lab_test=${id.toUpperCase()}&lab_account=x&sort=price`))
  expect(read).toEqual({ lab_test: id, sort: 'price', ignored: ['lab_account'] })
  const { ignored, ...search } = read
  expect(String(writeMarkersSearch(search))).toBe(`lab_test=${id}&sort=price`)
  expect(String(writeMarkersSearch({ sort: 'sent' }))).toBe('')
})

describe('a comparison outside this console', () => {
  const compared = compareTests(LIPIDS, HEART)
  const names = { a: 'Lipids', b: 'Heart' }

  test('has a row for every marker or pair, and the difference of plain prices', () => {
    const [head, ...rows] = comparedRows(compared, names)
    expect(head).toEqual([
      'in',
      'marker',
      'name in Heart',
      'loinc_codes',
      'price in Lipids',
      'price in Heart',
      'difference',
    ])
    const count = (part: string) => rows.filter(([of]) => of === part).length
    expect([count('both'), count('Lipids'), count('Heart')]).toEqual([
      compared.both.length,
      compared.only_a.length,
      compared.only_b.length,
    ])
    const priced = (price: string) => made({ price, slug: 'x' })
    const difference = (a: string, b: string) => comparedRows(compareTests([priced(a)], [priced(b)]), names)[1]?.at(-1)
    expect([difference('9.50', '12'), difference('12', '9.50'), difference('1', '1.00'), difference('1', '?')]).toEqual(
      [{ bare: '2.50' }, { bare: '-2.50' }, { bare: '0.00' }, ''],
    )
  })

  test('is searched like markers: of a pair one is enough', () => {
    const [a, b] = [made({ id: 1, slug: 'x', name: 'Glucose' }), made({ id: 2, slug: 'x', name: 'Blood sugar' })]
    const pair = compareTests([a, made({ id: 3, slug: 'y', name: 'Iron' })], [b])
    expect(findCompared(pair, 'sugar')).toMatchObject({ both: [{ a, b }], only_a: [], only_b: [] })
    expect(findCompared(pair, 'iron')).toMatchObject({ both: [], only_a: [{ name: 'Iron' }] })
    expect(findCompared(pair, '')).toEqual(pair)
  })
})
