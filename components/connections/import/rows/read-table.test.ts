import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenAt, readTable, sizeProblem } from './read-table.ts'
import { MAX_FILE_BYTES, MAX_ROWS, type Read, type Table } from './table.ts'

const ID = '8a5fc03d-0000-4000-8000-00000000d25b'
const bytes = (text: string) => new TextEncoder().encode(text)

function table(read: Read<Table>): Table {
  if (!read.ok) throw new Error(`${read.problem.title}: ${read.problem.detail}`)
  return read.value
}

function problemOf(read: Read<Table>): string {
  return read.ok ? 'no problem' : `${read.problem.title}: ${read.problem.detail}`
}

describe('CSV', () => {
  test('rows have the numbers of a spreadsheet, blank lines and quoted line breaks counted', () => {
    const { columns, rows, numbers, unit, format } = table(
      readTable(bytes(`user_id,note\r\n${ID},"a ""quoted"", value"\r\n\r\n  ,\r\nx,"two\nlines"\r\nlast,1\r\n`)),
    )
    expect(columns).toEqual(['user_id', 'note'])
    expect(rows).toEqual([
      [ID, 'a "quoted", value'],
      ['x', 'two\nlines'],
      ['last', '1'],
    ])
    expect(numbers).toEqual([2, 5, 6])
    expect([format, unit]).toEqual(['csv', 'row'])
  })

  test.each([
    ['tab', '\t', 'tsv'],
    ['semicolon', ';', 'csv'],
    ['bar', '|', 'csv'],
  ])('separated by a %s', (_, separator, format) => {
    const read = table(readTable(bytes(`a${separator}b\n1${separator}2\n3${separator}4\n`)))
    expect(read).toMatchObject({
      columns: ['a', 'b'],
      format,
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    })
  })

  test('without a heading the first row is a row: a user’s id stands in it', () => {
    const read = table(readTable(bytes(`${ID},token\n${ID},token\n`)))
    expect(read).toMatchObject({ columns: ['Column 1', 'Column 2'], numbers: [1, 2] })
  })

  test('columns of one name, or of none, are told apart', () => {
    expect(table(readTable(bytes('a,a,,b\n1,2,3,4\n'))).columns).toEqual(['a', 'a (column 2)', 'Column 3', 'b'])
  })

  test('a quote that is not closed is named by its row', () => {
    expect(problemOf(readTable(bytes('a,b\n1,2\n3,"4\n5,6\n')))).toMatch(/^A quotation mark isn’t closed: Row 3 /)
  })

  test('a byte order mark, UTF-16 and accents are read', () => {
    const utf16 = (little: boolean) => {
      const text = '\uFEFFname,b\né,2\n'
      const buffer = new DataView(new ArrayBuffer(text.length * 2))
      for (const [at, unit] of [...text].entries()) buffer.setUint16(at * 2, unit.charCodeAt(0), little)
      return new Uint8Array(buffer.buffer)
    }
    for (const file of [bytes('\uFEFFname,b\né,2\n'), utf16(true), utf16(false)])
      expect(table(readTable(file))).toMatchObject({ columns: ['name', 'b'], rows: [['é', '2']] })
  })
})

describe('JSON', () => {
  const item = { user_id: ID, expires_at: 1_900_000_000, oauth_scopes: ['a', 'b'] }

  test('a list, numbered by its items; a field that one item lacks is null', () => {
    const read = table(readTable(bytes(JSON.stringify([item, { user_id: 'x', more: true }]))))
    expect(read).toMatchObject({ format: 'json', unit: 'item', numbers: [1, 2], provider: null })
    expect(read.columns).toEqual(['user_id', 'expires_at', 'oauth_scopes', 'more'])
    expect(read.rows[1]).toEqual(['x', null, null, true])
    expect(read.rows[0]?.[2]).toEqual(['a', 'b'])
  })

  test('the body of a bulk import says its source', () => {
    const body = { provider: 'korrin_ring', connections: [item], wait_for_completion: true }
    expect(table(readTable(bytes(JSON.stringify(body))))).toMatchObject({ provider: 'korrin_ring', numbers: [1] })
  })

  test('one object a line, blank lines between, and one object alone', () => {
    const lines = table(readTable(bytes(`${JSON.stringify(item)}\n\n${JSON.stringify(item)}\n`)))
    expect(lines).toMatchObject({ format: 'jsonl', unit: 'line', numbers: [1, 3] })
    expect(table(readTable(bytes(JSON.stringify(item))))).toMatchObject({ numbers: [1] })
  })

  test.each([
    ['[{"a": 1}, {"a": 2]', /^The JSON is invalid: Line 1, column 19/],
    ['[\n  {"a": 1},\n  {"a": tru}\n]', /Line 3, column 9/],
    ['{"a": 1}\n{"a": 2\n{"a": 3}', /Line 2, column 8/],
    ['[{"a": "sEcReT}]', /Line 1, column 8/],
    ['{"a": 1}\n[2]', /Line 2 isn’t a JSON object/],
    ['[{"a": 1}, 2]', /Item 2 of the list/],
    ['[[1]]', /Item 1 of the list/],
    ['{"users": []}', /not a list of connections|no problem/],
  ])('%j is refused with its place and without its words', (text, words) => {
    const said = problemOf(readTable(bytes(text)))
    expect(said).toMatch(words)
    expect(said).not.toContain('sEcReT')
  })

  test('a place is found exactly where a parser fails', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', 'x'), (text, at, put) => {
        const place = at % (text.length + 1)
        const changed = text.slice(0, place) + put + text.slice(place + 1)
        const parses = (() => {
          try {
            JSON.parse(changed)
            return true
          } catch {
            return false
          }
        })()
        expect(brokenAt(text)).toBeNull()
        expect(brokenAt(changed) === null).toBe(parses)
      }),
    )
  })
})

