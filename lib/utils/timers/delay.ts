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
