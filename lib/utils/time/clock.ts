/** The clock that pages tell the time by: the server's, as each of its answers says, unless a demo sets one of its own. */
import { createSignal } from '#lib/utils/data/signal.ts'

export interface PageClock {
  /** Milliseconds since 1970. */
  now: () => number
  /** Whether it runs at the speed of this machine's clock; a paused clock returns the same instant. */
  running: boolean
}

/** Milliseconds to add to this machine's clock to have the server's. */
let skew = 0
const SERVER: PageClock = { now: () => Date.now() + skew, running: true }
let clock = SERVER
const changed = createSignal()

/** Milliseconds since 1970. For the age of data and for what the server decides; how long a page waits is real time. */
export function clockNow(): number {
  return clock.now()
}

/** A `Date` header is cut to whole seconds, and the way takes time: what is below is no difference. */
const UNSURE = 2_000

/** Heeds what the server's clock showed, in milliseconds since 1970, when this machine's showed `here`. */
export function syncClock(said: number, here = Date.now()): void {
  const found = Math.round(said - here)
  const next = Math.abs(found) < UNSURE ? 0 : found
  if (Number.isNaN(found) || Math.abs(next - skew) < UNSURE) return
  skew = next
  changed.send()
}

/** Heeds the `Date` header of an answer that has just come. */
export function syncClockFromAnswer({ headers }: Pick<Response, 'headers'>): void {
  syncClock(Date.parse(headers.get('date') ?? '') + 500)
}

/** Milliseconds that a machine's clock may be off before it is said. */
const UNSAID = 120_000

/** How many minutes this machine's clock is behind the server's, below zero where it is ahead; 0 for two and less. */
export function minutesBehind(): number {
  return clock === SERVER && Math.abs(skew) > UNSAID ? Math.round(skew / 60_000) : 0
}

/** Milliseconds to add to this machine's clock to have the page's. */
export function clockShift(): number {
  return clock === SERVER ? skew : clock.now() - Date.now()
}

/** Converts an instant of this machine's clock to the page's clock; 0, which means never, stays 0. */
export function pageTimeOf(instant: number): number {
  return instant === 0 ? 0 : instant + clockShift()
}

/** Converts an instant of the server's clock to this machine's; 0, which means never, stays 0. */
export function machineTimeOf(instant: number): number {
  return instant === 0 ? 0 : instant - skew
}

/** Null: the server's again. */
export function setClock(next: PageClock | null): void {
  clock = next ?? SERVER
  changed.send()
}

const SECOND = 1_000

/** Calls back when the clock is set, and every second while it is paused. Returns a function that stops it. */
export function onClock(listener: () => void): () => void {
  const stop = changed.subscribe(listener)
  const timer = setInterval(() => {
    if (!clock.running) listener()
  }, SECOND)
  return () => {
    stop()
    clearInterval(timer)
  }
}
