/** The audit log over HTTP: read it, save it, and add what happened in the browser alone. */

import type { Audit } from '#lib/console/audit-port.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { type AuditEntry, countSubjectViews, exportAudit, listAudit, SHOWN_SUBJECTS } from '#lib/domains/audit/audit.ts'
import type { AuditReach, AuditStore } from '#lib/domains/audit/console/store.ts'
import {
  type AuditFormat,
  exportPersonAudit,
  listSubjectChanges,
  type SubjectChange,
} from '#lib/domains/audit/person.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { reviewOf } from '#lib/domains/audit/review.ts'
import { reviewViewers } from '#lib/domains/audit/review-schema.ts'
import { listSettingChanges, SETTING_ACTIONS, type SettingChange } from '#lib/domains/audit/setting-changes.ts'
import { mainSubject, subjectKind } from '#lib/domains/audit/subject-href.ts'
import { CHANGES } from '#lib/domains/audit/views.ts'
import { mayEnter } from '#lib/domains/environments/access.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { noEnvironment } from '#lib/domains/staff/denial.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { type InCall, textStream } from '#lib/utils/text/text-stream.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { csvFile, type FileSearch, personFile } from './audit-files.ts'

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
const ABOUT_ORDERS: ReadonlySet<string> = new Set(['export_orders'])

const FILES: Readonly<Record<AuditFormat, { type: string; ending: string }>> = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  fhir: { type: 'application/fhir+ndjson; charset=utf-8', ending: 'ndjson' },
}
/** A page waits so long at most for new entries to be counted. */
const REVIEW_MS = 1_000

/**
 * Returns the audit log's routes: search, views of a subject, CSV export, browser events. They show only what the viewer's
 * environments allow.
 */
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

  return [
    route(listAudit, async ({ query }, { viewer, about }) => {
      const page = await store.searchAudit(searchOf(query), await reachOf(viewer), SHOWN_SUBJECTS)
      if (page.id_matches) about(page.id_matches.ids)
      return { body: { ...page, references: await referencesIn(referencesOf, page.entries) } }
    }),

    route(listSubjectChanges, async ({ params: { environment, user_id }, query: { limit } }) => {
      const search = { environment, subject: user_id, action: [...CHANGES], outcome: ['done' as const], limit }
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
        await audit.record({ ...call, environment, action }, { outcome: 'done', status: 204 })
        return { body: null }
      },
      { audited: false },
    ),
  ]
}

/** Counts what is new in the log, until it is all counted (true) or the time is over. */
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
