/**
 * Runs `task` when the browser has nothing better to do, at the latest after `timeoutMs`. Safari cannot tell when that
 * is: there it runs after 300 ms, or after `timeoutMs` if that is shorter. Returns what cancels it.
 */
export function whenIdle(task: () => void, timeoutMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, Math.min(300, timeoutMs))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
