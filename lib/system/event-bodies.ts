/** Removes bodies of events after their time; what is known beside them stays. */
import type { Logger } from 'pino'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/repeat.ts'
import { errorFacts } from './log/log.ts'

/**
 * Removes now and every hour what was received more than so many days ago.
 * @returns how to stop; resolves when nothing is under way any more
 */
export function removeOldBodies(
  { purgeBodies }: Pick<EventStore, 'purgeBodies'>,
  days: number,
  log: Logger,
): () => Promise<void> {
  async function remove() {
    const removed = await purgeBodies(new Date(Date.now() - days * DAY))
    if (removed > 0) log.info({ removed }, 'bodies of events were removed after their time')
  }
  return repeat(remove, {
    everyMs: HOUR,
    onError: (error) => log.error(errorFacts(error), 'old bodies of events cannot be removed'),
  })
}
