/** Time by timers: pauses that end at once when nobody waits for them any more, sleeps, and calls later on. */

export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

export const timerPause: Pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })

export const timerSleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Calls back after so many milliseconds. Returns how to call it off. */
export function timerAfter(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}
