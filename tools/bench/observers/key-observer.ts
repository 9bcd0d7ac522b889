/** Runs inside the page: notes how long the rows take that a key asks for, and which tasks are long. */

/** Given to the browser as text: it may use nothing from outside its own braces. Leaves its notes in `window.keys`. */
export function watchKeys(): void {
  const waits: number[] = []
  const tasks: number[] = []
  Object.assign(window, { keys: { waits, tasks } })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })

  /** The text that is asked for, which the history keeps because it may be personal. */
  const asked = () => JSON.stringify(history.state?.held)
  const isSettled = () => document.querySelector('table[aria-busy="true"], [class*="animate-spin"]') === null
  const onKey = (timeStamp: number) => {
    const before = asked()
    const look = () => {
      if (asked() === before || !isSettled()) {
        requestAnimationFrame(look)
        return
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => waits.push(performance.now() - timeStamp)
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }
  addEventListener('keydown', ({ key, timeStamp }) => key.length === 1 && onKey(timeStamp), { capture: true })
}
