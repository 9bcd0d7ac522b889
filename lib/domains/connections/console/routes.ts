/** The record of imports over HTTP. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { IMPORT_KEPT_DAYS, listImports, MAX_IMPORTS_SHOWN, recordImport } from '#lib/domains/connections/import-log.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import type { ImportStore, StoredImport } from './store.ts'

const NOT_YOURS =
  'Someone else began this import, or it has got further. Only the browser that runs it can report on it.'

const shown = ({ owner_id: _, ...made }: StoredImport) => made

interface ImportRoutesOptions {
  store: ImportStore
  now: () => Date
  /** Whenever an import ends or pauses: users have other connections than before. */
  onEnd: (environment: string) => Promise<void>
}

/**
 * Returns the routes that list past imports and record one. Neither shows a patient, and every call that imports is in
 * the audit log by itself, so reports of progress are not.
 */
export function importRoutes({ store, now, onEnd }: ImportRoutesOptions): ConsoleRoute[] {
  return [
    route(
      listImports,
      async ({ params: { environment } }) => ({
        body: { imports: (await store.pastImports(environment, MAX_IMPORTS_SHOWN)).map(shown) },
      }),
      { audited: false },
    ),

    route(
      recordImport,
      async ({ params: { environment, import_id }, body }, { viewer }) => {
        const at = now()
        const times = { started_at: at.toISOString(), changed_at: at.toISOString() }
        const made = { ...body, ...times, id: import_id, owner_id: viewer.id, started_by: viewer.name }
        const forget_before = new Date(at.getTime() - IMPORT_KEPT_DAYS * DAY).toISOString()
        const kept = await store.saveImport(environment, made, forget_before)
        if (!kept) throw new ApiError('not_found', NOT_YOURS)
        if (body.state !== 'running') await onEnd(environment)
        return { body: shown(kept) }
      },
      { audited: false },
    ),
  ]
}
