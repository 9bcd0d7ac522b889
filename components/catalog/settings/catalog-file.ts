/** The catalog as a CSV file: written so that a file that was saved here is read back as the same entries. Pure. */
import type { z } from 'zod'
import {
  CATALOG_LIMIT,
  type CatalogEntry,
  type CatalogKind,
  type NamedEntry,
  namedEntry,
  TEST_TEXT_NAMES,
  testTexts,
} from '#lib/domains/catalog/catalog.ts'
import {
  PARTNER_KINDS,
  type Partner,
  type PartnerKind,
  partner as partnerSchema,
} from '#lib/domains/contacts/contact-book.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'
import { invisibleName } from '#lib/utils/text/invisible.ts'
import { readCsvTable, type Spoiled, spoiledBySpreadsheet } from '#lib/utils/text/read-csv.ts'
import { compactKey } from '#lib/utils/text/typed-text.ts'

/** Columns that a spreadsheet's changes are looked for in: texts of people may look like anything. */
const KEYS = ['kind', 'id', 'name', 'lab_id'] as const
const COLUMNS = [...KEYS, ...TEST_TEXT_NAMES, 'phone_number', 'email', 'hours', 'how_to_cancel'] as const
type Column = (typeof COLUMNS)[number]

/** A row is of the catalog, or a contact of the environment. */
type Given = { entry: NamedEntry; partner?: never } | { partner: Partner; entry?: never }

export type FileRow = { number: number; kind: string; id: string; name: string; warning?: string } & (
  | { outcome: 'wrong'; reason: string }
  | ({ outcome: 'new' | 'same' } & Given)
  | ({ outcome: 'changed'; before: string } & Given)
)

/** In the file a contact of a lab is not the lab. */
const CONTACT_KINDS: Readonly<Record<PartnerKind, string>> = {
  lab: 'lab_contact',
  carrier: 'carrier',
  draw_provider: 'draw_provider',
  service_support: 'service_support',
}
const CONTACTS: ReadonlyMap<string, PartnerKind> = new Map(
  PARTNER_KINDS.map((kind) => [compactKey(CONTACT_KINDS[kind]), kind]),
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
export function catalogTable(entries: readonly CatalogEntry[], partners: readonly Partner[]): CsvCell[][] {
  const contacts = partners.map(({ note, ...one }) => ({ ...one, kind: CONTACT_KINDS[one.kind], remarks: note }))
  const rows: Partial<Record<Column, string | null | undefined>>[] = [...entries, ...contacts]
  return [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))]
}

/** `present` is what the catalog holds; `partners` are the contacts that there are, null for who may not change them. */
export function readCatalogFile(
  text: string,
  present: readonly CatalogEntry[],
  partners: readonly Partner[] | null,
): CatalogFile {
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
      problem: `The heading must name the columns kind, id and name; the others are optional. Missing: ${missing.join(', ')}.`,
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
  const rows = below.map(({ cells: all, raw, number }) => {
    const cells = cellsOf(all, places)
    const isLong = all.slice(head.cells.length).some((cell) => cell.trim() !== '')
    const spoiled = isLong ? TOO_MANY : spoiledIn(raw, places)
    const kind = CONTACTS.get(compactKey(cells.kind ?? ''))
    return kind && spoiled?.level !== 'error'
      ? contactRow(cells, kind, number, partners)
      : rowOf(cells, spoiled, number, known, seen)
  })
  return { rows: warned(rows, labsOf(present, rows)) }
}

/** The labs there are once the file is imported. */
function labsOf(present: readonly CatalogEntry[], rows: readonly FileRow[]): ReadonlySet<string> {
  const entries = rows.flatMap((row) => (row.outcome === 'wrong' || !row.entry ? [] : [row.entry]))
  return new Set([...present, ...entries].flatMap(({ kind, id }) => (kind === 'lab' ? [id] : [])))
}

