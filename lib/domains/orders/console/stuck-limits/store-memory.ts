/** The settings of environments as a readable model. */
import type { SettingsStore, StoredStuckLimits } from './store.ts'

/** Returns the store of stuck-order limits in memory, the model that the database must agree with. */
export function memorySettings(): SettingsStore {
  const limits = new Map<string, StoredStuckLimits>()

  return {
    async stuckLimits(environment) {
      const kept = limits.get(environment)
      return kept ? structuredClone(kept) : null
    },

    async saveStuckLimits(environment, next) {
      if ((limits.get(environment)?.version ?? 0) !== next.version - 1) return 'stale'
      limits.set(environment, structuredClone(next))
      return structuredClone(next)
    },
  }
}
