/** The runs that a browser keeps, one for each base: begun, noted, started over, and brought back. */
import type { Base } from '#lib/demo/scenario.ts'
import type { ClockState } from '#lib/sandbox/demo/clock.ts'
import type { JournalStore, Run, Runs } from './journal.ts'

interface Options {
  journal: JournalStore
  /** Runs work alone among all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Milliseconds since 1970, by this machine's clock. */
  wall: () => number
  /** Whether a run begins with what the team has done before. */
  past: boolean
}

export interface StoredRuns {
  /** Begins one where there is none; of two tabs that would at once, one does. */
  of(base: Base): Promise<Runs>
  /** Notes how far the clock has come, unless the run was started over elsewhere. */
  noteClock(base: Base, run: Run, clock: ClockState): Promise<void>
  /** Takes back every change; the run before can be brought back until the next time that takes something back. */
  startOver(base: Base, run: Run, undo: { clock: ClockState; changes: number }): Promise<void>
  /** False where there is nothing to bring back. */
  bringBack(base: Base): Promise<boolean>
}

/** Creates access to the current and previous run of each data set, so that a reset can be undone; tabs take turns. */
export function createStoredRuns({ journal, exclusively, wall, past }: Options): StoredRuns {
  const begin = (withPast: boolean): Run => {
    const now = wall()
    const clock = { now, read_at: now, running: true }
    return { id: crypto.randomUUID(), started_at: now, past: withPast, clock }
  }

  return {
    of: (base) =>
      exclusively(async () => {
        const kept = await journal.runs(base)
        const runs = kept ?? { current: begin(past), previous: null }
        if (!kept) await journal.saveRuns(base, runs)
        return runs
      }),

    async noteClock(base, run, clock) {
      const kept = await journal.runs(base)
      if (kept?.current.id === run.id) await journal.saveRuns(base, { ...kept, current: { ...run, clock } })
    },

    async startOver(base, run, { clock, changes }) {
      const kept = await journal.runs(base)
      const isUntouched = changes === 0 && kept?.previous
      if (kept?.previous && !isUntouched) await journal.removeRun(kept.previous.id)
      const previous = isUntouched ? kept.previous : { ...run, clock }
      await journal.saveRuns(base, { current: begin(run.past), previous })
    },

    async bringBack(base) {
      const kept = await journal.runs(base)
      if (!kept?.previous) return false
      await journal.removeRun(kept.current.id)
      await journal.saveRuns(base, { current: kept.previous, previous: null })
      return true
    },
  }
}
