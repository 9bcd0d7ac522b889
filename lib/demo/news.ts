/** News of the demo for its pages: its data was loaded or edited, or its clock moved; a call was answered. */
import { createSignal } from '#lib/utils/data/signal.ts'

export interface DemoAnswer {
  method: string
  pathname: string
  status: number
}

const changed = createSignal()
let hasNews = false

/** Subscribes, and calls at once if data changed before: a page may hydrate after its demo. Returns an unsubscribe. */
export function onDemoData(listener: () => void): () => void {
  const stop = changed.subscribe(listener)
  if (hasNews) listener()
  return stop
}

export function publishDataChange() {
  hasNews = true
  changed.send()
}

export const { subscribe: onDemoAnswer, send: publishAnswer } = createSignal<[answer: DemoAnswer]>()
