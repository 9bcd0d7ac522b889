/** Reads a table of a person's file: CSV with whatever separates its values, each row with its number in the file. */
import Papa from 'papaparse'
import { MONTH_WORD } from '#lib/utils/time/typed-dates.ts'
import { withoutMarks } from './csv.ts'
import { isMisread } from './invisible.ts'
import { plainSigns } from './typed-text.ts'

const SEPARATORS = [',', '\t', ';', '|'] as const
/** Excel reads it as the separator and shows it to nobody. */
const SEPARATOR_LINE = /^\s*"?sep=(.)"?[,;|\s]*$/i
/** Signs that programs begin a comment with. */
const COMMENT = /^\s*"?(?:#|\/\/|--)/
/** Lines that titles and comments above a heading may take. */
const MAX_LINES_ABOVE = 20

/** Columns of a table, and its rows, empty ones too: far more than any file that is meant to be read here has. */
export const MAX_COLUMNS = 500
const MAX_LINES = 300_000

/** Returns what stands most often between the values of a line. Papa's own guess counts separators in quotes. */
function delimiterOf(line: string): string | null {
  const bare = line.replace(/"(?:[^"]|"")*"/g, '')
  const counts = SEPARATORS.map((separator) => bare.split(separator).length)
  const most = Math.max(...counts)
  return most === 1 ? null : (SEPARATORS[counts.indexOf(most)] ?? null)
}

interface CsvRow {
  cells: string[]
  /** The cells as the file has them, with the marks that keep a spreadsheet from changing them. */
  raw: string[]
  /** From 1, as a spreadsheet that opens the file counts. */
  number: number
}

export interface CsvTable {
  delimiter: string
  /** Without rows that are empty, and without lines of dashes and what stands above the heading. */
  rows: CsvRow[]
}

/** Returns the table, or which row has a quotation mark that does not fit: `Row 3`; or what there is too much of. */
export function readCsvTable(text: string): CsvTable | { wrong_quote: string } | { too_many: 'columns' | 'rows' } {
  const whole = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const lines = whole.split('\n', MAX_LINES_ABOVE)
  const named = SEPARATOR_LINE.exec(lines[0] ?? '')?.[1]
  const above = linesAbove(lines, named === undefined ? 0 : 1)
  const delimiter = named ?? delimiterOf(lines[above] ?? '') ?? ','
  if ((lines[above] ?? '').split(delimiter, MAX_COLUMNS + 1).length > MAX_COLUMNS) return { too_many: 'columns' }
  // A space before a quotation mark is none of its value.
  const table = whole
    .split('\n')
    .slice(above)
    .join('\n')
    .replace(/"[^"]*"|([,;|]) +(?=")/g, (found, separator) => separator ?? found)
  const { data, errors } = Papa.parse<string[]>(table, { delimiter, newline: '\n', preview: MAX_LINES + 1 })
  const quote = errors.find(({ type }) => type === 'Quotes')
  if (quote) return { wrong_quote: quote.row === undefined ? 'A row' : `Row ${quote.row + 1 + above}` }
  if (data.length > MAX_LINES) return { too_many: 'rows' }
  // A spreadsheet that took each line for one value has put it in quotes.
  const lone = data.map(([line = '', ...more]) => (more.length > 0 || line.includes('\n') ? null : line))
  if (delimiterOf(data[0]?.[0] ?? '') !== null && !lone.includes(null))
    return readCsvTable('\n'.repeat(above) + lone.join('\n'))
  const rows = data.map((raw, index) => ({ raw, cells: raw.map(cellOf), number: index + 1 + above }))
  return { delimiter, rows: rows.filter(({ cells }) => cells.some((cell) => !/^[-+:\s]*$/.test(cell))) }
}

/** Some programs write a code as a formula (`="0012"`), so that a spreadsheet keeps its zeros. */
const cellOf = (raw: string) => /^="([^"]*)"$/.exec(raw.trim())?.[1] ?? withoutMarks(raw)

