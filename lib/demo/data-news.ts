/** Tells pages that what they have read of the demo is out of date: it was loaded, changed, or its clock moved. */

const listeners = new Set<() => void>()
let hasNews = false

/** Who listens late is told at once: a page may come alive after its demo has. Returns how to stop listening. */
export function onDemoData(listener: () => void): () => void {
  listeners.add(listener)
  if (hasNews) listener()
  return () => {
    listeners.delete(listener)
  }
}

/** Marks the demo's data as changed and notifies every subscriber. */
export function publishDataChange() {
  hasNews = true
  for (const listener of [...listeners]) listener()
}
