import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvRows } from './csv.ts'

test.each([
  [[['a', 1, null, true]], 'a,1,,true\r\n'],
  [[['a,b', 'c "d"', 'e\r\nf']], '"a,b","c ""d""","e\r\nf"\r\n'],
  [[['a'], ['b']], 'a\r\nb\r\n'],
  [[], ''],
])('%j', (rows, text) => {
  expect(csvRows(rows)).toBe(text)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=a\nb', '=HYPERLINK("http://x.test")'])(
  '%j starts with a quote mark, so that no spreadsheet runs it',
  (cell) => {
    expect(Papa.parse<string[]>(csvRows([['x', cell]])).data[0]).toEqual(['x', `'${cell}`])
  },
)

test('a number may be negative: only texts can be formulas', () => {
  expect(csvRows([[-1]])).toBe('-1\r\n')
})

test('every text comes back as it was, or with the mark in front; pieces put together are the whole', () => {
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('=', '-x', '"', ',', '\n', ' a '))
  const row = fc.tuple(cell, cell, fc.constant('end'))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const whole = csvRows(rows)
      expect(rows.map((each) => csvRows([each])).join('')).toBe(whole)
      const read = Papa.parse<string[]>(whole, { newline: '\r\n', delimiter: ',', skipEmptyLines: true }).data
      expect(read).toEqual(rows.map((each) => each.map((text) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text))))
    }),
  )
})