/** Counts the lines above the heading: comments, and a title that has one value where the line after it has several. */
function linesAbove(lines: readonly string[], from: number): number {
  const countOf = (line: string) =>
    line.split(delimiterOf(line) ?? '\n').filter((value) => value.replace(/["\s]/g, '') !== '').length
  const counts = lines.map(countOf)
  const later = counts
    .slice(Math.floor(lines.length / 2))
    .filter((count) => count > 0)
    .toSorted((a, b) => a - b)
  const width = later[Math.floor(later.length / 2)] ?? 0
  const isAbove = (line: string, at: number) =>
    COMMENT.test(line) || (counts[at] ?? 0) < 2 || (counts[at] ?? 0) <= width / 2
  const heading = lines.findIndex((line, at) => at >= from && !isAbove(line, at))
  // A file of one column has no titles that could be told from its rows.
  if (heading === -1) return from
  // A heading may begin with a "#": what follows it then are values, which have digits.
  const isHeading = heading > from && counts[heading - 1] === counts[heading] && /\d/.test(lines[heading] ?? '')
  return isHeading ? heading - 1 : heading
}

/** By byte order mark. */
const ENCODINGS: Readonly<Record<string, string>> = { '255 254': 'utf-16le', '254 255': 'utf-16be' }

/** Returns the text of a file: UTF-8, or UTF-16, whose first letter without a byte order mark has an empty half; null for anything else. */
export function decodeFile(bytes: Uint8Array): string | null {
  const mark = `${bytes[0]} ${bytes[1]}`.replace(/^[1-9]\d* 0$/, '255 254').replace(/^0 [1-9]\d*$/, '254 255')
  try {
    return new TextDecoder(ENCODINGS[mark] ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** How a spreadsheet has spoiled a value: digits or the text itself are gone for good, or may be. */
export type Spoiled = { level: 'error' | 'warning'; text: string }

/** Returns what a spreadsheet did to an ID or a code; null where nothing shows. */
export function spoiledBySpreadsheet(text: string): Spoiled | null {
  const bare = plainSigns(text)
  if (/^-?\d(?:[.,]\d+)?e(?:[+\-\u2212]\d{1,3}|\d{2,3})$/i.test(bare) && !/^\d+e\d+$/i.test(bare))
    return { level: 'error', text: 'was shortened by a spreadsheet, digits are missing' }
  if (/^#[¡¿]?(?:\p{Lu}[\p{Lu}_/]+0?)[!?]?$|^#{3,}$/u.test(bare))
    return { level: 'error', text: 'is an error of a spreadsheet' }
  if (DATES.some((form) => form.test(bare))) return { level: 'error', text: 'was turned into a date by a spreadsheet' }
  if (/^(?:\d{4}-\d{2}-\d{2}|\d{1,2}-\d{1,2}-\d{4})$/.test(bare))
    return { level: 'warning', text: 'may have been turned into a date by a spreadsheet' }
  if (/^(?:null|nil|none|undefined|nan|n\/a|\\n|\(null\)|\[object object\])$/i.test(bare))
    return { level: 'warning', text: 'may stand for no value: programs write null, None or N/A' }
  if (isMisread(bare))
    return { level: 'warning', text: 'has letters that were read in another encoding: save the file as UTF-8' }
  if (/^(["'„«“]).+["'”“»]$/.test(bare)) return { level: 'warning', text: 'stands between quotation marks' }
  if (withoutMarks(bare).startsWith("'"))
    return { level: 'warning', text: 'begins with an apostrophe: spreadsheets mark texts with one' }
  if (/^\d+\.0$/.test(bare))
    return { level: 'warning', text: 'ends with “.0”: a program may have taken it for a number' }
  if (/^\d{1,4}\.\d{0,3}[1-9]$/.test(bare))
    return { level: 'warning', text: 'may have lost a 0 at its end: spreadsheets show 1.10 as 1.1' }
  if (/^[1-9]\d{0,2}(?:,\d{3})+$/.test(bare))
    return { level: 'warning', text: 'has commas between its digits: a spreadsheet may have added them' }
  if (/^-?\d{15}0+$/.test(bare))
    return { level: 'warning', text: 'may have been rounded by a spreadsheet: all digits after the 15th are zeros' }
  return null
}

const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?(?: ?[AP]M)?'
const DATES = [
  new RegExp(`^(?:\\d{1,2}\\.?[- /](?:${MONTH_WORD})|(?:${MONTH_WORD})[- /]\\d{2,4})\\.?(?:[- /]\\d{2,4})?$`, 'iu'),
  new RegExp(`^(?:\\d{1,2}([/.])\\d{1,2}\\1\\d{2,4}|\\d{4}([/.])\\d{1,2}\\2\\d{1,2})(?:,? ${CLOCK})?$`, 'i'),
  new RegExp(`^${CLOCK}$`, 'i'),
]
