/** The audit log over HTTP: read it, save it, and add what happened in the browser alone. */

import type { Audit } from '#lib/console/audit-port.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import {
  type AuditEntry,
  type AuditSearch,
  auditEntry,
  countSubjectViews,
  exportAudit,
  listAudit,
  reportAction,
  SHOWN_SUBJECTS,
} from '#lib/domains/audit/audit.ts'
import { auditDetails } from '#lib/domains/audit/details.ts'
import type { AuditReach, AuditStore } from '#lib/domains/audit/console/store.ts'
import { reviewOf } from '#lib/domains/audit/review.ts'
import { reviewViewers } from '#lib/domains/audit/review-schema.ts'
import { mayEnter } from '#lib/domains/environments/access.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { noEnvironment } from '#lib/domains/staff/denial.ts'
import type { Viewer } from '#lib/domains/staff/staff.ts'
import { type CsvCell, csvRows } from '#lib/utils/text/csv.ts'
import { type InCall, textStream } from '#lib/utils/text/text-stream.ts'

export type VisibleStaff = (viewer: Viewer) => Promise<readonly string[]>

export interface AuditRoutesOptions {
  store: AuditStore
  audit: Audit
  environments: readonly Environment[]
  /** Ids of the staff that somebody limited to some environments may see. */
  visibleStaff: VisibleStaff
  now: () => Date
  /** Binds what a call still does after its handler returned to that call. */
  captureCall?: (() => InCall) | undefined
}

/** What is reported of orders; everything else that is reported is about users. */
const ABOUT_ORDERS: ReadonlySet<string> = new Set(['export_orders'])

/** Small, because an entry may have a thousand subjects: others have their turn between two pages. */
const EXPORT_PAGE = 50
/** A page waits so long at most for new entries to be counted. */
const REVIEW_MS = 1_000
const FIELDS = auditEntry.keyof().exclude(['details']).options
const DETAILS = auditDetails.keyof().options

/**
 * Returns the audit log's routes: search, views of a subject, CSV export, browser events. They show only what the viewer's
 * environments allow.
 */
export function auditRoutes(options: AuditRoutesOptions): ConsoleRoute[] {
  const { store, audit, environments, visibleStaff, now, captureCall } = options
  const reachOf = async (viewer: Viewer): Promise<AuditReach | null> =>
    viewer.environments && { environments: viewer.environments, people: await visibleStaff(viewer) }

  return [
    route(listAudit, async ({ query }, { viewer }) => ({
      body: await store.searchAudit(query, await reachOf(viewer), SHOWN_SUBJECTS),
    })),

    route(countSubjectViews, async ({ query }, { viewer }) => ({
      body: await store.countViews(query, await reachOf(viewer)),
    })),

    route(reviewViewers, async ({ query }, { viewer }) => {
      const is_complete = await countFor(store, REVIEW_MS)
      const { counts, who, counted_to } = await store.viewerCounts(query, await reachOf(viewer))
      return { body: { people: reviewOf(counts, who, query), is_complete, counted_to } }
    }),

    route(exportAudit, async ({ query }, { viewer }) => {
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-${now().toISOString().slice(0, 10)}.csv"`,
      }
      const pages = csvPages(store, query, await reachOf(viewer))
      return new Response(textStream(pages, captureCall?.()), { headers })
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

/** Entries added during the export have higher IDs, so the file shows the log as of its first page. */
async function* csvPages(
  store: AuditStore,
  search: Omit<AuditSearch, 'before' | 'limit'>,
  reach: AuditReach | null,
): AsyncGenerator<string> {
  yield csvRows([[...FIELDS, ...DETAILS]])
  let before: number | null | undefined
  while (before !== null) {
    const page = { ...search, limit: EXPORT_PAGE, ...(before && { before }) }
    const { entries, next } = await store.searchAudit(page, reach)
    yield csvRows(entries.map(cells))
    before = next
  }
}

function cells(entry: AuditEntry): CsvCell[] {
  const { details = {} } = entry
  return [...FIELDS.map((name) => cellOf(entry[name])), ...DETAILS.map((name) => cellOf(details[name]))]
}

function cellOf(value: CsvCell | string[] | undefined): CsvCell {
  return Array.isArray(value) ? value.join(' ') : (value ?? null)
}
