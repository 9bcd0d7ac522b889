/** Long work in one thread that everybody shares: in short steps, with pauses in which others have their turn. */

/** Milliseconds of work between two pauses: far less than a person notices, however many steps one waits for. */
const STEP = 5

/** Ends at once, or after a pause as long as the work before it took. */
export type Breath = () => Promise<void> | void

/** Returns what one piece of long work awaits between its steps. */
export function createBreath(): Breath {
  let since = performance.now()
  return () => {
    const worked = performance.now() - since
    if (worked < STEP) return
    return new Promise((resolve) => {
      setTimeout(() => {
        since = performance.now()
        resolve()
      }, worked)
    })
  }
}
