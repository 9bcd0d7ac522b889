import { expect, test } from 'vitest'
import { readCsvTable } from './read-csv.ts'

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
      { cells: ['id', 'name'], number: 1 },
      { cells: ['1', 'two\nlines'], number: 4 },
      { cells: ['2', 'b'], number: 5 },
    ],
  })
})

test('names the row whose quotation mark does not fit', () => {
  expect(readCsvTable('id,name\n1,"open')).toEqual({ wrong_quote: 'Row 2' })
})
