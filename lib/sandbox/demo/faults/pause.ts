/** Time by timers: pauses, and calls later on. */

/** Ends at once when its signal aborts, because the caller no longer waits. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Calls back after so many milliseconds. Returns how to call it off. */
export function timerAfter(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}