describe('files that are no table', () => {
  test.each([
    ['   \n \n', /^The file is empty/],
    ['a,b\n', /^No rows/],
    ['[]', /^No rows/],
    ['user\nx\n', /^Only one column/],
  ])('%j', (text, words) => expect(problemOf(readTable(bytes(text)))).toMatch(words))

  test.each([
    [[0x50, 0x4b, 0x03, 0x04, 0x00], /spreadsheet.*CSV UTF-8/s],
    [[0xd0, 0xcf, 0x11, 0xe0], /old Excel/],
    [[0x1f, 0x8b, 0x08], /compressed/],
    [[0x25, 0x50, 0x44, 0x46, 0x2d], /PDF/],
    [[...new TextEncoder().encode('{\\rtf1 a')], /rich text/],
    [[...new TextEncoder().encode('<table><tr>')], /web page/],
    [[0x61, 0x2c, 0x62, 0x0a, 0x63, 0xe9, 0x2c, 0x31], /isn’t UTF-8 text: Line 2/],
    [[0x61, 0x62, 0x00, 0x01], /This isn’t a text file/],
  ])('bytes %j', (file, words) => expect(problemOf(readTable(new Uint8Array(file)))).toMatch(words))

  test('more rows than one import takes', () => {
    const rows = (count: number) => bytes(`a,b\n${'1,2\n'.repeat(count)}`)
    expect(table(readTable(rows(MAX_ROWS))).rows).toHaveLength(100_000)
    expect(problemOf(readTable(rows(MAX_ROWS + 1)))).toMatch(/^More than 100,000 rows/)
    expect(problemOf(readTable(bytes(`[${'{"a":1},'.repeat(MAX_ROWS)}{"a":1}]`)))).toMatch(/^More than 100,000 rows/)
  })

  test('a size that cannot be read is said before anything is read', () => {
    expect(sizeProblem(0)?.title).toBe('The file is empty')
    expect(sizeProblem(MAX_FILE_BYTES)).toBeNull()
    expect(sizeProblem(MAX_FILE_BYTES + 1)?.detail).toMatch(/129 MB; up to 128 MB/)
  })
})

describe('files that are made to hold a browser up', () => {
  const wide = 'c,'.repeat(600)
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  test.each([
    ['a heading of too many columns', `${wide}\n1\n`, /^More than 500 columns/],
    ['rows of too many values', `${ID}${',x'.repeat(600)}\n`, /^More than 500 columns/],
    [
      'objects that all have other fields',
      JSON.stringify(Array.from({ length: 600 }, (_, at) => ({ [`k${at}`]: 1 }))),
      /^More than 500 columns/,
    ],
    ['empty rows', `user_id,access_token${'\n'.repeat(400_000)}${ID},a\n`, /^More than 100,000 rows/],
    ['deep objects', `[{"user_id":${deep}}]`, /^The JSON is nested too deep/],
    ['deep lists', `[{"user_id":${'['.repeat(9)}${']'.repeat(9)}}]`, /^The JSON is nested too deep/],
    ['a deep object alone', deep, /^The JSON is nested too deep/],
  ])('%s', (_, text, words) => expect(problemOf(readTable(bytes(text)))).toMatch(words))
})
