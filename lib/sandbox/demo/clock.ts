/** The clock of a demo: runs at the speed of this machine's, is paused, or jumps ahead. It never goes back. */

import type { DemoClock } from '#lib/demo/control.ts'

export interface SimulatedClock {
  /** Milliseconds since 1970. */
  now(): number
  state(): DemoClock
  /** Takes over a state that was kept; one that would lead back in time is brought up to the present. */
  set(state: DemoClock): void
  pause(): void
  resume(): void
  /** Moves to an instant; one that has passed already changes nothing. */
  moveTo(instant: number): void
  /** While the work is done, it is that instant, as for a change that was made then. */
  at<T>(instant: number, work: () => Promise<T>): Promise<T>
}

/** Milliseconds that pass in a demo at most between two readings of a clock that nobody looked at in between. */
export const MAX_ABSENCE_MS = 60_000

/** Creates a clock that continues from `start`. While `at` runs some work, the clock shows that work's instant. */
export function createSimulatedClock(start: DemoClock, wall: () => number = () => Date.now()): SimulatedClock {
  let state = start
  let moment: number | null = null

  const elapsed = () => (state.running ? Math.max(0, wall() - state.read_at) : 0)
  const present = () => state.now + elapsed()
  const renew = (change: Partial<DemoClock>) => {
    state = { ...state, now: present(), read_at: wall(), ...change }
  }

  return {
    now: () => moment ?? present(),

    state() {
      renew({})
      return { ...state }
    },

    set(next) {
      state = { ...next }
    },

    pause: () => renew({ running: false }),
    resume: () => renew({ running: true }),

    moveTo(instant) {
      renew({ now: Math.max(present(), instant) })
    },

    async at(instant, work) {
      const before = moment
      moment = instant
      try {
        return await work()
      } finally {
        moment = before
      }
    },
  }
}

/** A clock that was kept while nobody had the demo open: the time in between did not pass there. */
export function wakeClock(kept: DemoClock, wall: number): DemoClock {
  const away = wall - kept.read_at
  return away > MAX_ABSENCE_MS || away < 0 ? { ...kept, read_at: wall } : kept
}
