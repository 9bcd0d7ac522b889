/** Keeps an import within what a session may ask, and leaves room for the page around it. */
import { delay } from '#lib/utils/timers/delay.ts'

/** At once, then so many per second: never more than 540 in a minute, of the 600 that a session has by default. */
export const BURST = 300
export const PER_SECOND = 4

/** Returns a function that resolves when the next call may go. Times are in milliseconds. */
export function createThrottle(now = () => Date.now(), sleep: (durationMs: number) => Promise<void> = delay) {
  let tokens = BURST
  let filledAt = now()
  return async (): Promise<void> => {
    const time = now()
    tokens = Math.min(BURST, tokens + ((time - filledAt) / 1000) * PER_SECOND) - 1
    filledAt = time
    if (tokens < 0) await sleep((-tokens / PER_SECOND) * 1000)
  }
}
