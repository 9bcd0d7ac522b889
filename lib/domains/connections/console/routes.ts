import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import {
  IMPORT_KEPT_DAYS,
  listImports,
  MAX_IMPORTS_SHOWN,
  pastImport,
  recordImport,
} from '#lib/domains/connections/import-log.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'

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

/** The record of imports, among the console's records: so few that reading all is quick. */
const storedImport = pastImport.extend({ owner_id: z.string() })
export type StoredImport = z.infer<typeof storedImport>

export function importsIn(store: RecordStore) {
  const records = recordsOf(store, 'import', storedImport)

  /**
   * Begins a record, or changes the counts and the state of one that its owner began; null for somebody else's, and for
   * fewer rows or connected rows than are on record. What began before `forget_before` is removed.
   */
  async function save(environment: string, made: StoredImport, forget_before: string): Promise<StoredImport | null> {
    const all = await records.find(environment)
    const known = all.find(({ key }) => key === made.id)
    const before = known?.body ?? made
    if (before.owner_id !== made.owner_id || before.rows > made.rows || before.connected > made.connected) return null
    const { started_by, started_at } = before
    const next = { key: made.id, version: (known?.version ?? 0) + 1, body: { ...made, started_by, started_at } }
    const saved = await records.save(environment, { ...next, at: made.changed_at })
    if (saved === 'stale') return save(environment, made, forget_before)
    const old = all.filter(({ body }) => body.started_at < forget_before)
    await records.remove(
      environment,
      old.map(({ key }) => key),
    )
    return next.body
  }

  return {
    save,
    /** The newest first, at most `limit`. */
    async past(environment: string, limit: number): Promise<StoredImport[]> {
      const all = (await records.find(environment)).map(({ body }) => body)
      all.sort((a, b) => byCodePoint(b.started_at, a.started_at) || byCodePoint(a.id, b.id))
      return all.slice(0, limit)
    },
  }
}
