import { expect, test } from 'vitest'
import { decodeFile, readCsvTable, spoiledBySpreadsheet } from './read-csv.ts'

test.each([
  ['commas', 'id,name\n1,"a; b"', ','],
  ['tabs', 'id\tname\n1\t"a, b"', '\t'],
  ['semicolons', '"a,b,c";name\n1;"a, b"', ';'],
  ['bars', 'id|name\n1|a', '|'],
])('reads values between %s', (_, text, delimiter) => {
  expect(readCsvTable(text)).toMatchObject({ delimiter, rows: [{ number: 1 }, { number: 2 }] })
})

test('numbers rows as a spreadsheet does, and leaves out empty ones', () => {
  expect(readCsvTable('id,name\n\n , \n1,"two\nlines"\n2,b\n')).toEqual({
    delimiter: ',',
    rows: [
      { cells: ['id', 'name'], raw: ['id', 'name'], number: 1 },
      { cells: ['1', 'two\nlines'], raw: ['1', 'two\nlines'], number: 4 },
      { cells: ['2', 'b'], raw: ['2', 'b'], number: 5 },
    ],
  })
})

test('a line that a program draws between heading and rows is none', () => {
  expect(readCsvTable('id | name\n---+---\n1 | a\n')).toMatchObject({ rows: [{ number: 1 }, { number: 3 }] })
})

test('names the row whose quotation mark does not fit', () => {
  expect(readCsvTable('id,name\n1,"open')).toEqual({ wrong_quote: 'Row 2' })
})

test.each([
  ['a separator line', 'sep=;\nid;name\n1;a, b\n', ';', 3],
  ['a separator line in quotes', '"sep=,"\r\nid,name\r\n1,"a, b"\r\n', ',', 3],
  ['a separator line with a tab', 'sep=\t\nid\tname\n1\ta, b\n', '\t', 3],
  ['a separator line with a byte order mark', '\ufeffsep=;\nid;name\n1;a, b\n', ';', 3],
  ['a byte order mark', '\ufeffid;name\n1;a, b\n', ';', 2],
  ['comments', '# members, as of November\n# a, b, c, d\nid;name\n1;a, b\n', ';', 4],
  ['a title and an empty line', 'Members of November\n\nid;name\n1;a, b\n', ';', 4],
  ['a title in a row of the sheet', 'Members;\nid;name\n1;a, b\n', ';', 3],
  ['other comments', '// a, b\n-- c, d\nid;name\n1;a, b\n', ';', 4],
  ['a comment with as many values', '# a; b\nid;name\n1;a, b\n', ';', 3],
  ['spaces before quotation marks', 'id; "name"\n1; "a, b"\n', ';', 2],
  ['all of them', '\ufeffsep=;\r\n#x\rMembers\nid;name\r\n1;a, b\n', ';', 5],
  ['a heading that begins with a number sign', '#id;name\n1;a, b\n', ';', 2],
  ['line ends of every kind', 'id;name\r\n0;x\r1;a, b\n', ';', 3],
])('reads a file with %s', (_, text, delimiter, number) => {
  const table = readCsvTable(text)
  if (!('rows' in table)) throw new Error(JSON.stringify(table))
  expect(table.delimiter).toBe(delimiter)
  expect(table.rows[0]?.cells.map((cell) => cell.replace('#', ''))).toEqual(['id', 'name'])
  expect(table.rows.at(-1)).toMatchObject({ cells: ['1', 'a, b'], number })
})

test('what is said above a wider table is no heading', () => {
  const above = 'Exported Nov 25, 2026\nby,Ann,,,\n\n'
  const table = readCsvTable(`${above}kind,id,name,lab_id,note\nlab,1,Quest,,\nlab,2,"Core, Inc.",,\n`)
  expect(table).toMatchObject({ rows: [{ cells: ['kind', 'id', 'name', 'lab_id', 'note'], number: 4 }, {}, {}] })
})

test('a table whose lines a spreadsheet put in quotes, each as one value, is read', () => {
  expect(readCsvTable('"id,name"\n"1,""a, b"""\n"2,c"\n')).toMatchObject({
    delimiter: ',',
    rows: [{ cells: ['id', 'name'] }, { cells: ['1', 'a, b'], number: 2 }, { cells: ['2', 'c'], number: 3 }],
  })
  expect(readCsvTable('"a, b"\n"c"\n"d\ne"\n')).toMatchObject({ rows: [{ cells: ['a, b'] }, {}, {}] })
})

