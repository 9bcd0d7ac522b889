/** Reads the bytes of any file a person may choose: a table, or the reason why it is none. */
import { decodeFile, MAX_COLUMNS, readCsvTable } from '#lib/utils/text/read-csv.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'
import {
  type Cell,
  type FileProblem,
  MAX_FILE_BYTES,
  problem,
  type Read,
  rowCountProblem,
  type Table,
  TOO_MANY_ROWS,
  UUID,
} from './table.ts'

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
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'This is a rich text document', 'In its program, save it as plain text.'],
  // Also tables that programs name .xls.
  [[0x3c], 'This is a web page or XML', 'Export the data as CSV or JSON instead.'],
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
    return problem('This isn’t a text file', 'It contains binary data. Choose a CSV, TSV or JSON file.')
  if (text.trim() === '') return problem('The file is empty', 'It contains only white space. Choose another file.')
  // The content decides, not the name of the file.
  return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text)
}

/** Returns the first line that is not UTF-8: `Line 3`. */
function wrongLine(bytes: Uint8Array): string {
  let [read, wrong] = [0, bytes.length]
  while (wrong - read > 1) {
    const middle = Math.floor((read + wrong) / 2)
    if (isText(bytes.subarray(0, middle))) read = middle
    else wrong = middle
  }
  let line = 1
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < read; at = bytes.indexOf(0x0a, at + 1)) line += 1
  return `Line ${line}`
}

