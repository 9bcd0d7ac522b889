/** Writes events as they come: those that arrive while a transaction is under way share the next one. */
import type { NewEvent } from '#lib/domains/events/new-event.ts'
import { ApiError, isUnavailable } from '#lib/kernel/api-error.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import type { SavedEvent } from './resolve-batch.ts'
import type { EventStore } from './store.ts'

interface Waiting {
  event: NewEvent
  /** `performance.now()` of its arrival. */
  since: number
  resolve: (saved: SavedEvent) => void
  reject: (error: unknown) => void
}

export interface EventWriter {
  /** Durable when it resolves. @throws ApiError 503 where too many wait */
  write(event: NewEvent): Promise<SavedEvent>
  /** How long the oldest event has waited to be written, in milliseconds. */
  oldest(): number
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>
}

/** Events of one transaction at most. */
const MAX_BATCH = 400
/** Others may join a transaction for so long: most of its cost is its own, whatever it writes. */
const GATHER_MS = 10
/** Their senders have given up before the last of more would be written. */
const MAX_WAITING = 5_000
/** A transaction that takes longer is given up: its events are sent again, and count once whatever became of it. */
const BATCH_WITHIN = 20 * SECOND
export const GIVEN_UP = new ApiError('unavailable', 'The event wasn’t written in time. Send it again.', {
  retry_after_ms: 5 * SECOND,
})
const TOO_MANY = new ApiError('unavailable', 'Too many events arrived at once. Send this one again.', {
  retry_after_ms: 5 * SECOND,
})

export function createEventWriter(
  { saveEvents }: Pick<EventStore, 'saveEvents'>,
  gatherMs: number = GATHER_MS,
  withinMs: number = BATCH_WITHIN,
): EventWriter {
  const waiting: Waiting[] = []
  let underWay: readonly Waiting[] = []
  let writing: Promise<void> | null = null

  async function writeAll() {
    while (waiting.length > 0) {
      if (waiting.length < MAX_BATCH) await delay(gatherMs)
      underWay = waiting.splice(0, MAX_BATCH)
      await writeBatch(underWay)
      underWay = []
    }
    writing = null
  }

  async function writeBatch(batch: readonly Waiting[]) {
    try {
      const saved = await inTime(saveEvents(batch.map(({ event }) => event)))
      for (const [place, { resolve, reject }] of batch.entries()) {
        const one = saved[place]
        if (one) resolve(one)
        else reject(new Error('The store says nothing of an event that it was given.'))
      }
    } catch (error) {
      const [first, ...others] = batch
      if (others.length === 0) return first?.reject(error)
      // One that can’t be written keeps no other out. Where the database is away each alone would wait as long again.
      const isAway = error === GIVEN_UP || isUnavailable(error)
      for (const one of batch) {
        if (isAway) one.reject(error)
        else await writeBatch([one])
      }
    }
  }

  async function inTime<T>(saving: Promise<T>): Promise<T> {
    const done = new AbortController()
    const late = delay(withinMs, done.signal).then(() => Promise.reject(GIVEN_UP))
    late.catch(() => undefined)
    return Promise.race([saving, late]).finally(() => done.abort())
  }

  return {
    oldest: () => {
      const first = underWay[0] ?? waiting[0]
      return first ? performance.now() - first.since : 0
    },
    write: (event) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) return reject(TOO_MANY)
        waiting.push({ event, since: performance.now(), resolve, reject })
        writing ??= writeAll()
      }),
    settled: async () => {
      while (writing !== null) await writing
    },
  }
}
