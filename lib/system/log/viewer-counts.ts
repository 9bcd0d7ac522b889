/** Counts whom each member of staff viewed while nobody waits for it, so that a review finds little left to count. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ReviewStore } from '#lib/domains/audit/console/store.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/repeat.ts'
import { errorFacts } from './log.ts'

/** Between two steps, which others use the database in. */
const PAUSE_MS = 50

/**
 * Counts now and every ten minutes until nothing is left.
 * @returns how to stop; resolves when nothing is under way any more
 */
export function countViewersInBackground(
  { countViewers }: Pick<ReviewStore, 'countViewers'>,
  log: Logger,
  pauseMs: number = PAUSE_MS,
): () => Promise<void> {
  const stopped = new AbortController()
  async function countAll() {
    while (!stopped.signal.aborted && (await countViewers())) await delay(pauseMs)
  }
  const stop = repeat(countAll, {
    everyMs: 10 * MINUTE,
    onError: (error) => log.error(errorFacts(error), 'the audit log cannot be counted'),
  })
  return () => {
    stopped.abort()
    return stop()
  }
}
