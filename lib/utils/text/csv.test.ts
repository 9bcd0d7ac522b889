import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvRows, withoutFormulas } from './csv.ts'

test.each([
  [[['a', 1, null, true]], 'a,1,,true\r\n'],
  [[['a,b', 'c "d"', 'e\r\nf']], '"a,b","c ""d""","e\r\nf"\r\n'],
  [[['a'], ['b']], 'a\r\nb\r\n'],
  [[], ''],
])('%j', (rows, text) => {
  expect(csvRows(rows)).toBe(text)
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '=a\nb',
  '=HYPERLINK("http://x.test")',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ' =1',
  '\u200b=1',
  '\ufeff=1',
])('%j starts with a quote mark, so that no spreadsheet runs it', (cell) => {
  expect(Papa.parse<string[]>(csvRows([['x', cell]])).data[0]).toEqual(['x', `'${cell}`])
})

test.each(['a;=1', ';=cmd|x!A1', 'a\t=1', 'x; ＝1', 'x\n@SUM(A1)', 'a;+1;-1'])(
  'no cell of %j begins a formula, also for a spreadsheet that splits at semicolons',
  (cell) => {
    const parts = csvRows([['x', cell, 'y']]).split(/[;\t\r\n]/)
    for (const part of parts) expect(part.trim()).not.toMatch(/^[=+\-@＝＋－＠]/)
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
      expect(read).toEqual(rows.map((each) => each.map(withoutFormulas)))
    }),
  )
})
