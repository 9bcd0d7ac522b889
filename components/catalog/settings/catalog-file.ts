/** The catalog as a CSV file: written so that a file that was saved here is read back as the same entries. Pure. */
import {
  CATALOG_LIMIT,
  type CatalogEntry,
  type CatalogKind,
  type NamedEntry,
  namedEntry,
} from '#lib/domains/catalog/catalog.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'
import { invisibleName } from '#lib/utils/text/invisible.ts'
import { readCsvTable, type Spoiled, spoiledBySpreadsheet } from '#lib/utils/text/read-csv.ts'
import { compactKey } from '#lib/utils/text/typed-text.ts'

const COLUMNS = ['kind', 'id', 'name', 'lab_id'] as const
type Column = (typeof COLUMNS)[number]

export type FileRow = { number: number; kind: string; id: string; name: string; warning?: string } & (
  | { outcome: 'wrong'; reason: string }
  | { outcome: 'new' | 'same'; entry: NamedEntry }
  | { outcome: 'changed'; entry: NamedEntry; before: string }
)

export type CatalogFile = { rows: FileRow[] } | { problem: string }

const KINDS: Readonly<Record<string, CatalogKind>> = {
  lab: 'lab',
  labtest: 'lab_test',
  test: 'lab_test',
  labaccount: 'lab_account',
  account: 'lab_account',
}

/** Returns the rows of the catalog's own file, which is read back as the same entries. */
export function catalogTable(entries: readonly CatalogEntry[]): CsvCell[][] {
  return [[...COLUMNS], ...entries.map((entry) => COLUMNS.map((column) => entry[column]))]
}

/** `present` is what the catalog holds. */
export function readCatalogFile(text: string, present: readonly CatalogEntry[]): CatalogFile {
  const table = readCsvTable(text)
  if ('wrong_quote' in table) {
    return {
      problem: `${table.wrong_quote} has a misplaced quotation mark. Put quotes around the whole value, and double any quotation mark inside it.`,
    }
  }
  if ('too_many' in table) return { problem: `The file has too many ${table.too_many}. Choose another file.` }
  const [head, ...below] = table.rows
  if (!head || below.length === 0) return { problem: 'The file has no rows below the header. Choose another file.' }
  const places = placesOf(head.cells)
  const missing = (['kind', 'id', 'name'] as const).filter((column) => places[column] === undefined)
  if (missing.length > 0) {
    return {
      problem: `The heading must name the columns kind, id and name; lab_id is optional. Missing: ${missing.join(', ')}.`,
    }
  }
  if (below.length > CATALOG_LIMIT) {
    return {
      problem: `The file has ${formatCount(below.length)} rows, and the catalog holds ${formatCount(CATALOG_LIMIT)} entries. Choose a shorter file.`,
    }
  }
  const twice = COLUMNS.find(
    (column) => head.cells.map(compactKey).filter((name) => name === compactKey(column)).length > 1,
  )
  if (twice) return { problem: `The heading has ${twice} twice. Remove or rename one of these columns.` }
  const known = new Map(present.map((entry) => [keyOf(entry), entry]))
  const seen = new Map<string, { number: number; entry: NamedEntry }>()
  const rows = below.map(({ cells, raw, number }) =>
    rowOf(
      cellsOf(cells, places),
      cells.slice(head.cells.length).some((cell) => cell.trim() !== '') ? TOO_MANY : spoiledIn(raw, places),
      number,
      known,
      seen,
    ),
  )
  return { rows: warned(rows, labsOf(present, rows)) }
}

/** The labs there are once the file is imported. */
function labsOf(present: readonly CatalogEntry[], rows: readonly FileRow[]): ReadonlySet<string> {
  const entries = rows.flatMap((row) => (row.outcome === 'wrong' ? [] : [row.entry]))
  return new Set([...present, ...entries].flatMap(({ kind, id }) => (kind === 'lab' ? [id] : [])))
}

