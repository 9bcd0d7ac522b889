/** Store of an environment's settings. */
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'

export interface StoredStuckLimits {
  /** Limits set by staff, by status or stage. */
  days: StuckDays
  version: number
  /** ISO, to the millisecond. */
  changed_at: string
  changed_by: string
}

export interface SettingsStore {
  /** Null where the defaults apply. */
  stuckLimits(environment: string): Promise<StoredStuckLimits | null>
  /** Durable when it returns; `version` is that of what is kept, and one more than the one that was seen. */
  saveStuckLimits(environment: string, limits: StoredStuckLimits): Promise<StoredStuckLimits | 'stale'>
}
