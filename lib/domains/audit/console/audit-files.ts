/** The audit log as files, made page by page while they are sent. */
import { type AuditEntry, type AuditSearch, auditEntry } from '#lib/domains/audit/audit.ts'
import type { AuditReach, AuditStore } from '#lib/domains/audit/console/store.ts'
import { auditDetails } from '#lib/domains/audit/details.ts'
import { auditEventOf } from '#lib/domains/audit/fhir.ts'
import type { AuditFormat } from '#lib/domains/audit/person.ts'
import { actionPhrase } from '#lib/domains/audit/sentences.ts'
import { type CsvCell, csvRows, csvStart, localCell } from '#lib/utils/text/csv.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

/** Small, because an entry may have a thousand subjects: others have their turn between two pages. */
const EXPORT_PAGE = 50
const FIELDS = auditEntry.keyof().exclude(['details']).options
const DETAILS = auditDetails.keyof().options
/** A file about one person counts the other subjects of a call and doesn't name them. */
const PERSON_FIELDS = FIELDS.filter((name) => name !== 'subjects' && name !== 'user_count')

export type FileSearch = Omit<AuditSearch, 'limit'>

/** Yields everything that is found, as CSV. */
export async function* csvFile(
  store: AuditStore,
  search: FileSearch,
  reach: AuditReach | null,
  time_zone: string,
): AsyncGenerator<string> {
  yield csvStart([[...headsOf(FIELDS, time_zone), ...DETAILS]])
  for await (const entries of pages(store, search, reach))
    yield csvRows(
      entries.map((entry) => [...cellsOf(entry, FIELDS, time_zone), ...DETAILS.map((name) => detailOf(entry, name))]),
    )
}

/** Yields everything about one user: CSV, or one FHIR R4 AuditEvent a line. */
export async function* personFile(
  store: AuditStore,
  search: FileSearch & { subject: string },
  reach: AuditReach | null,
  { format, time_zone }: { format: AuditFormat; time_zone: string },
): AsyncGenerator<string> {
  const { subject } = search
  if (format === 'csv') yield csvStart([['what', 'other_subjects', ...headsOf(PERSON_FIELDS, time_zone), ...DETAILS]])
  for await (const entries of pages(store, search, reach)) {
    if (format === 'csv') yield csvRows(entries.map((entry) => personCells(entry, subject, time_zone)))
    else yield entries.map((entry) => `${JSON.stringify(auditEventOf(entry, subject))}\n`).join('')
  }
}

/** Entries added during the export have higher ids, so a file shows the log as of its beginning. */
async function* pages(store: AuditStore, search: FileSearch, reach: AuditReach | null): AsyncGenerator<AuditEntry[]> {
  let before: number | null | undefined = search.before
  while (before !== null) {
    const page = { ...search, limit: EXPORT_PAGE, ...(before && { before }) }
    const { entries, next } = await store.searchAudit(page, reach)
    yield entries
    before = next
  }
}

type Field = (typeof FIELDS)[number]

/** The exact instant is followed by the viewer's clock. */
function headsOf(fields: readonly Field[], time_zone: string): string[] {
  return fields.flatMap((name) => (name === 'at' ? [name, `${name} (${time_zone})`] : [name]))
}

function cellsOf(entry: AuditEntry, fields: readonly Field[], time_zone: string): CsvCell[] {
  return fields.flatMap((name) => {
    const cell = cellOf(entry[name])
    return name === 'at' ? [cell, localCell(parseInstant(entry.at), time_zone)] : [cell]
  })
}

function personCells(entry: AuditEntry, subject: string, time_zone: string): CsvCell[] {
  const others = entry.subjects.filter((id) => id !== subject).length
  const own = cellsOf(entry, PERSON_FIELDS, time_zone)
  return [actionPhrase(entry), others, ...own, ...DETAILS.map((name) => detailOf(entry, name))]
}

const detailOf = ({ details = {} }: AuditEntry, name: (typeof DETAILS)[number]) => cellOf(details[name])

function cellOf(value: CsvCell | string[] | undefined): CsvCell {
  return Array.isArray(value) ? value.join(' ') : (value ?? null)
}
