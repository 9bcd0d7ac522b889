/** Reads a table of a person's file: CSV with whatever separates its values, each row with its number in a spreadsheet. */
import Papa from 'papaparse'

const SEPARATORS = [',', '\t', ';', '|'] as const

/** Returns what stands most often between the values of the first line. Papa's own guess counts separators in quotes. */
function delimiterOf(text: string): string {
  const line = text.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? ''
  const bare = line.replace(/"(?:[^"]|"")*"/g, '')
  const counts = SEPARATORS.map((separator) => bare.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

interface CsvRow {
  cells: string[]
  /** From 1, as a spreadsheet that opens the file counts. */
  number: number
}

export interface CsvTable {
  delimiter: string
  /** Without rows that are empty. */
  rows: CsvRow[]
}

/** Returns the table, or which row has a quotation mark that does not fit: `Row 3`. */
export function readCsvTable(text: string): CsvTable | { wrong_quote: string } {
  const delimiter = delimiterOf(text)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const quote = errors.find(({ type }) => type === 'Quotes')
  if (quote) return { wrong_quote: quote.row === undefined ? 'A row' : `Row ${quote.row + 1}` }
  const rows = data.map((cells, index) => ({ cells, number: index + 1 }))
  return { delimiter, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) }
}
