/** The clock that pages tell the time by: this machine's, unless a demo sets one of its own. */

export interface PageClock {
  /** Milliseconds since 1970. */
  now: () => number
  /** Whether it runs at the speed of this machine's clock; a paused clock returns the same instant. */
  running: boolean
}

const MACHINE: PageClock = { now: () => Date.now(), running: true }
let clock = MACHINE
const listeners = new Set<() => void>()

/** Milliseconds since 1970. For the age of data and for what the server decides; how long a page waits is real time. */
export function clockNow(): number {
  return clock.now()
}

/** Milliseconds to add to this machine's clock to have the page's. */
export function clockShift(): number {
  return clock === MACHINE ? 0 : clock.now() - Date.now()
}

/** Converts an instant of this machine's clock to the page's clock; 0, which means never, stays 0. */
export function pageTimeOf(instant: number): number {
  return instant === 0 ? 0 : instant + clockShift()
}

/** Whether the clock is this machine's own. */
export function isMachineClock(): boolean {
  return clock === MACHINE
}

/** Null: this machine's again. */
export function setClock(next: PageClock | null): void {
  clock = next ?? MACHINE
  for (const listener of [...listeners]) listener()
}

const SECOND = 1_000

/** Calls back when the clock is set, and every second while it is paused. Returns a function that stops it. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener)
  const timer = setInterval(() => {
    if (!clock.running) listener()
  }, SECOND)
  return () => {
    listeners.delete(listener)
    clearInterval(timer)
  }
}
