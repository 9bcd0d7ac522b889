/** The journal of one run as one tab writes and follows it. */
import type { Change, Entry, JournalStore, NewEntry, Seen } from './journal.ts'

/** Notes of what was looked at that are kept: an open page looks again every half minute. */
const MAX_SEEN = 500

type Conditions = Pick<NewEntry, 'at' | 'role' | 'scenario'>

export interface RunLog {
  /** Changes that a reset takes back. */
  changes(): number
  /** Returns entries written since the last read, by other tabs or by this one before its page was loaded. */
  unread(): Promise<Entry[]>
  append(change: Change, request_id: string, conditions: Conditions): Promise<number>
  /** Removes a refused change. */
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
