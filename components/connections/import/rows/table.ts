/** A file as rows of cells, with the number by which a person finds each row in it. */

/** CSV has texts only; JSON may have numbers, and lists of scopes. */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [key: string]: Cell }

export interface Table {
  format: 'csv' | 'tsv' | 'json' | 'jsonl'
  /** Unit of `numbers`: rows of a sheet, items of a JSON list, lines of JSON lines. */
  unit: 'row' | 'item' | 'line'
  columns: string[]
  rows: Cell[][]
  /** The number of each row in the file, from 1; a heading is row 1 of a sheet. */
  numbers: number[]
  /** Named by a file that is the body of a bulk import itself. */
  provider: string | null
}

/** Why a file cannot be used, and what to do. Never a value of the file: it may be a token. */
export interface FileProblem {
  title: string
  detail: string
}

export type Read<T> = { ok: true; value: T } | { ok: false; problem: FileProblem }

export function problem(title: string, detail: string): { ok: false; problem: FileProblem } {
  return { ok: false, problem: { title, detail } }
}

export const MAX_ROWS = 100_000
/** A hundred thousand rows with long tokens fit. */
export const MAX_FILE_BYTES = 128 * 1024 * 1024

export const TOO_MANY_ROWS = problem(
  'More than 100,000 rows',
  'One import can have up to 100,000 rows. Split the file and import the parts one after the other.',
)

/** Returns what is wrong with the number of rows; null for nothing. */
export function rowCountProblem(count: number): { ok: false; problem: FileProblem } | null {
  if (count === 0) return problem('No rows', 'The file has no rows below the header. Choose another file.')
  return count <= MAX_ROWS ? null : TOO_MANY_ROWS
}

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  return (typeof cell === 'object' ? JSON.stringify(cell) : String(cell)).trim()
}
