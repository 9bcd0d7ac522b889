/** What of everybody's time one person may take while others are there: a burst, as some pages take, and then a share. */
import { LRUCache } from 'lru-cache'

/** Milliseconds at once. */
const BURST = 120
/** Of the time, in the long run. */
const SHARE = 0.2
const MAX_PEOPLE = 10_000
/** Milliseconds beyond the burst that count: a long export slows somebody down for a second and a half, and no longer. */
const MAX_DEBT = 300
/** Milliseconds without a request after which a person counts as inactive. */
const PRESENT = 60_000

/** Returns who has spent how much. `now` is in milliseconds, and never goes back. */
export function createAllowance(now: () => number) {
  const people = new LRUCache<string, { spent: number; at: number }>({ max: MAX_PEOPLE })
  /** Who has spent last, and who did before them. */
  let latest = { who: '', at: -PRESENT }
  let before = latest

  /** What was spent wears off at the rate of the share. */
  function spentBy(who: string): number {
    const known = people.get(who)
    return known ? Math.max(0, known.spent - (now() - known.at) * SHARE) : 0
  }

  return {
    spend(who: string, milliseconds: number): void {
      people.set(who, { spent: Math.min(BURST + MAX_DEBT, spentBy(who) + milliseconds), at: now() })
      if (latest.who !== who) before = latest
      latest = { who, at: now() }
    },

    /** Milliseconds until a person may go on; 0 at once, and always where nobody else is there. */
    wait(who: string): number {
      const other = latest.who === who ? before : latest
      if (now() - other.at >= PRESENT) return 0
      return Math.max(0, spentBy(who) - BURST) / SHARE
    },
  }
}
