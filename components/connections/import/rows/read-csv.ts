/** CSV and TSV, with or without a heading. Row numbers are those of a spreadsheet that opens the file. */
import { readCsvTable } from '#lib/utils/text/read-csv.ts'
import { MAX_ROWS, NO_ROWS, problem, type Read, type Table, TOO_MANY_ROWS } from './table.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function readCsv(text: string): Read<Table> {
  const table = readCsvTable(text)
  if ('wrong_quote' in table)
    return problem(
      'A quote is not closed',
      `${table.wrong_quote} has a quotation mark that does not fit. A value with a quotation mark in it needs quotes around it, and that mark twice.`,
    )
  const { delimiter, rows: filled } = table
  const [first] = filled
  if (!first) return NO_ROWS
  // A heading names columns; a user's id in the first row says that there is none.
  const hasHeading = !first.cells.some((cell) => UUID.test(cell.trim()))
  const below = hasHeading ? filled.slice(1) : filled
  if (below.length === 0) return NO_ROWS
  if (below.length > MAX_ROWS) return TOO_MANY_ROWS
  const width = Math.max(...filled.slice(0, 50).map(({ cells }) => cells.length))
  const columns = hasHeading ? named(first.cells) : Array.from({ length: width }, (_, at) => `Column ${at + 1}`)
  if (columns.length < 2)
    return problem(
      'Only one column',
      'No commas, tabs, semicolons or bars separate the values of a row. Choose a CSV or TSV file with a column a field.',
    )
  return {
    ok: true,
    value: {
      format: delimiter === '\t' ? 'tsv' : 'csv',
      unit: 'row',
      columns,
      rows: below.map(({ cells }) => cells),
      numbers: below.map(({ number }) => number),
      provider: null,
    },
  }
}

/** Every column has a name of its own. */
function named(cells: readonly string[]): string[] {
  const used = new Set<string>()
  return cells.map((cell, at) => {
    const name = cell.trim() || `Column ${at + 1}`
    const own = used.has(name) ? `${name} (column ${at + 1})` : name
    used.add(own)
    return own
  })
}
