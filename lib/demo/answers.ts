/** Publishes the responses of this tab's demo, for code that waits for one of the page's requests. */

export interface DemoAnswer {
  method: string
  pathname: string
  status: number
}

const listeners = new Set<(answer: DemoAnswer) => void>()

/** Returns how to stop listening. */
export function onDemoAnswer(listener: (answer: DemoAnswer) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Notifies every subscriber of a response the demo gave; a listener may unsubscribe while it runs. */
export function publishAnswer(answer: DemoAnswer) {
  for (const listener of [...listeners]) listener(answer)
}
