/** Runs inside the page from its first moment on: notes when things show and what holds the page up. */

/** Given to the browser as text: it may use nothing from outside its own braces. Leaves its notes in `window.bench`. */
export function observePage(): void {
  const longTasks: { start: number; end: number }[] = []
  const changes: number[] = []
  const notes = { frame: -1, painted: -1, fcp: -1, longTasks, changes }
  Object.assign(window, { bench: notes })

  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry)
    }).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') notes.fcp = startTime
  })
  watch('longtask', ({ startTime, duration }) => {
    longTasks.push({ start: startTime, end: startTime + duration })
  })

  const firstRow = () => document.querySelector('tbody tr[data-index="0"]')
  /** A message that is sent while a frame is made arrives when that frame has been painted. */
  const afterPaint = (then: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    port2.postMessage(null)
  }
  const awaitFirstRow = (frame: number) => {
    if ((firstRow()?.getBoundingClientRect().height ?? 0) === 0) {
      requestAnimationFrame(awaitFirstRow)
      return
    }
    notes.frame = frame
    afterPaint(() => {
      notes.painted = performance.now()
    })
  }
  requestAnimationFrame(awaitFirstRow)

  /** A text that is typed changes the address's own state, a press the rows. */
  const wordsAsked = () => JSON.stringify(history.state?.held)
  const rows = () => firstRow()?.textContent
  const isSettled = () => document.querySelector('table[aria-busy="true"], [class*="animate-spin"]') === null
  let isWaiting = false
  const awaitChange = (pressedAt: number, read: () => unknown) => {
    if (isWaiting) return
    isWaiting = true
    const before = read()
    const check = () => {
      const now = read()
      if (now === undefined || now === before || !isSettled()) {
        requestAnimationFrame(check)
        return
      }
      afterPaint(() => {
        changes.push(performance.now() - pressedAt)
        isWaiting = false
      })
    }
    requestAnimationFrame(check)
  }
  for (const type of ['pointerup', 'click'])
    addEventListener(type, ({ timeStamp }) => awaitChange(timeStamp, rows), { capture: true })
  const onKey = ({ key, timeStamp }: KeyboardEvent) => key.length === 1 && awaitChange(timeStamp, wordsAsked)
  addEventListener('keydown', onKey, { capture: true })
}
