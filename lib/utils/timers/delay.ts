/** Waits, in a browser as on a server. Our own: browsers have no node:timers, and the package `delay` rejects on abort. */

/** Resolves after `durationMs`; earlier, and without an error, when the signal aborts. */
export function delay(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.max(0, durationMs))
    signal?.addEventListener('abort', end)
  })
}

/** Milliseconds of work between two pauses: far less than a person notices, however many steps one waits for. */
const STEP = 5

/** Ends at once, or after a pause as long as the work before it took. */
type Breath = () => Promise<void> | void

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

/** Work that is repeated in the background. */

interface Repeating {
  everyMs: number
  onError: (error: unknown) => void
  /** Whether the first turn is now; unless it says no, it is. */
  atOnce?: boolean
}

/** Repeats one turn at a time; one due during another is left out. @returns how to stop; resolves when it has */
export function repeat(turn: () => Promise<unknown>, { everyMs, onError, atOnce = true }: Repeating) {
  let underWay: Promise<void> | null = null
  function start() {
    underWay ??= turn()
      .then(() => undefined, onError)
      .finally(() => {
        underWay = null
      })
  }
  if (atOnce) start()
  const timer = setInterval(start, everyMs)
  return async (): Promise<void> => {
    clearInterval(timer)
    await underWay
  }
}
