/** Tables as CSV (RFC 4180) that a spreadsheet shows and never runs. */
import Papa from 'papaparse'

export type CsvCell = string | number | boolean | null

/** What spreadsheets read as the start of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/

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
  const table = rows.map((row) => [...row])
  return `${Papa.unparse(table, { delimiter, newline: '\r\n', escapeFormulae: FORMULA })}\r\n`
}
