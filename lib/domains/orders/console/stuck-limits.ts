/** After how many days an order is stuck, as an environment has it set. */

import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import {
  inheritedDays,
  limitsBy,
  STUCK_STAGES,
  type StuckDays,
  stuckStageOf,
} from '#lib/domains/orders/stuck/stuck-days.ts'
import type { StuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { ApiError } from '#lib/kernel/api-error.ts'

/** Statuses come and go with the contract; what is kept of them is a number of days. */
const stored = z.object({ days: z.record(z.string(), z.int()), changed_by: z.string() })
const limitsIn = (store: RecordStore) => recordsOf(store, 'stuck_limits', stored)

interface NewLimits extends z.output<typeof stored> {
  /** The one that was seen. */
  version: number
  changed_at: string
}

/** Returns what is set of statuses and stages that there still are; a status that follows its stage or the default isn't set. */
export function chosenOf(kept: { days: StuckDays } | undefined): StuckDays {
  const set = kept?.days ?? {}
  const isOwn = ([key, days]: [string, number]) =>
    stuckStageOf(key) ? days !== inheritedDays(key, set) : STUCK_STAGES.some((stage) => stage === key)
  return Object.fromEntries(Object.entries(set).filter(isOwn))
}

/** Returns an environment's limits in days by status, defaults where none are set; `version` 0 means never changed. */
export async function readStuckLimits(store: RecordStore, environment: string): Promise<StuckLimits> {
  const [kept] = await limitsIn(store).find(environment)
  const chosen = chosenOf(kept?.body)
  const { version = 0, at: changed_at = null, body: { changed_by } = { changed_by: null } } = kept ?? {}
  return { days: limitsBy(chosen), chosen, version, changed_at, changed_by }
}

const STALE =
  'Someone else changed these limits. Your changes weren’t saved. Review the current limits, then try again.'

/** @throws ApiError 409 where the limits were changed since they were seen */
export async function saveStuckLimits(
  store: RecordStore,
  environment: string,
  { version, changed_at, ...body }: NewLimits,
): Promise<StuckLimits> {
  const next = { key: 'limits', version: version + 1, body, at: changed_at }
  if ((await limitsIn(store).save(environment, next)) === 'stale') throw new ApiError('stale', STALE)
  return readStuckLimits(store, environment)
}
