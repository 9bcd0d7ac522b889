/** News of the demo for its pages: its data was loaded or edited, or its clock moved; a call was answered. */
import { useSyncExternalStore } from 'react'
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

let isOther = false
let turn = 0
const turned = createSignal()

/** Another base was chosen: what comes next has nothing to do with what is shown. */
export function noteOtherData() {
  isOther = true
}

/** Whether another base was chosen and pages haven't begun anew since. */
export const hasOtherData = (): boolean => isOther

/** Has pages begin anew: what they keep of their rows is about other people. */
export function beginAnew() {
  isOther = false
  turn += 1
  turned.send()
}

/** Another number each time pages begin anew. */
export const useDataTurn = (): number =>
  useSyncExternalStore(
    turned.subscribe,
    () => turn,
    () => 0,
  )

export function publishDataChange() {
  hasNews = true
  changed.send()
}

export const { subscribe: onDemoAnswer, send: publishAnswer } = createSignal<[answer: DemoAnswer]>()
