/** The journal of one run as one tab writes and follows it. */

import type { DemoClock } from '#lib/demo/control.ts'
import { type Base, formatScenario, parseScenario } from '#lib/demo/scenario.ts'
import type { Change, Entry, JournalStore, NewEntry, Run, Runs, Seen, Settings } from './journal.ts'

/** Notes of what was looked at that are kept: an open page looks again every half minute. */
const MAX_SEEN = 500

type Conditions = Pick<NewEntry, 'at' | 'role' | 'scenario'>

export interface RunLog {
  /** Changes that a reset takes back. */
  changes(): number
  /** Returns entries written since the last read, by other tabs or by this one before its page was loaded. */
  unread(): Promise<Entry[]>
  append(change: Change, request_id: string, conditions: Conditions): Promise<number>
  remove(id: number): Promise<void>
  note(seen: Seen, conditions: Conditions): Promise<void>
}

/** Creates one tab's view of a run's journal: it appends this tab's changes and reads those of other tabs. */
export function createRunLog(journal: JournalStore, run: string): RunLog {
  /** Request ids of what this tab writes itself, known before it can be read. */
  const own = new Set<string>()
  const seenIds: number[] = []
  let last = 0
  let changes = 0

  function count({ id, change }: Entry) {
    if ('seen' in change) seenIds.push(id)
    else changes += 1
  }

  return {
    changes: () => changes,

    async unread() {
      const entries = await journal.entries(run, last)
      last = entries.at(-1)?.id ?? last
      const others = entries.filter(({ request_id }) => !own.has(request_id))
      for (const entry of others) count(entry)
      return others
    },

    async append(change, request_id, conditions) {
      own.add(request_id)
      const id = await journal.append({ ...conditions, run, request_id, change })
      changes += 1
      return id
    },

    async remove(id) {
      changes -= 1
      await journal.remove(id)
    },

    async note(seen, conditions) {
      own.add(seen.request_id)
      const id = await journal.append({ ...conditions, run, request_id: seen.request_id, change: { seen } })
      seenIds.push(id)
      const oldest = seenIds.length > MAX_SEEN ? seenIds.shift() : undefined
      if (oldest !== undefined) await journal.remove(oldest)
    },
  }
}

/** The runs that a browser keeps, one for each base: begun, noted, started over, and brought back. */
interface Options {
  journal: JournalStore
  /** Runs work alone among all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Milliseconds since 1970, by this machine's clock. */
  wall: () => number
  /** Whether a run begins with what the team has done before. */
  past: boolean
}

interface StoredRuns {
  /** Begins one where there is none; of two tabs that would at once, one does. */
  of(base: Base): Promise<Runs>
  /** Notes how far the clock has come, unless the run was started over elsewhere. */
  noteClock(base: Base, run: Run, clock: DemoClock): Promise<void>
  /** Takes back every change; the run before can be brought back until the next time that takes something back. */
  startOver(base: Base, run: Run, undo: { clock: DemoClock; changes: number }): Promise<void>
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

/** Initial settings of a demo: the address, else the last ones in this browser. */
const DEFAULTS: Settings = { scenario: '', role: 'administrator' }

/** `asked` is the scenario of the address; null where it names none. */
export async function requestedSettings(journal: JournalStore, asked: string | null): Promise<Settings> {
  const kept = (await journal.settings()) ?? DEFAULTS
  if (asked === null) return kept
  const next = { ...kept, scenario: formatScenario(parseScenario(asked)) }
  await journal.saveSettings(next)
  return next
}

export const baseOf = ({ scenario }: Settings): Base => parseScenario(scenario).base
