/** The audit log over HTTP: read it, save it, and add what happened in the browser alone. */
import { LRUCache } from 'lru-cache'
import type { Audit } from '#lib/console/audit-port.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import {
  type AuditEntry,
  type AuditSearch,
  auditEntry,
  countSubjectViews,
  exportAudit,
  listAudit,
  SHOWN_SUBJECTS,
} from '#lib/domains/audit/audit.ts'
import type { AuditReach, AuditStore } from '#lib/domains/audit/console/store.ts'
import { auditDetails } from '#lib/domains/audit/details.ts'
import { auditEventOf } from '#lib/domains/audit/fhir.ts'
import {
  type AuditFormat,
  exportPersonAudit,
  listSubjectChanges,
  type SubjectChange,
} from '#lib/domains/audit/person.ts'
import {
  REPORT_BUDGET,
  REPORT_PERMISSIONS,
  type ReportedAction,
  reportAction,
} from '#lib/domains/audit/report-action.ts'
import { reviewOf } from '#lib/domains/audit/review.ts'
import { reviewViewers } from '#lib/domains/audit/review-schema.ts'
import { actionPhrase } from '#lib/domains/audit/sentences.ts'
import { listSettingChanges, SETTING_ACTIONS, type SettingChange } from '#lib/domains/audit/setting-changes.ts'
import { mainSubject, subjectKind } from '#lib/domains/audit/subject-href.ts'
import { CHANGES } from '#lib/domains/audit/views.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { denialOf, noEnvironment } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { mayEnter, type Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError, wrongField } from '#lib/kernel/api-error.ts'
import { type InCall, textStream } from '#lib/utils/text/bytes.ts'
import { type CsvCell, csvRows, csvStart, localCell } from '#lib/utils/text/csv.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

/** Small, because an entry may have a thousand subjects: others have their turn between two pages. */
const EXPORT_PAGE = 50
const FIELDS = auditEntry.keyof().exclude(['details']).options
const DETAILS = auditDetails.keyof().options
/** A file about one person counts the other subjects of a call and doesn't name them. */
const PERSON_FIELDS = FIELDS.filter((name) => name !== 'subjects' && name !== 'user_count')

type FileSearch = Omit<AuditSearch, 'limit'>

