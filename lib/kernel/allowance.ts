/** What of everybody's time one person may take: a burst, as some pages take, and then a share, so that others get theirs. */
import { LRUCache } from 'lru-cache'

/** Milliseconds at once. */
const BURST = 120
/** Of the time, in the long run. */
const SHARE = 0.2
const MOST_PEOPLE = 10_000

/** Returns who has spent how much. `now` is in milliseconds, and never goes back. */
export function createAllowance(now: () => number) {
  const people = new LRUCache<string, { spent: number; at: number }>({ max: MOST_PEOPLE })

  /** What was spent wears off at the rate of the share. */
  function spentBy(who: string): number {
    const known = people.get(who)
    return known ? Math.max(0, known.spent - (now() - known.at) * SHARE) : 0
  }

  return {
    spend(who: string, milliseconds: number): void {
      people.set(who, { spent: spentBy(who) + milliseconds, at: now() })
    },

    /** Milliseconds until a person may go on; 0 at once. */
    wait(who: string): number {
      return Math.max(0, spentBy(who) - BURST) / SHARE
    },
  }
}
