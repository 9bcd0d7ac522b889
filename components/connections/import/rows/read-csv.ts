/** CSV and TSV, with or without a heading. Row numbers are those of a spreadsheet that opens the file. */
import { readCsvTable } from '#lib/utils/text/read-csv.ts'
import { problem, type Read, rowCountProblem, type Table, UUID } from './table.ts'

export function readCsv(text: string): Read<Table> {
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