function warned(rows: readonly FileRow[], labs: ReadonlySet<string>): FileRow[] {
  return rows.map((row) => {
    if (row.outcome === 'wrong' || row.entry?.kind !== 'lab_test') return row
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

type Cells = Partial<Record<Column, string>>

/** A column that the file doesn't have is in none of its rows. */
function cellsOf(cells: readonly string[], places: Places): Cells {
  return Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const place = places[column]
      return place === undefined ? [] : [[column, (cells[place] ?? '').trim()]]
    }),
  )
}

/** Our own files mark what a spreadsheet would spoil, so the cells are looked at as the file has them. */
function spoiledIn(raw: readonly string[], places: Places): Spoiled | null {
  const all = KEYS.flatMap((column): Spoiled[] => {
    const text = raw[places[column] ?? -1] ?? ''
    const found = spoiledBySpreadsheet(text)
    if (found) return [{ ...found, text: `The ${column} ${found.text}.` }]
    const hidden = column === 'name' ? null : invisibleName(text.trim())
    return hidden ? [{ level: 'error', text: `The ${column} contains ${hidden}.` }] : []
  })
  return all.find(({ level }) => level === 'error') ?? all[0] ?? null
}

function rowOf(
  cells: Cells,
  spoiled: Spoiled | null,
  number: number,
  known: ReadonlyMap<string, CatalogEntry>,
  seen: Map<string, { number: number; entry: NamedEntry }>,
): FileRow {
  const { kind = '', id = '', name = '', lab_id, preparation, sample, remarks } = cells
  const wrong = (reason: string) => ({ number, kind, id, name, outcome: 'wrong' as const, reason })
  if (spoiled?.level === 'error') return wrong(spoiled.text)
  const its = KINDS[compactKey(kind)]
  if (!its)
    return wrong(
      `The kind is lab, lab_test, lab_account, or a contact’s: ${[...CONTACTS.values()].map((one) => CONTACT_KINDS[one]).join(', ')}.`,
    )
  const lab = lab_id === undefined ? undefined : lab_id || null
  const parsed = namedEntry.safeParse({ kind: its, id, name, lab_id: lab, preparation, sample, remarks })
  if (!parsed.success) return wrong(reasonOf(parsed.error))
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

const reasonOf = ({ issues }: z.ZodError) => [...new Set(issues.map(({ message }) => message))].join(' ')

/** A contact is known by its ID, or without one by its kind and name. */
function contactRow(cells: Cells, kind: PartnerKind, number: number, partners: readonly Partner[] | null): FileRow {
  const { id = '', name = '' } = cells
  const row = { number, kind: CONTACT_KINDS[kind], id, name }
  if (partners === null) return { ...row, outcome: 'wrong', reason: 'Only an administrator can change contacts.' }
  const isThis = (one: Partner) => (id ? one.id === id.toLowerCase() : one.kind === kind && one.name === name)
  const before = partners.find(isThis)
  const {
    phone_number = before?.phone_number ?? '',
    hours = before?.hours ?? '',
    email = before?.email ?? '',
    how_to_cancel = before?.how_to_cancel ?? '',
    remarks: note = before?.note ?? '',
  } = cells
  const own = { id: id || (before?.id ?? newId()), kind, name }
  const parsed = partnerSchema.safeParse({ ...own, phone_number, hours, email, how_to_cancel, note })
  if (!parsed.success) return { ...row, outcome: 'wrong', reason: reasonOf(parsed.error) }
  const partner = parsed.data
  if (!before) return { ...row, outcome: 'new', partner }
  const isKept = JSON.stringify(partner) === JSON.stringify(partnerSchema.parse(before))
  return isKept ? { ...row, outcome: 'same', partner } : { ...row, outcome: 'changed', partner, before: before.name }
}

export const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`

/** A lab or a text that is not said stays as it is. */
function isSame(before: CatalogEntry | NamedEntry, after: NamedEntry) {
  const had = 'lab_id' in before ? (before.lab_id ?? null) : null
  const has = 'lab_id' in after && after.lab_id !== undefined ? after.lab_id : had
  const [texts, next] = [testTexts.parse(before), testTexts.parse(after)]
  const isSaid = TEST_TEXT_NAMES.every((name) => next[name] === undefined || next[name] === (texts[name] ?? ''))
  return before.name === after.name && had === has && isSaid
}
