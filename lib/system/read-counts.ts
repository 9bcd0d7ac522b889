/** Counts reads that are too many for an entry of the audit log each: one entry a minute and action has all of them. */
import type { About } from '#lib/kernel/route.ts'

interface Read {
  action: string
  request_id: string
  subjects: readonly string[]
}

interface Count {
  action: string
  /** ID of the first request. */
  request_id: string
  /** Subjects of all of them, without duplicates. */
  subjects: string[]
  calls: number
}

interface ReadCountsOptions {
  entriesPerMinute: number
  write: (count: Count) => Promise<void>
}

const MINUTE_MS = 60_000
/** An entry that would have more subjects is written early. */
const MAX_SUBJECTS = 5_000

interface Minute {
  entries: number
  counted: { request_id: string; subjects: Set<string>; calls: number } | null
  timer: NodeJS.Timeout
}

/** Returns a counter for this process; `close` writes what is still counted. */
export function createReadCounts({ entriesPerMinute, write }: ReadCountsOptions) {
  const minutes = new Map<string, Minute>()

  function minuteOf(action: string): Minute {
    const known = minutes.get(action)
    if (known) return known
    const minute = { entries: 0, counted: null, timer: setTimeout(() => void end(action), MINUTE_MS).unref() }
    minutes.set(action, minute)
    return minute
  }

  async function end(action: string): Promise<void> {
    const minute = minutes.get(action)
    minutes.delete(action)
    if (!minute) return
    clearTimeout(minute.timer)
    await flush(action, minute)
  }

  async function flush(action: string, minute: Minute): Promise<void> {
    if (!minute.counted) return
    const { request_id, subjects, calls } = minute.counted
    minute.counted = null
    await write({ action, request_id, subjects: [...subjects], calls })
  }

  return {
    /** Whether a read may still have an entry of its own; uses it up. */
    hasEntryLeft(action: string): boolean {
      const minute = minuteOf(action)
      minute.entries += 1
      return minute.entries <= entriesPerMinute
    },

    /** Does a read and counts it, whatever becomes of it. */
    async counted(
      { action, request_id, subjects }: Read,
      work: (about: About) => Promise<Response>,
    ): Promise<Response> {
      const minute = minuteOf(action)
      minute.counted ??= { request_id, subjects: new Set(), calls: 0 }
      const count = minute.counted
      count.calls += 1
      const note = (ids: readonly string[]) => {
        for (const id of ids) count.subjects.add(id)
      }
      note(subjects)
      const response = await work(note)
      if (count.subjects.size >= MAX_SUBJECTS && minute.counted === count) await flush(action, minute)
      return response
    },

    async close(): Promise<void> {
      await Promise.all([...minutes.keys()].map(end))
    },
  }
}
