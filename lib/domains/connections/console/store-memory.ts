/** The record of imports as a readable model. */
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import type { ImportStore, StoredImport } from './store.ts'

export function memoryImports(): ImportStore {
  const kept = new Map<string, Map<string, StoredImport>>()

  return {
    async pastImports(environment, limit) {
      const all = [...(kept.get(environment)?.values() ?? [])]
      all.sort((a, b) => byCodePoint(b.started_at, a.started_at) || byCodePoint(a.id, b.id))
      return structuredClone(all.slice(0, limit))
    },

    async saveImport(environment, made, forget_before) {
      const imports = kept.get(environment) ?? new Map<string, StoredImport>()
      kept.set(environment, imports)
      const known = imports.get(made.id)
      if (known && (known.owner_id !== made.owner_id || known.rows > made.rows || known.connected > made.connected))
        return null
      const { started_by, started_at } = known ?? made
      imports.set(made.id, structuredClone({ ...made, started_by, started_at }))
      for (const [id, one] of imports) if (one.started_at < forget_before) imports.delete(id)
      return structuredClone({ ...made, started_by, started_at })
    },
  }
}
