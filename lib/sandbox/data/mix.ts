/** How often things happen in a data set: the mix of a normal day, and of a bad one. */
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import type { Episode } from '#lib/sandbox/data/orders/journeys.ts'

export interface Mix {
  /** Cards of an episode in the deck: how often it occurs, relative to the others. */
  weigh: (episode: Episode) => number
  /** Shares of the results that are read; what is neither is normal. */
  abnormal: number
  critical: number
}

export const NORMAL_MIX: Mix = { weigh: ({ weight }) => weight, abnormal: 0.24, critical: 0.06 }

/** Statuses in which an at-home draw has no appointment yet, or none any more. */
const TO_BOOK: readonly string[] = ['requisition_created', 'requisition_bypassed', 'appointment_cancelled']

/** How many times as often as on a normal day. */
const OPEN_EXCEPTION = 6
const STUCK = 5
const DRAW_TO_BOOK = 3
const PAST_EXCEPTION = 2

function busyFactor({ first, second }: Episode): number {
  const { standing, path, method } = second?.journey ?? first
  const last = path.at(-1) ?? ''
  const isException = EXCEPTION_STATUSES.some((status) => status === last)
  if (standing === 'stuck') return STUCK
  if (standing === 'open' && method === 'at_home_phlebotomy' && TO_BOOK.includes(last)) return DRAW_TO_BOOK
  if (standing === 'open' && isException) return OPEN_EXCEPTION
  return isException || second ? PAST_EXCEPTION : 1
}

/** A lab on a bad Monday: couriers late, samples spoiled, patients who cancelled, and results that cannot wait. */
export const BUSY_MIX: Mix = {
  weigh: (episode) => episode.weight * busyFactor(episode),
  abnormal: 0.3,
  critical: 0.18,
}
