/** The settings of environments as a readable model. */
import type { SettingsStore, StoredStuckLimits } from './store.ts'

/** Creates the store of stuck limits in memory. A save that isn't based on the latest version returns `stale`. */
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
