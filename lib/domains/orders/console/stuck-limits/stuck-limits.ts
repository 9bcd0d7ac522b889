/** After how many days an order is stuck, as an environment has it set. */

import { STUCK_DAYS, type StuckDays } from '#lib/domains/orders/stuck-days.ts'
import type { StuckLimits } from '#lib/domains/orders/stuck-limits.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { SettingsStore, StoredStuckLimits } from './store.ts'

/** The usual days for every status that nobody has chosen others for, also of one that came later. */
export function limitsOf(kept: Pick<StoredStuckLimits, 'days'> | null): StuckDays {
  return Object.fromEntries(Object.entries(STUCK_DAYS).map(([status, usual]) => [status, kept?.days[status] ?? usual]))
}

/** Returns an environment's limits in days by status, defaults where none are set; `version` 0 means never changed. */
export async function readStuckLimits(store: SettingsStore, environment: string): Promise<StuckLimits> {
  const kept = await store.stuckLimits(environment)
  const { version = 0, changed_at = null, changed_by = null } = kept ?? {}
  return { days: limitsOf(kept), version, changed_at, changed_by }
}

const STALE =
  'Someone else changed these limits. Your changes weren’t saved. Review the current limits, then try again.'

/** `version` is the one that was seen. @throws ApiError 409 */
export async function saveStuckLimits(
  store: SettingsStore,
  environment: string,
  { version, ...limits }: StoredStuckLimits,
): Promise<StuckLimits> {
  const kept = await store.saveStuckLimits(environment, { ...limits, version: version + 1 })
  if (kept === 'stale') throw new ApiError('stale', STALE)
  return { ...kept, days: limitsOf(kept) }
}
