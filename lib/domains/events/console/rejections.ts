/** Counts what was rejected, minute by minute: a stranger’s message costs no write of its own. */
import type { Rejection } from '#lib/domains/events/outcomes.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import type { EventStore } from './store.ts'

export interface RejectionCounter {
  add(environment: string, reason: Rejection): void
  /** Writes what was counted since the last time; what can’t be written is kept for the next. */
  flush(): Promise<void>
}

type Counted = Parameters<EventStore['countRejections']>[0][number]

export function createRejectionCounter(
  { countRejections }: Pick<EventStore, 'countRejections'>,
  now: () => Date,
): RejectionCounter {
  let counts = new Map<string, Counted>()
  return {
    add(environment, reason) {
      const minute = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE)
      const key = `${environment} ${reason} ${minute.getTime()}`
      const count = (counts.get(key)?.count ?? 0) + 1
      counts.set(key, { environment, reason, minute, count })
    },

    async flush() {
      const taken = counts
      if (taken.size === 0) return
      counts = new Map()
      try {
        await countRejections([...taken.values()])
      } catch (error) {
        for (const [key, one] of taken) counts.set(key, { ...one, count: one.count + (counts.get(key)?.count ?? 0) })
        throw error
      }
    },
  }
}