/** Whether bytes are UTF-8, but for a letter that is cut off at the end. */
function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** CSV and TSV, with or without a heading. Row numbers are those of a spreadsheet that opens the file. */
function readCsv(text: string): Read<Table> {
  const csv = readCsvTable(text)
  if ('wrong_quote' in csv)
    return problem(
      'A quotation mark isn’t closed',
      `${csv.wrong_quote} has a misplaced quotation mark. Put quotes around a value that contains one, and double the mark inside it.`,
    )
  if ('too_many' in csv) return csv.too_many === 'rows' ? TOO_MANY_ROWS : TOO_MANY_COLUMNS
  // A heading names columns; a user's id in the first row says that there is none.
  const heading = csv.rows[0]?.cells.some((cell) => UUID.test(cell.trim())) ? null : csv.rows[0]?.cells
  const below = heading ? csv.rows.slice(1) : csv.rows
  const wrong = rowCountProblem(below.length)
  if (wrong) return wrong
  const width = Math.max(...csv.rows.slice(0, 50).map(({ cells }) => cells.length))
  if (width > MAX_COLUMNS) return TOO_MANY_COLUMNS
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

const TOO_MANY_COLUMNS = problem(
  `More than ${MAX_COLUMNS} columns`,
  'An import needs six. Choose a file with one column per field.',
)

function uniqueNames(cells: readonly string[]): string[] {
  const used = new Set<string>()
  return cells.map((cell, at) => {
    const name = plainSigns(cell) || `Column ${at + 1}`
    const own = used.has(name) ? `${name} (column ${at + 1})` : name
    used.add(own)
    return own
  })
}

/** Finds where a text stops being JSON. Our own: engines' messages differ, some give no place or quote the text, which may be a token. */

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SPACE = /[ \t\n\r]*/y

/** Next expected token; `first` and `first_key` may also end the list or object just opened. */
type Expected = 'value' | 'first' | 'key' | 'first_key' | 'colon' | 'comma' | 'end'
type Step = [at: number, expected: Expected]

const MAY_CLOSE: readonly Expected[] = ['comma', 'first', 'first_key']

/** Returns the place, from 1, of the first character that cannot be there; null when the text is JSON. */
export function brokenAt(text: string): { line: number; column: number } | null {
  const open: ('[' | '{')[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let expected: Expected = 'value'
  for (;;) {
    at = endOf(SPACE, text, at)
    const step: Step | null = at < text.length ? nextToken(text, at, expected, open) : null
    if (!step) break
    ;[at, expected] = step
  }
  if (at >= text.length && expected === 'end') return null
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Returns where the next token ends and what follows it; null where no token is allowed. */
function nextToken(text: string, at: number, expected: Expected, open: ('[' | '{')[]): Step | null {
  const char = text[at]
  const inner = open.at(-1)
  if (MAY_CLOSE.includes(expected) && char === (inner === '[' ? ']' : '}')) {
    open.pop()
    return [at + 1, open.length === 0 ? 'end' : 'comma']
  }
  switch (expected) {
    case 'end':
      return null
    case 'comma':
      return char === ',' ? [at + 1, inner === '{' ? 'key' : 'value'] : null
    case 'colon':
      return char === ':' ? [at + 1, 'value'] : null
    case 'key':
    case 'first_key': {
      const end = endOf(STRING, text, at)
      return end > at ? [end, 'colon'] : null
    }
    default:
      return nextValue(text, at, open)
  }
}

function nextValue(text: string, at: number, open: ('[' | '{')[]): Step | null {
  const char = text[at]
  if (char === '[' || char === '{') {
    open.push(char)
    return [at + 1, char === '[' ? 'first' : 'first_key']
  }
  const end = Math.max(endOf(STRING, text, at), endOf(LITERAL, text, at))
  return end > at ? [end, open.length === 0 ? 'end' : 'comma'] : null
}

type Item = { readonly [key: string]: Cell }

function readJson(text: string): Read<Table> {
  const whole = parse(text)
  if (whole === undefined) return hasObjectLines(text) ? readLines(text) : broken(text)
  const { connections = null, provider = null } = isItem(whole) ? whole : {}
  const list = [whole, connections].find(isList) ?? (isItem(whole) ? [whole] : null)
  if (!list) return NOT_A_LIST
  const wrong = list.findIndex((item) => !isItem(item))
  if (wrong !== -1) return problem('Some items aren’t objects', `Item ${wrong + 1} of the list isn’t a JSON object.`)
  const numbers = list.map((_, index) => index + 1)
  const named = isList(connections) && typeof provider === 'string' ? provider : null
  return tableOf(list.filter(isItem), numbers, 'json', named)
}

const NOT_A_LIST = problem(
  'The JSON isn’t a list of connections',
  'Use a list of objects, an object with a list named “connections”, or one object per line.',
)

function broken(text: string): Read<Table> {
  const place = brokenAt(text)
  const where = place ? `Line ${place.line}, column ${place.column}` : 'The text'
  return problem(
    'The JSON is invalid',
    `${where}: something is missing or extra there. Fix it and choose the file again.`,
  )
}

function hasObjectLines(text: string): boolean {
  return isItem(parse(text.split('\n').find((line) => line.trim() !== '') ?? ''))
}

function readLines(text: string): Read<Table> {
  const items: Item[] = []
  const numbers: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const item = parse(line)
    if (item === undefined)
      return problem(
        'The JSON is invalid',
        `Line ${index + 1}, column ${brokenAt(line)?.column ?? 1}: something is missing or extra there. Each line must be one complete object.`,
      )
    if (!isItem(item)) return problem('Some lines aren’t objects', `Line ${index + 1} isn’t a JSON object.`)
    items.push(item)
    numbers.push(index + 1)
  }
  return tableOf(items, numbers, 'jsonl', null)
}

function tableOf(items: Item[], numbers: number[], format: 'json' | 'jsonl', provider: string | null): Read<Table> {
  const wrong = rowCountProblem(items.length)
  if (wrong) return wrong
  const columns = new Set<string>()
  for (const [index, item] of items.entries()) {
    for (const name of Object.keys(item)) if (columns.size <= MAX_COLUMNS) columns.add(name)
    if (columns.size > MAX_COLUMNS) return TOO_MANY_COLUMNS
    if (isDeeper(item, MAX_DEPTH))
      return problem('The JSON is nested too deep', `A connection is one flat object; number ${numbers[index]} isn’t.`)
  }
  const names = [...columns]
  const rows = items.map((item) => names.map((column) => item[column] ?? null))
  return {
    ok: true,
    value: { format, unit: format === 'json' ? 'item' : 'line', columns: names, rows, numbers, provider },
  }
}

/** A list of scopes in an object needs no more. */
const MAX_DEPTH = 5

function isDeeper(cell: Cell, levels: number): boolean {
  if (typeof cell !== 'object' || cell === null) return false
  return levels === 0 || Object.values(cell).some((inner) => isDeeper(inner, levels - 1))
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell)
}

function isItem(cell: Cell | undefined): cell is Item {
  return typeof cell === 'object' && cell !== null && !Array.isArray(cell)
}

/** Undefined when the text is not JSON. The engine's message holds pieces of the text, so it is dropped. */
function parse(text: string): Cell | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
