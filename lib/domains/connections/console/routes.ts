import { LRUCache } from 'lru-cache'
import type { RecordStore } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { IMPORT_KEPT_DAYS, listImports, MAX_IMPORTS_SHOWN, recordImport } from '#lib/domains/connections/import-log.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { importsIn, type StoredImport } from './store.ts'

const NOT_YOURS =
  'Someone else began this import, or it has got further. Only the browser that runs it can report on it.'

/** Imports that one person may begin in an hour: only the newest are shown, and the end of each has all users read again. */
const MOST_BEGUN = 30
const TOO_MANY = new ApiError('too_many_requests', 'You began many imports within an hour. Try again later.', {
  retry_after_ms: HOUR,
})

const shown = ({ owner_id: _, ...made }: StoredImport) => made

interface ImportRoutesOptions {
  store: RecordStore
  now: () => Date
  /** Whenever an import ends or pauses: users have other connections than before. */
  onEnd: (environment: string) => Promise<void>
}

/** No patient is shown and every importing call is on record itself, so reports of progress are not. */
export function importRoutes({ store, now, onEnd }: ImportRoutesOptions): ConsoleRoute[] {
  const imports = importsIn(store)
  const begun = new LRUCache<string, Set<string>>({ max: 10_000, ttl: HOUR })

  function checkBudget(owner_id: string, import_id: string): void {
    const ids = begun.get(owner_id) ?? new Set<string>()
    if (ids.size >= MOST_BEGUN && !ids.has(import_id)) throw TOO_MANY
    if (ids.size === 0) begun.set(owner_id, ids)
    ids.add(import_id)
  }

  return [
    route(
      listImports,
      async ({ params: { environment } }) => ({
        body: { imports: (await imports.past(environment, MAX_IMPORTS_SHOWN)).map(shown) },
      }),
      { audited: false },
    ),

    route(
      recordImport,
      async ({ params: { environment, import_id }, body }, { viewer }) => {
        checkBudget(viewer.id, import_id)
        const at = now()
        const times = { started_at: at.toISOString(), changed_at: at.toISOString() }
        const made = { ...body, ...times, id: import_id, owner_id: viewer.id, started_by: viewer.name }
        const forget_before = new Date(at.getTime() - IMPORT_KEPT_DAYS * DAY).toISOString()
        const kept = await imports.save(environment, made, forget_before)
        if (!kept) throw new ApiError('not_found', NOT_YOURS)
        if (body.state !== 'running') await onEnd(environment)
        return { body: shown(kept) }
      },
      { audited: false },
    ),
  ]
}
