/** Returns a signal: who subscribes is called each time it is sent, and may stop while it is. */
export function createSignal<About extends unknown[] = []>() {
  const listeners = new Set<(...about: About) => void>()
  return {
    send(...about: About) {
      for (const listener of [...listeners]) listener(...about)
    },
    /** Returns how to stop listening. */
    subscribe(listener: (...about: About) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
