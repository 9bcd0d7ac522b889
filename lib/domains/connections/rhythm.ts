/** One rule with `store-sql-data.ts` of when a source is silent; a property test requires equal answers. */

import { isBroken, type KeptState } from '#lib/domains/connections/states.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { MANUAL_SLUG } from './providers.ts'

/** Stored rhythm of a source: constant size, however much data arrives. */
export interface Rhythm {
  /** When the newest beat began; null before the first. */
  beat_at: Date | null
  /** Minutes between beats, oldest first. */
  gaps: readonly number[]
}

/** Milliseconds: data that comes this soon after a beat belongs to it, as a sync comes in many messages. */
export const BEAT = 3 * HOUR
/** Gaps that are kept, and that it takes to call it a rhythm. */
export const GAPS = { kept: 12, least: 4 } as const
/** Silent after this many usual gaps, and never sooner than these milliseconds: people sleep. */
export const SILENT_AFTER = { gaps: 3, least: 12 * HOUR } as const

export const NO_RHYTHM: Rhythm = { beat_at: null, gaps: [] }

export function afterData({ beat_at, gaps }: Rhythm, at: Date): Rhythm {
  if (beat_at === null) return { beat_at: at, gaps }
  const gap = at.getTime() - beat_at.getTime()
  if (gap < BEAT) return { beat_at, gaps }
  return { beat_at: at, gaps: [...gaps, Math.floor(gap / MINUTE)].slice(-GAPS.kept) }
}

/** Returns when a source counts as silent if nothing comes after `last`; null while too little is known. */
export function silentAt({ gaps }: Rhythm, last: Date): Date | null {
  if (gaps.length < GAPS.least) return null
  const median = gaps.toSorted((a, b) => a - b)[Math.ceil(gaps.length / 2) - 1] ?? 0
  return new Date(last.getTime() + Math.max(SILENT_AFTER.least, SILENT_AFTER.gaps * median * MINUTE))
}

/** Whether silence says something new of a connection in this state: of a broken one it is known why. */
export function mayBeSilent(state: KeptState): boolean {
  return !isBroken(state) && state !== 'not_listed'
}

/** Whether a connection is silent at an instant, in milliseconds since 1970. */
export function isSilent({ state, silent_at }: { state: KeptState; silent_at: string | null }, now: number): boolean {
  return silent_at !== null && mayBeSilent(state) && Date.parse(silent_at) <= now
}

/** Milliseconds in which a source may have sent nothing yet: many sync once a day, and people sleep. */
const FIRST_DATA_WITHIN = 2 * DAY

interface FirstData {
  state: KeptState
  source: { slug: string }
  last_data_at: string | null
  awaited_since: string | null
}

/**
 * Returns `new` or `overdue` for a connection that works, as far as is known, and has never sent data; null for others, for
 * manual entry, which sends nothing by itself, and where no data of any source has come here. `now` in milliseconds since 1970.
 */
export function firstDataState(connection: FirstData, now: number): 'new' | 'overdue' | null {
  const { state, source, last_data_at, awaited_since } = connection
  const works = state === 'connected' || state === 'on_device'
  if (!works || awaited_since === null || last_data_at !== null || source.slug === MANUAL_SLUG) return null
  return now - Date.parse(awaited_since) < FIRST_DATA_WITHIN ? 'new' : 'overdue'
}

/** Users whose rhythm must be known before their silence is the source’s own. */
const TIMED_LEAST = 5

/** Whether a source went silent for most of its users: an incident, and not theirs. */
export function isIncident({ timed, silent }: { timed: number; silent: number }): boolean {
  return timed >= TIMED_LEAST && silent * 2 > timed
}
