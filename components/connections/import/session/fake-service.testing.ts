/** A service as bad as can be, in no time at all: calls get lost on either way, and it dies and comes back. */
import type { CallFailure, Presence, SendResult } from '#components/connections/import/rows/batch.ts'
import type { RunClock, RunEngine } from './import-run.ts'

const LOST: CallFailure = { kind: 'lost', status: null, detail: 'No answer.' }
const BUSY: CallFailure = { kind: 'busy', waitMs: 3_000, detail: 'Wait.' }

/** Outcome of one call. */
export type Fate =
  | 'ok'
  /** It never arrives. */
  | 'lost_before'
  /** It is accepted, and the answer never comes. */
  | 'lost_after'
  | 'busy'
  /** Accepted, answered 202 before it is done. */
  | 'slow'
  /** Accepted; the service dies and is back after a while. */
  | 'killed_after'
  | 'killed_before'

/** A service that keeps what it has accepted through every kill, and works at it one after the other, late. */
export class FakeService {
  time = 0
  /** How often the row was imported. */
  readonly times = new Map<number, number>()
  readonly #queue: { rows: readonly number[]; due: number }[] = []
  #downUntil = 0

  readonly nobody: ReadonlySet<number>
  readonly before: ReadonlySet<number>
  readonly fates: Fate[]

  constructor(nobody: ReadonlySet<number>, before: ReadonlySet<number>, fates: Fate[]) {
    this.nobody = nobody
    this.before = before
    this.fates = fates
  }

  get isDown() {
    return this.time < this.#downUntil
  }

  work() {
    while (this.#queue[0] && this.#queue[0].due <= this.time && !this.isDown) {
      for (const row of this.#queue.shift()?.rows ?? [])
        if (!this.nobody.has(row)) this.times.set(row, (this.times.get(row) ?? 0) + 1)
    }
  }

  #accept(rows: readonly number[], delay: number) {
    const last = this.#queue.at(-1)?.due ?? 0
    this.#queue.push({ rows, due: Math.max(this.time + delay, last) })
    this.work()
  }

  /** Accepted rows finish once the service is back, after a delay. */
  #die(): CallFailure {
    this.#downUntil = this.time + 4_000
    for (const job of this.#queue) job.due = Math.max(job.due, this.#downUntil + 1_500)
    return LOST
  }

  /** Returns the sender's result for a batch. */
  take(rows: readonly number[], fate: Fate): SendResult {
    if (fate === 'busy') return BUSY
    if (fate === 'lost_before') return LOST
    if (fate === 'killed_before') return this.#die()
    this.#accept(rows, fate === 'ok' ? 0 : 1_200)
    if (fate === 'killed_after') return this.#die()
    if (fate === 'lost_after') return LOST
    if (fate === 'slow' || !this.isIdle) return { kind: 'taken', status: 202, imported: [], failed: [] }
    const [failed, imported] = [true, false].map((is) => rows.filter((row) => this.nobody.has(row) === is))
    return { kind: 'taken', status: 200, imported: imported ?? [], failed: failed ?? [] }
  }

  get isIdle() {
    return this.#queue.length === 0
  }
}

export function engineFor(service: FakeService): RunEngine {
  const reach = (): CallFailure | null => {
    service.time += 20
    service.work()
    return service.isDown ? LOST : null
  }
  return {
    send: async (rows) => reach() ?? service.take(rows, service.fates.shift() ?? 'ok'),
    async askPresence(rows) {
      const down = reach()
      if (down) return down
      const presence = (row: number): Presence => {
        if (service.nobody.has(row)) return 'no_user'
        return service.times.has(row) || service.before.has(row) ? 'connected' : 'absent'
      }
      return { kind: 'ok', value: new Map(rows.map((row) => [row, presence(row)])) }
    },
    async sampleRows(rows) {
      const down = reach()
      const isNew = (row: number) => !(service.nobody.has(row) || service.before.has(row) || service.times.has(row))
      return down ?? { kind: 'ok', value: rows.filter(isNew).slice(0, 3) }
    },
    async isQueueIdle() {
      const down = reach()
      return down ?? { kind: 'ok', value: service.isIdle }
    },
  }
}

export function clockOf(service: FakeService): RunClock {
  return {
    now: () => service.time,
    async sleep(milliseconds, signal) {
      if (signal.aborted) return
      service.time += milliseconds
      service.work()
    },
  }
}