test('a code that was written as a formula is the code', () => {
  expect(readCsvTable(`id,name\n"=${'""0012""'}",="7"\n`)).toMatchObject({ rows: [{}, { cells: ['0012', '7'] }] })
})

test('a misplaced quotation mark is named by its row in the file', () => {
  expect(readCsvTable('sep=,\nid,name\n1,"open')).toEqual({ wrong_quote: 'Row 3' })
})

test.each([
  ['1.23457E+14', 'error', /shortened by a spreadsheet/],
  ['2.19E+03', 'error', /shortened by a spreadsheet/],
  ['1,23457E+14', 'error', /shortened by a spreadsheet/],
  ['1.8e09', 'error', /shortened by a spreadsheet/],
  ['123456789012345000', 'warning', /after the 15th are zeros/],
  ['1-Mar', 'error', /turned into a date/],
  ['Mar-26', 'error', /turned into a date/],
  ['3/1/2026', 'error', /turned into a date/],
  ['11/25/2026 14:00', 'error', /turned into a date/],
  ['#NAME?', 'error', /error of a spreadsheet/],
  ['########', 'error', /error of a spreadsheet/],
  ['1.20E-05', 'error', /shortened/],
  ['04.03.2026', 'error', /date/],
  ['9:05', 'error', /date/],
  ['12:34.5', 'error', /date/],
  ['2026/03/01', 'error', /date/],
  ['01. Mrz', 'error', /date/],
  ['1-déc', 'error', /date/],
  ['ene-26', 'error', /date/],
  ['2.19E+3', 'error', /shortened/],
  ['#BEZUG!', 'error', /error of a spreadsheet/],
  ['#¡REF!', 'error', /error of a spreadsheet/],
  ['#DIV/0!', 'error', /error of a spreadsheet/],
  ['12345678901.0', 'warning', /ends with “.0”/],
  ['2026-03-04', 'warning', /turned into a date/],
  ['3-4-2026', 'warning', /turned into a date/],
  ['mars-26', 'error', /date/],
  ['mar/26', 'error', /date/],
  ['1/set', 'error', /date/],
  ['1-maart-2026', 'error', /date/],
  ['1.1', 'warning', /lost a 0 at its end/],
  ['12.5', 'warning', /lost a 0/],
  ["'12345", 'warning', /begins with an apostrophe/],
  ['’aa-4', 'warning', /begins with an apostrophe/],
  ['NULL', 'warning', /stand for no value/],
  ['n/a', 'warning', /stand for no value/],
  ['1,234,567', 'warning', /commas between its digits/],
  ['RenÃ©e', 'warning', /another encoding/],
  ['Ren\ufffde', 'warning', /another encoding/],
  ['Oâ€™Brien', 'warning', /another encoding/],
  ['[object Object]', 'warning', /no value/],
  ['(null)', 'warning', /no value/],
  ['“tok-one-1234”', 'warning', /quotation marks/],
  ['\uff14.\uff11Ｅ＋０５', 'error', /shortened/],
])('%s was spoiled by a spreadsheet', (text, level, words) => {
  expect(spoiledBySpreadsheet(text)).toEqual({ level, text: expect.stringMatching(words) })
})

test.each([
  '219E01',
  'JOÃO',
  'IRMÃ',
  '0012',
  '123456789012345678',
  '1798000000',
  'aa-4',
  'march',
  'mar',
  '1798000000000',
  '12-abcd',
  'octo-12',
  'mart-20',
  '1.2.3',
  'v1.1',
  '1.10',
  "'0012",
  "o'12",
  '1795132800.25',
  '#12',
  '1E15',
  '',
])('%s was not', (text) => {
  expect(spoiledBySpreadsheet(text)).toBeNull()
})

test('decodes UTF-8 and UTF-16, with a mark or without, and nothing else', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x69, 0x00, 0x64, 0x00])
  expect([decodeFile(new TextEncoder().encode('\ufeffid')), decodeFile(utf16)]).toEqual(['id', 'id'])
  expect(decodeFile(new Uint8Array([0x69, 0x00, 0x64, 0x00]))).toBe('id')
  expect(decodeFile(new Uint8Array([0x00, 0x69, 0x00, 0x64]))).toBe('id')
  expect(decodeFile(new Uint8Array([0x4d, 0xfa]))).toBeNull()
})
