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

/** Returns a subscription to a signal of this tab and to an event of the window, such as news of another tab. */
export const subscribeBoth =
  (signal: ReturnType<typeof createSignal>, type: 'storage' | 'popstate') => (listener: () => void) => {
    const stop = signal.subscribe(listener)
    window.addEventListener(type, listener)
    return () => {
      stop()
      window.removeEventListener(type, listener)
    }
  }
