/** After how many days an order is stuck, as an environment has it set. */

import {
  inheritedDays,
  limitsBy,
  STUCK_STAGES,
  type StuckDays,
  stuckStageOf,
} from '#lib/domains/orders/stuck/stuck-days.ts'
import type { StuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { SettingsStore, StoredStuckLimits } from './store.ts'

/** Returns what is set of statuses and stages that there still are; a status that follows its stage or the default isn't set. */
export function chosenOf(kept: Pick<StoredStuckLimits, 'days'> | null): StuckDays {
  const set = kept?.days ?? {}
  const isOwn = ([key, days]: [string, number]) =>
    stuckStageOf(key) ? days !== inheritedDays(key, set) : STUCK_STAGES.some((stage) => stage === key)
  return Object.fromEntries(Object.entries(set).filter(isOwn))
}

/** Returns an environment's limits in days by status, defaults where none are set; `version` 0 means never changed. */
export async function readStuckLimits(store: SettingsStore, environment: string): Promise<StuckLimits> {
  const kept = await store.stuckLimits(environment)
  const { version = 0, changed_at = null, changed_by = null } = kept ?? {}
  const chosen = chosenOf(kept)
  return { days: limitsBy(chosen), chosen, version, changed_at, changed_by }
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
  const chosen = chosenOf(kept)
  return { ...kept, days: limitsBy(chosen), chosen }
}
