/** The journal of one run as one tab writes and follows it. */
import type { Change, Entry, JournalStore, NewEntry, Seen } from './journal.ts'

/** Notes of what was looked at that are kept: an open page looks again every half minute. */
const MOST_SEEN = 500

type Conditions = Pick<NewEntry, 'at' | 'role' | 'scenario'>

export interface RunLog {
  /** Changes that a reset takes back. */
  changes(): number
  /** What other tabs, or this one before its page was loaded, have written since the last time. */
  unread(): Promise<Entry[]>
  append(change: Change, request_id: string, conditions: Conditions): Promise<number>
  /** Of a change that was refused. */
  remove(id: number): Promise<void>
  note(seen: Seen, conditions: Conditions): Promise<void>
}

export function createRunLog(journal: JournalStore, run: string): RunLog {
  /** Ids of what this tab has written itself. */
  const own = new Set<number>()
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
      const entries = (await journal.entries(run, last)).filter(({ id }) => !own.has(id))
      last = entries.at(-1)?.id ?? last
      for (const entry of entries) count(entry)
      return entries
    },

    async append(change, request_id, conditions) {
      const id = await journal.append({ ...conditions, run, request_id, change })
      own.add(id)
      changes += 1
      return id
    },

    async remove(id) {
      changes -= 1
      await journal.remove(id)
    },

    async note(seen, conditions) {
      const id = await journal.append({ ...conditions, run, request_id: seen.request_id, change: { seen } })
      own.add(id)
      seenIds.push(id)
      const oldest = seenIds.length > MOST_SEEN ? seenIds.shift() : undefined
      if (oldest !== undefined) await journal.remove(oldest)
    },
  }
}
