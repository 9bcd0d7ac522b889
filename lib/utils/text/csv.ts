/** Tables as CSV (RFC 4180) that a spreadsheet shows as they are: it runs no formula and shortens no code. */
import Papa from 'papaparse'
import { formatByZone } from '#lib/utils/time/instants.ts'
import { MONTH_WORD } from '#lib/utils/time/typed-dates.ts'

/** A calendar day, a local time or an amount, which a spreadsheet is to read as one. */
interface BareCell {
  bare: string
}
export type CsvCell = string | number | boolean | null | BareCell

/**
 * Start of a formula in a spreadsheet, also in full width and behind spaces and signs that nobody sees: at the start of a cell, and behind a
 * semicolon, tab or line break (within 200 signs: behind thousands of breaks each would be looked at from each), which a spreadsheet of another language takes for the start of the next cell. A `'` in
 * between was there before, so that reading can remove exactly the one that writing adds.
 */
const FORMULA_AHEAD = String.raw`['\s\p{Cc}\p{Cf}]{0,200}[=+\-@\uff1d\uff0b\uff0d\uff20]`
const FORMULA = new RegExp(String.raw`(^|[;\t\r\n])(?=${FORMULA_AHEAD})|^(?='*[\t\r\n])`, 'gu')
const MARKED_FORMULA = new RegExp(String.raw`(^|[;\t\r\n])'(?=${FORMULA_AHEAD})|^'(?='*[\t\r\n])`, 'gu')

/** A spreadsheet keeps such a number as it is; with 12 digits it begins to show 1.23457E+11, it holds 15, and 1.10 becomes 1.1. */
const PLAIN_NUMBER = /^(?!(?:\D*\d){16})-?(?:0|[1-9]\d{0,10})(?:\.\d*[1-9])?$/

/** Texts that a spreadsheet replaces with a number, a date or a time of day. */
const CHANGED = [
  // 0012, 123456789012, 1234567890.12345, $5, 12%
  /^[-+]?[$€£¥]?(?=[\d.,]*\d)[\d,]*\.?\d*%?$/,
  // (12), which stands for -12
  /^\([\d.,]+\)$/,
  // 219E01
  /^[-+]?\d+[.,]?\d*e[-+]?\d+$/,
  // 1-2, 3/2026, 2345-7, 1.2.26
  /^(?:\d{1,2}[-/]\d{1,4}|\d{4}[-/]\d{1,2})$/,
  /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[ t]\d.*)?$/,
  // MAR1, 1-Mar, 4 Mar 1990, Mar 4, 1990
  new RegExp(`^(?:\\d{1,4}[-/. ]*)?(?:${MONTH_WORD})[-/. ]*(?:\\d{1,4}(?:, ?\\d{4})?)?$`, 'u'),
  // 9:05, 12:34.5, 5 p, 1 1/2
  /^\d{1,4}:\d{1,2}(?::\d{1,2})?(?:\.\d+)?(?: ?[ap]m?)?$/,
  /^\d{1,2} [ap]m?$/,
  /^\d+ \d+\/\d+$/,
]

/** Returns whether a spreadsheet would show or save a text in another form, such as a code with leading zeros. */
function isChangedBySpreadsheets(text: string): boolean {
  const bare = text.trim().toLowerCase()
  // TRUE stays as it is.
  if (bare === 'true' || bare === 'false') return text !== text.toUpperCase()
  // An instant with its zone stays a text, and so does the name of a month alone.
  if (PLAIN_NUMBER.test(bare) || !/\d/.test(bare) || /\dt[\d:.]+(?:z|[-+]\d)/.test(bare)) return false
  return CHANGED.some((form) => form.test(bare))
}

/** Returns a text with a `'` in front of what a spreadsheet would run or change. `withoutMarks` takes it away again. */
export function withMarks(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text
  const bare = text.replace(/^'+/, '')
  return isChangedBySpreadsheets(bare) && !startsFormula(text) ? `'${text}` : text.replace(FORMULA, "$1'")
}

/** Returns a text of a file as it was before `withMarks`, so that our own files come back unchanged. */
export function withoutMarks(text: string): string {
  const bare = text.replace(/^'+/, '')
  return text.startsWith("'") && isChangedBySpreadsheets(bare) && !startsFormula(text)
    ? text.slice(1)
    : text.replace(MARKED_FORMULA, '$1')
}

const startsFormula = (text: string) => text.search(FORMULA) === 0

/** Every row ends with CRLF, so that pieces of one table can follow each other. */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return written(rows, ',')
}

/** Begins a file: without the byte order mark, Excel for Windows reads "María" as "MarÃ­a". */
export function csvStart(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${csvRows(rows)}`
}

export function csvFile(rows: readonly (readonly CsvCell[])[]): Blob {
  return new Blob([csvStart(rows)], { type: CSV_TYPE })
}

export const CSV_TYPE = 'text/csv;charset=utf-8'

/** The same with tabs, as a spreadsheet takes it from the clipboard. */
export function tabRows(rows: readonly (readonly CsvCell[])[]): string {
  return written(rows, '\t')
}

function written(rows: readonly (readonly CsvCell[])[], delimiter: string) {
  if (rows.length === 0) return ''
  const table = rows.map((row) => row.map(textOf))
  return `${Papa.unparse(table, { delimiter, newline: '\r\n', quotes: isMarked })}\r\n`
}

function textOf(cell: CsvCell) {
  if (typeof cell === 'string') return withMarks(cell)
  return typeof cell === 'object' ? (cell?.bare ?? null) : cell
}

/** Quotes values that were marked, too. */
function isMarked(cell: unknown): boolean {
  return typeof cell === 'string' && cell.startsWith("'")
}

/** Returns a calendar day of the API as a spreadsheet's date; any other text as the text it is. */
export function dayCell(day: string | null | undefined): CsvCell {
  return day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { bare: day } : (day ?? null)
}

const swedishTime = formatByZone('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** Returns `2026-11-25 09:00:00`, the clock of a zone at an instant (milliseconds), which spreadsheets sort as a time. */
export function localCell(instant: number, zone: string): BareCell | null {
  if (Number.isNaN(instant)) return null
  return { bare: swedishTime(zone).format(instant) }
}