/** Yields everything that is found, as CSV. */
async function* csvFile(
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
async function* personFile(
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

export type VisibleStaff = (viewer: Viewer) => Promise<readonly string[]>

export interface AuditRoutesOptions {
  store: AuditStore
  audit: Audit
  /** Returns references of users by their ids, of those who have one. */
  referencesOf: (environment: string, user_ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  environments: readonly Environment[]
  /** Ids of the staff that somebody limited to some environments may see. */
  visibleStaff: VisibleStaff
  now: () => Date
  /** Binds what a call still does after its handler returned to that call. */
  captureCall?: (() => InCall) | undefined
}

/** Reported actions about orders; all others are about users. */
const ABOUT_ORDERS: ReadonlySet<string> = new Set(['export_orders', 'print_orders'])

const FILES: Readonly<Record<AuditFormat, { type: string; ending: string }>> = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  fhir: { type: 'application/fhir+ndjson; charset=utf-8', ending: 'ndjson' },
}
/** Milliseconds for which somebody who saw a record may still report what they did with it: longer than any session. */
const SHOWN_WITHIN = 7 * DAY
const NOT_SHOWN_TO_YOU = 'You weren’t shown some of these. Reload the page, then try again.'
const TOO_MANY_REPORTS = new ApiError('too_many_requests', 'Too many at once. Try again in a minute.', {
  retry_after_ms: MINUTE,
})
/** A page waits so long at most for new entries to be counted. */
const REVIEW_MS = 1_000

/** Every route of the audit log shows only what the viewer's environments allow. */
export function auditRoutes(options: AuditRoutesOptions): ConsoleRoute[] {
  const { store, audit, referencesOf, environments, visibleStaff, now, captureCall } = options
  const reachOf = async (viewer: Viewer): Promise<AuditReach | null> =>
    viewer.environments && { environments: viewer.environments, people: await visibleStaff(viewer) }

  const fileOf = (pieces: AsyncGenerator<string>, name: string, format: AuditFormat, time_zone: string) => {
    const { type, ending } = FILES[format]
    const file = `${name}-${dayIn(time_zone, now().getTime())}.${ending}`
    const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${file}"` }
    return new Response(textStream(pieces, captureCall?.()), { headers })
  }

  const spent = new LRUCache<string, { reports: number; ids: number }>({ max: 10_000, ttl: MINUTE })

  /** Returns why a report isn't taken; null where it is. */
  async function reportRefusal(
    { action, environment, subjects }: { action: ReportedAction; environment: string; subjects: readonly string[] },
    { id, role }: Viewer,
  ): Promise<ApiError | null> {
    const before = spent.get(id) ?? { reports: 0, ids: 0 }
    const used = { reports: before.reports + 1, ids: before.ids + subjects.length }
    if (used.reports > REPORT_BUDGET.reports || used.ids > REPORT_BUDGET.ids) return TOO_MANY_REPORTS
    spent.set(id, used, { ttl: spent.getRemainingTTL(id) || MINUTE })
    const permission = REPORT_PERMISSIONS[action]
    if (!can(role, permission)) return new ApiError('role_denied', denialOf(role, permission))
    const asked = [...new Set(subjects)]
    const since = new Date(now().getTime() - SHOWN_WITHIN)
    const shown = await store.subjectsShown({ actor_id: id, environment, since }, asked)
    return shown.length < asked.length ? wrongField('subjects', NOT_SHOWN_TO_YOU) : null
  }

  return [
    route(listAudit, async ({ query }, { viewer, about }) => {
      const page = await store.searchAudit(searchOf(query), await reachOf(viewer), SHOWN_SUBJECTS)
      if (page.id_matches) about(page.id_matches.ids)
      return { body: { ...page, references: await referencesIn(referencesOf, page.entries) } }
    }),

    route(listSubjectChanges, async ({ params: { environment, user_id }, query: { limit, order_id } }) => {
      const search = {
        environment,
        subject: order_id ?? user_id,
        action: [...CHANGES],
        outcome: ['done' as const],
        limit,
      }
      const { entries, next } = await store.searchAudit(search, null, 1)
      return { body: { changes: entries.map(changeOf), has_more: next !== null } }
    }),

    // Setting changes hold no personal data.
    route(
      listSettingChanges,
      async ({ params: { environment, setting }, query }) => {
        const search = { ...query, environment, action: [...SETTING_ACTIONS[setting]], outcome: ['done' as const] }
        const { entries, next } = await store.searchAudit(search, null, 1)
        return { body: { changes: entries.map(settingChangeOf), next } }
      },
      { audited: false },
    ),

    route(countSubjectViews, async ({ query }, { viewer }) => ({
      body: await store.countViews(query, await reachOf(viewer)),
    })),

    route(reviewViewers, async ({ query }, { viewer }) => {
      const is_complete = await countFor(store, REVIEW_MS)
      const { counts, who, counted_to } = await store.viewerCounts(query, await reachOf(viewer))
      return { body: { people: reviewOf(counts, who, query), is_complete, counted_to } }
    }),

    route(exportAudit, async ({ query: { time_zone, ...query } }, { viewer, note }) => {
      const reach = await reachOf(viewer)
      const { search, rows } = await closed(store, searchOf(query), reach)
      note({ rows })
      return fileOf(csvFile(store, search, reach, time_zone), 'audit', 'csv', time_zone)
    }),

    route(exportPersonAudit, async ({ query: { user_id: subject, format, time_zone, ...days } }, { viewer, note }) => {
      const reach = await reachOf(viewer)
      const { search, rows } = await closed(store, { ...days, subject }, reach)
      note({ rows })
      return fileOf(personFile(store, search, reach, { format, time_zone }), 'history', format, time_zone)
    }),

    route(
      reportAction,
      async ({ body: { action, environment, subjects, rows } }, { viewer, request_id }) => {
        const { id, email, name, role } = viewer
        const users = ABOUT_ORDERS.has(action) ? [] : subjects
        const details = rows === undefined ? undefined : { rows }
        const call = { actor: { id, email, name, role }, subjects, users, details, request_id }
        if (!environments.some((known) => known.id === environment) || !mayEnter(viewer, environment)) {
          await audit.record(
            { ...call, environment: null, action: reportAction.name },
            { outcome: 'refused', status: 404 },
          )
          throw noEnvironment()
        }
        // Nobody's history says what nobody saw, and nobody fills the log with IDs that they made up.
        const refusal = await reportRefusal({ action, environment, subjects }, viewer)
        if (refusal) {
          const refused = { outcome: 'refused', status: refusal.status } as const
          if (refusal.status !== 429)
            await audit.record({ ...call, subjects: [], users: [], environment, action }, refused)
          throw refusal
        }
        await audit.record({ ...call, environment, action }, { outcome: 'done', status: 204 })
        return { body: null }
      },
      { audited: 'itself' },
    ),
  ]
}

async function countFor(store: AuditStore, maxMs: number): Promise<boolean> {
  const end = performance.now() + maxMs
  while (await store.countViewers()) if (performance.now() > end) return false
  return true
}

/** Returns what the store is asked for: changes alone are the actions that change something. */
function searchOf<S extends { changes?: boolean | undefined; action?: string[] | undefined }>({
  changes,
  ...search
}: S) {
  return changes && !search.action?.length ? { ...search, action: [...CHANGES] } : search
}

/** Returns a search as it stands now, without the entry of the export itself, and how many entries it finds. */
async function closed<S extends FileSearch>(store: AuditStore, asked: S, reach: AuditReach | null) {
  const [newest] = (await store.searchAudit({ ...asked, limit: 1 }, reach, 1)).entries
  const search = { ...asked, before: (newest?.id ?? 0) + 1 }
  return { search, rows: await store.countAudit(search, reach) }
}

/** Returns the references of the users that entries are about before all others, by environment and id. */
async function referencesIn(
  referencesOf: AuditRoutesOptions['referencesOf'],
  entries: readonly AuditEntry[],
): Promise<Record<string, string>> {
  const asked = new Map<string, Set<string>>()
  for (const entry of entries) {
    const id = mainSubject(entry)
    if (id === null || entry.environment === null || subjectKind(entry, id) !== 'user') continue
    asked.set(entry.environment, (asked.get(entry.environment) ?? new Set()).add(id))
  }
  const found: Record<string, string> = {}
  for (const [environment, ids] of asked) {
    const known = await referencesOf(environment, [...ids])
    for (const [id, reference] of known) found[`${environment}/${id}`] = reference
  }
  return found
}

function changeOf({ id, at, actor_id, actor_name, action, details = {} }: AuditEntry): SubjectChange {
  return { id, at, actor_id, actor_name: actor_name ?? null, action, details }
}

function settingChangeOf(entry: AuditEntry): SettingChange {
  return { ...changeOf(entry), subject: entry.subjects[0] ?? null }
}
