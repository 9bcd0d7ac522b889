/** Notifies pages that the demo's data has changed: it was loaded or edited, or its clock moved. */

const listeners = new Set<() => void>()
let hasNews = false

/** Subscribes, and calls at once if data changed before: a page may hydrate after its demo. Returns an unsubscribe. */
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
