/** The demo of this tab, for every part of a page that shows or changes it. */

import { useSyncExternalStore } from 'react'
import { createSignal } from '#lib/utils/data/signal.ts'
import type { DemoClock, DemoControl, DemoSnapshot } from './control.ts'

export interface Demo {
  control: DemoControl
  snapshot: DemoSnapshot
}

let control: DemoControl | null = null
let stopListening = () => {}
let shown: Demo | null = null
const { send, subscribe } = createSignal()

/** Sets the control of the running demo; null when the demo has ended. */
export function provideDemo(next: DemoControl | null) {
  stopListening()
  control = next
  stopListening = next?.subscribe(send) ?? (() => {})
  send()
}

/** The same object as long as nothing changes. */
function read(): Demo | null {
  const snapshot = control?.snapshot() ?? null
  if (!(control && snapshot)) shown = null
  else if (shown?.snapshot !== snapshot || shown.control !== control) shown = { control, snapshot }
  return shown
}

/** Null on the server, outside a demo, and until the demo has answered for the first time. */
export function useDemo(): Demo | null {
  return useSyncExternalStore(subscribe, read, () => null)
}

const MINUTE_MS = 60_000

/** The present instant by the demo's clock, in milliseconds since 1970. */
export function demoNow({ now, read_at, running }: DemoClock): number {
  return running ? now + Date.now() - read_at : now
}

/** The beginning of the present minute by the demo's clock. Renders again with each minute while it runs. */
export function useDemoMinute(clock: DemoClock): number {
  const minute = () => demoNow(clock) - (demoNow(clock) % MINUTE_MS)
  const onMinute = (listener: () => void) => {
    if (!clock.running) return () => {}
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          listener()
          wait()
        },
        MINUTE_MS - (demoNow(clock) % MINUTE_MS),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }
  return useSyncExternalStore(onMinute, minute, minute)
}
