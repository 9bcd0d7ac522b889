import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvFile, csvRows, localCell, withMarks, withoutMarks } from './csv.ts'

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
  '-x',
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
  '\u00ad\u202e=1',
  '\0=1',
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

test.each([[-1], [-12.5], ['-1'], ['-12.5'], ['0'], ['0.5'], ['12345678901'], [40.7127837], ['40.7127837']])(
  'the plain number %j stays one',
  (cell) => {
    expect(csvRows([[cell]])).toBe(`${cell}\r\n`)
  },
)

test('a code keeps the zeros at its end, and what is no code has no mark', () => {
  expect(csvRows([['1.10', '20.0', { bare: '12.50' }]])).toBe(`"'1.10","'20.0",12.50\r\n`)
})

test.each([
  '1.10',
  '2.0',
  '1.100',
  'ene-26',
  '1-dic',
  'AVR1',
  '0012345678901',
  '007',
  '.5',
  '(12)',
  '5 p',
  '12:34.5',
  '219E01',
  'true',
  '1e5',
  '123456789012',
  '1234567890123456',
  '1.234567890123456789',
  '1-2',
  '10/11',
  '2345-7',
  '2026-11',
  '2026-11-25',
  '25.11.2026',
  '2026-11-25 09:00',
  'MAR1',
  'SEPT2',
  '1-Dec',
  '4 Mar 1990',
  'Mar 4, 1990',
  '9:05',
  '1 1/2',
  '12%',
  '$5.00',
  '1,234',
  '\t0012',
  ' 0012',
])('the code %j is marked, so that no spreadsheet changes it, and read back as it was', (cell) => {
  expect(csvRows([[cell]])).toMatch(/^"'/)
  expect(withoutMarks(withMarks(cell))).toBe(cell)
})

test.each([
  '3cb70001-0000-4000-8000-000000000001',
  '2026-11-25T14:00:00.123456Z',
  '2026-11-25T14:00:00-05:00',
  'case-0042',
  'Marker 1',
  'March',
  'May I',
  'B12',
  '555-123-4567',
])('%j needs no mark', (cell) => {
  expect(csvRows([[cell]])).toBe(`${cell}\r\n`)
})

test('a day and a local time are read as such, on the clock of the zone', () => {
  const at = Date.parse('2026-11-25T14:00:00.123Z')
  expect(csvRows([[{ bare: '1986-05-24' }, localCell(at, 'America/New_York'), localCell(Number.NaN, 'UTC')]])).toBe(
    '1986-05-24,2026-11-25 09:00:00,\r\n',
  )
})

test('a file begins with the byte order mark', async () => {
  const bytes = new Uint8Array(await csvFile([['María']]).arrayBuffer())
  expect([...bytes.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'M'.charCodeAt(0)])
})

test('every text comes back as it was; pieces put together are the whole', () => {
  const part = fc.constantFrom('=', '-', "'", '"', ',', ';', '\n', '\t', ' ', '0', '1', '12', 'e', '/', 'mar', 'x')
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(part).map((parts) => parts.join('')),
  )
  const row = fc.tuple(cell, cell, fc.constant('end'))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const whole = csvRows(rows)
      expect(rows.map((each) => csvRows([each])).join('')).toBe(whole)
      const read = Papa.parse<string[]>(whole, { newline: '\r\n', delimiter: ',', skipEmptyLines: true }).data
      expect(read.map((each) => each.map(withoutMarks))).toEqual(rows)
      expect(read).toEqual(rows.map((each) => each.map(withMarks)))
    }),
  )
})

test.each(['\n', '\t', '; ', "'", '=\n'])('a cell of 60 kB of %j is written and read back at once', (sign) => {
  const begin = process.cpuUsage()
  const cell = sign.repeat(60_000 / sign.length)
  expect(withoutMarks(withMarks(cell))).toBe(cell)
  expect(process.cpuUsage(begin).user / 1e6).toBeLessThan(2)
})
