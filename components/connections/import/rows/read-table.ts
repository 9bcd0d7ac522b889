/** Reads the bytes of any file a person may choose: a table, or the reason why it is none. */
import { decodeFile, readCsvTable } from '#lib/utils/text/read-csv.ts'
import { readJson } from './read-json.ts'
import { type FileProblem, MAX_FILE_BYTES, problem, type Read, rowCountProblem, type Table, UUID } from './table.ts'

const MEGABYTE = 1024 * 1024

/** Returns what is wrong with a size in bytes, before any byte is read; null for nothing. */
export function sizeProblem(size: number): FileProblem | null {
  if (size === 0) return problem('The file is empty', 'It has no content. Choose another file.').problem
  if (size <= MAX_FILE_BYTES) return null
  return problem(
    'The file is too large',
    `It has ${Math.ceil(size / MEGABYTE)} MB; up to ${MAX_FILE_BYTES / MEGABYTE} MB is the limit. Split the file and import the parts one after the other.`,
  ).problem
}

const SAVE_AS_CSV = 'Open it and save the sheet as “CSV UTF-8”, then choose that file.'
/** Files that people choose by mistake, by their first bytes. */
const OTHER_FORMATS: readonly (readonly [start: readonly number[], title: string, detail: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'This is a spreadsheet or a ZIP archive', SAVE_AS_CSV],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old Excel file', SAVE_AS_CSV],
  [[0x1f, 0x8b], 'This file is compressed', 'Unpack it first, then choose the file inside.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF', 'Export the data as CSV or JSON instead.'],
]

export function readTable(bytes: Uint8Array): Read<Table> {
  const startsWith = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
  const other = OTHER_FORMATS.find(([start]) => startsWith(start))
  if (other) return problem(other[1], other[2])
  const text = decodeFile(bytes)
  if (text === null)
    return problem(
      'The file isn’t UTF-8 text',
      `${wrongLine(bytes)} has a character in another encoding. In Excel, save as “CSV UTF-8”; in a text editor, save with UTF-8 encoding.`,
    )
  if (text.includes('\u0000'))
    return problem(
      'This isn’t a text file',
      'It contains binary data. Choose a CSV, TSV or JSON file. UTF-16 files need a byte order mark.',
    )
  if (text.trim() === '') return problem('The file is empty', 'It contains only white space. Choose another file.')
  // The content decides, not the name of the file.
  return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text)
}

/** Returns the first line that is not UTF-8: `Line 3`. */
function wrongLine(bytes: Uint8Array): string {
  let start = 0
  for (let line = 1; start < bytes.length; line += 1) {
    const found = bytes.indexOf(0x0a, start)
    const end = found === -1 ? bytes.length : found + 1
    if (decodeFile(bytes.subarray(start, end)) === null) return `Line ${line}`
    start = end
  }
  return 'It'
}

/** CSV and TSV, with or without a heading. Row numbers are those of a spreadsheet that opens the file. */
function readCsv(text: string): Read<Table> {
  const csv = readCsvTable(text)
  if ('wrong_quote' in csv)
    return problem(
      'A quotation mark isn’t closed',
      `${csv.wrong_quote} has a misplaced quotation mark. Put quotes around a value that contains one, and double the mark inside it.`,
    )
  // A heading names columns; a user's id in the first row says that there is none.
  const heading = csv.rows[0]?.cells.some((cell) => UUID.test(cell.trim())) ? null : csv.rows[0]?.cells
  const below = heading ? csv.rows.slice(1) : csv.rows
  const wrong = rowCountProblem(below.length)
  if (wrong) return wrong
  const width = Math.max(...csv.rows.slice(0, 50).map(({ cells }) => cells.length))
  const columns = uniqueNames(heading ?? Array<string>(width).fill(''))
  if (columns.length < 2)
    return problem(
      'Only one column',
      'The values in a row aren’t separated by commas, tabs, semicolons or bars. Choose a CSV or TSV file with one column per field.',
    )
  return {
    ok: true,
    value: {
      format: csv.delimiter === '\t' ? 'tsv' : 'csv',
      unit: 'row',
      columns,
      rows: below.map(({ cells }) => cells),
      numbers: below.map(({ number }) => number),
      provider: null,
    },
  }
}

function uniqueNames(cells: readonly string[]): string[] {
  const used = new Set<string>()
  return cells.map((cell, at) => {
    const name = cell.trim() || `Column ${at + 1}`
    const own = used.has(name) ? `${name} (column ${at + 1})` : name
    used.add(own)
    return own
  })
}
