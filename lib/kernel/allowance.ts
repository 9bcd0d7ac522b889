/** Limits one person's processor time while others wait: a burst, as some pages need, and then a share. */
import { LRUCache } from 'lru-cache'

/** Milliseconds at once. */
const BURST = 120
/** Long-run share of the time. */
const SHARE = 0.2
const MAX_PEOPLE = 10_000
/** Milliseconds beyond the burst that count: a long export slows somebody down for a second and a half, and no longer. */
const MAX_DEBT = 300
/** Milliseconds without a request after which a person counts as inactive. */
const PRESENT = 60_000

export interface AllowanceOptions {
  /** In milliseconds; never goes back. */
  now: () => number
  /** Whether the process keeps people waiting. While it doesn't, nobody rests, whatever they have spent. */
  isLate: () => boolean
}

/** Returns who has spent how much, and who else is there. */
export function createAllowance({ now, isLate }: AllowanceOptions) {
  const people = new LRUCache<string, { spent: number; at: number }>({ max: MAX_PEOPLE })
  /** How many calls each has under way. */
  const underWay = new Map<string, number>()
  /** Last person present, and the one before. */
  let latest = { who: '', at: -PRESENT }
  let before = latest

  /** The debt wears off at the rate of the share. */
  function spentBy(who: string): number {
    const known = people.get(who)
    return known ? Math.max(0, known.spent - (now() - known.at) * SHARE) : 0
  }

  function isAlone(who: string): boolean {
    const other = latest.who === who ? before : latest
    return now() - other.at >= PRESENT && underWay.size <= Number(underWay.has(who))
  }

  return {
    /**
     * Notes that a call began; the function that is returned notes its end. Somebody without a session is there no longer
     * than their calls, because it may be the very person who signs in.
     */
    begin(who: string, hasSession = true): () => void {
      if (hasSession) {
        if (latest.who !== who) before = latest
        latest = { who, at: now() }
      }
      underWay.set(who, (underWay.get(who) ?? 0) + 1)
      return () => {
        const left = (underWay.get(who) ?? 1) - 1
        if (left > 0) underWay.set(who, left)
        else underWay.delete(who)
      }
    },

    spend(who: string, milliseconds: number): void {
      people.set(who, { spent: Math.min(BURST + MAX_DEBT, spentBy(who) + milliseconds), at: now() })
    },

    isAlone,

    /** Whether others wait while this person works. */
    isCrowded: (who: string): boolean => isLate() && !isAlone(who),

    /** Milliseconds until a person may go on; 0 at once. */
    wait(who: string): number {
      const debt = spentBy(who) - BURST
      return debt > 0 && isLate() && !isAlone(who) ? debt / SHARE : 0
    },
  }
}
