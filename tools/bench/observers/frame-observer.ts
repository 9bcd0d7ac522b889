/** Runs inside the page: how long each frame took to come, and how long scripts worked on it. */

/** Given to the browser as text: it may use nothing from outside its own braces. Leaves milliseconds in `window.frameTimes`. */
export function observeFrames(): void {
  const frameTimes: { time: number; work: number }[] = []
  Object.assign(window, { frameTimes })
  const native = window.requestAnimationFrame.bind(window)
  let before = performance.now()
  let work = 0
  window.requestAnimationFrame = (callback) =>
    native((now) => {
      const start = performance.now()
      callback(now)
      work += performance.now() - start
    })
  const next = (now: number) => {
    frameTimes.push({ time: now - before, work })
    before = now
    work = 0
    native(next)
  }
  native(next)
}
