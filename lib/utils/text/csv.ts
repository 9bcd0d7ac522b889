/** Tables as CSV (RFC 4180) that a spreadsheet shows and never runs. */
import Papa from 'papaparse'

export type CsvCell = string | number | boolean | null

/**
 * Where a spreadsheet would begin a formula, also in full width and behind spaces: at the start of a cell, and behind a
 * semicolon, tab or line break, which a spreadsheet of another language takes for the start of the next cell.
 */
const FORMULA = /(^|[;\t\r\n])(?=[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g

/** Returns a text with a `'` in front of each place where a formula would begin, so that it is shown and never run. */
export function withoutFormulas(text: string): string {
  return text.replace(FORMULA, "$1'")
}

/** Every row ends with CRLF, so that pieces of one table can follow each other. A formula gets a `'` in front. */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return written(rows, ',')
}

/** The same with tabs, as a spreadsheet takes it from the clipboard. */
export function tabRows(rows: readonly (readonly CsvCell[])[]): string {
  return written(rows, '\t')
}

function written(rows: readonly (readonly CsvCell[])[], delimiter: string) {
  if (rows.length === 0) return ''
  const table = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? withoutFormulas(cell) : cell)))
  return `${Papa.unparse(table, { delimiter, newline: '\r\n', quotes: isMarked })}\r\n`
}

/** Quotes values that were escaped as formulas, too. */
function isMarked(cell: unknown): boolean {
  return typeof cell === 'string' && cell.startsWith("'")
}
