/** Whether this process keeps people waiting: its one thread answers everybody, a turn of the event loop at a time. */

/** Milliseconds of one turn from which on it is late: several of them add up to what a person notices. */
const LATE = 25
/** Milliseconds for which it counts as late after such a turn. */
const HOLDS = 2_000

let lateUntil = 0
let isMeasuring = false

/** Returns whether a turn of the last seconds was late, and measures the next: who doesn't ask pays nothing. */
export function isLoopLate(): boolean {
  if (!isMeasuring) {
    isMeasuring = true
    // From one check phase to the next is a whole turn, without what the loop waited for nothing to do.
    setImmediate(() => {
      const began = performance.now()
      setImmediate(() => {
        const now = performance.now()
        if (now - began >= LATE) lateUntil = now + HOLDS
        isMeasuring = false
      })
    })
  }
  return performance.now() < lateUntil
}
