/** The record of imports, among the console's records: so few that reading all is quick. */
import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { pastImport } from '#lib/domains/connections/import-log.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'

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
