/** What the settings of an environment ask of a store. */
import type { StuckDays } from '#lib/domains/orders/timeline.ts'

export interface KeptStuckLimits {
  days: StuckDays
  version: number
  /** ISO, to the millisecond. */
  changed_at: string
  changed_by: string
}

export interface SettingsStore {
  /** Null where nobody has chosen any. */
  stuckLimits(environment: string): Promise<KeptStuckLimits | null>
  /** Durable when it returns; `version` is that of what is kept, and one more than the one that was seen. */
  keepStuckLimits(environment: string, limits: KeptStuckLimits): Promise<KeptStuckLimits | 'stale'>
}