function warned(rows: readonly FileRow[], labs: ReadonlySet<string>): FileRow[] {
  return rows.map((row) => {
    if (row.outcome === 'wrong' || row.entry.kind !== 'lab_test') return row
    const { lab_id } = row.entry
    if (!lab_id || labs.has(lab_id)) return row
    return {
      ...row,
      warning: `No lab in the catalog or the file has the ID ${lab_id}. The test is shown under “Lab ${lab_id}”.`,
    }
  })
}

const TOO_MANY: Spoiled = {
  level: 'error',
  text: 'More values than columns: put quotes around a value that contains a separator.',
}

type Places = Partial<Record<Column, number>>

function placesOf(head: readonly string[]): Places {
  const names = head.map(compactKey)
  const placeOf = (column: Column) => names.indexOf(compactKey(column))
  return Object.fromEntries(COLUMNS.flatMap((column) => (placeOf(column) === -1 ? [] : [[column, placeOf(column)]])))
}

function cellsOf(cells: readonly string[], places: Places) {
  const at = (column: Column) => {
    const place = places[column]
    return place === undefined ? null : (cells[place] ?? '').trim()
  }
  return { kind: at('kind') ?? '', id: at('id') ?? '', name: at('name') ?? '', lab_id: at('lab_id') }
}

/** Our own files mark what a spreadsheet would spoil, so the cells are looked at as the file has them. */
function spoiledIn(raw: readonly string[], places: Places): Spoiled | null {
  const all = COLUMNS.flatMap((column): Spoiled[] => {
    const text = raw[places[column] ?? -1] ?? ''
    const found = spoiledBySpreadsheet(text)
    if (found) return [{ ...found, text: `The ${column} ${found.text}.` }]
    const hidden = column === 'name' ? null : invisibleName(text.trim())
    return hidden ? [{ level: 'error', text: `The ${column} contains ${hidden}.` }] : []
  })
  return all.find(({ level }) => level === 'error') ?? all[0] ?? null
}

function rowOf(
  cells: ReturnType<typeof cellsOf>,
  spoiled: Spoiled | null,
  number: number,
  known: ReadonlyMap<string, CatalogEntry>,
  seen: Map<string, { number: number; entry: NamedEntry }>,
): FileRow {
  const { kind, id, name, lab_id } = cells
  const wrong = (reason: string) => ({ number, kind, id, name, outcome: 'wrong' as const, reason })
  if (spoiled?.level === 'error') return wrong(spoiled.text)
  const its = KINDS[compactKey(kind)]
  if (!its) return wrong('The kind is lab, lab_test or lab_account.')
  const parsed = namedEntry.safeParse({ kind: its, id, name, ...(lab_id !== null && { lab_id: lab_id || null }) })
  if (!parsed.success) return wrong([...new Set(parsed.error.issues.map(({ message }) => message))].join(' '))
  const entry = parsed.data
  const earlier = seen.get(keyOf(entry))
  if (earlier && !isSame(earlier.entry, entry))
    return wrong(`Row ${earlier.number} has the same ID but different values.`)
  seen.set(keyOf(entry), earlier ?? { number, entry })
  const before = known.get(keyOf(entry))
  const row = { number, kind: entry.kind, id: entry.id, name: entry.name, entry }
  // A value that the catalog has is as it was, however it looks.
  if (before && isSame(before, entry)) return { ...row, outcome: 'same' }
  const doubtful = { ...row, ...(spoiled && { warning: spoiled.text }) }
  if (earlier) return { ...doubtful, outcome: 'same' }
  return before ? { ...doubtful, outcome: 'changed', before: before.name } : { ...doubtful, outcome: 'new' }
}

export const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`

/** A lab that is not said stays as it is. */
function isSame(before: CatalogEntry | NamedEntry, after: NamedEntry) {
  const had = 'lab_id' in before ? (before.lab_id ?? null) : null
  const has = 'lab_id' in after && after.lab_id !== undefined ? after.lab_id : had
  return before.name === after.name && had === has
}
