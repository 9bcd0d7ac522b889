/** Work that is repeated in the background. */

interface Repeating {
  everyMs: number
  onError: (error: unknown) => void
  /** Whether the first turn is now; unless it says no, it is. */
  atOnce?: boolean
}

/**
 * Does it now and again every so many milliseconds, one turn at a time: one that is due during another is left out.
 * @returns how to stop; resolves when nothing is under way any more
 */
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
