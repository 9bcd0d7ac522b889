/** Keeps an import within what a session may ask, and leaves room for the page around it. */
import { delay } from '#lib/utils/time/delay.ts'

export interface ThrottleClock {
  now: () => number
  sleep: (milliseconds: number) => Promise<void>
}

const SYSTEM: ThrottleClock = {
  now: () => Date.now(),
  sleep: delay,
}

/** At once, then so many a second: never more than 540 in a minute, of the 600 that a session has by default. */
export const BURST = 300
export const PER_SECOND = 4

/** Resolves when the next call may go. */
export function createThrottle(clock: ThrottleClock = SYSTEM): () => Promise<void> {
  let tokens = BURST
  let filled = clock.now()
  return async () => {
    const now = clock.now()
    tokens = Math.min(BURST, tokens + ((now - filled) / 1000) * PER_SECOND) - 1
    filled = now
    if (tokens < 0) await clock.sleep((-tokens / PER_SECOND) * 1000)
  }
}
