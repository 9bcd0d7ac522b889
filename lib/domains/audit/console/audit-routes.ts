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
import type { AuditReach, AuditStore } from '#lib/domains/audit/console/store.ts'
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

/** Small, because an entry may have a thousand subjects: others have their turn between two pages. */
const EXPORT_PAGE = 50
const COLUMNS = auditEntry.keyof().options

/**
 * Returns the audit log's routes: search, views of a subject, CSV export, browser events. They show only what the viewer's
 * environments allow.
 */
export function auditRoutes(options: AuditRoutesOptions): ConsoleRoute[] {
  const { store, audit, environments, visibleStaff, now, captureCall } = options
  const reachOf = async (viewer: Viewer): Promise<AuditReach | null> =>
    viewer.environments && { environments: viewer.environments, people: await visibleStaff(viewer) }

  return [
    route(listAudit, async ({ query }, { viewer, about }) => {
      const body = await store.searchAudit(query, await reachOf(viewer), SHOWN_SUBJECTS)
      if (body.id_matches) about(body.id_matches.ids)
      return { body }
    }),

    route(countSubjectViews, async ({ query }, { viewer }) => ({
      body: await store.countViews(query, await reachOf(viewer)),
    })),

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
      async ({ body: { action, environment, subjects } }, { viewer, request_id }) => {
        const { id, email, role } = viewer
        const call = { actor: { id, email, role }, subjects, request_id }
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

/** Entries added during the export have higher IDs, so the file shows the log as of its first page. */
async function* csvPages(
  store: AuditStore,
  search: Omit<AuditSearch, 'before' | 'limit'>,
  reach: AuditReach | null,
): AsyncGenerator<string> {
  yield csvRows([COLUMNS])
  let before: number | null | undefined
  while (before !== null) {
    const page = { ...search, limit: EXPORT_PAGE, ...(before && { before }) }
    const { entries, next } = await store.searchAudit(page, reach)
    yield csvRows(entries.map(cells))
    before = next
  }
}

function cells(entry: AuditEntry): CsvCell[] {
  return COLUMNS.map((column) => (column === 'subjects' ? entry.subjects.join(' ') : (entry[column] ?? null)))
}
