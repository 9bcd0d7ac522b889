/** Every good row is imported exactly once, under any sequence of lost answers, kills, pauses and reloads. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Batch, newBatch, rowsToSend, totalOf } from './batch.ts'
import type { ImportPort, Presence, RunClock, Trouble } from './port.ts'
import { ImportRun } from './run.ts'

const LOST: Trouble = { kind: 'lost', status: null, detail: 'No answer.' }
const BUSY: Trouble = { kind: 'busy', wait: 3, detail: 'Wait.' }

/** What happens to one call on its way. */
type Fate =
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
class FakeService {
  time = 0
  /** How often the row was imported. */
  readonly times = new Map<number, number>()
  readonly #queue: { rows: readonly number[]; due: number }[] = []
  #downUntil = 0

  constructor(
    readonly nobody: ReadonlySet<number>,
    readonly before: ReadonlySet<number>,
    readonly fates: Fate[],
  ) {}

  get isDown() {
    return this.time < this.#downUntil
  }

  work() {
    while (this.#queue[0] && this.#queue[0].due <= this.time && !this.isDown) {
      for (const row of this.#queue.shift()?.rows ?? [])
        if (!this.nobody.has(row)) this.times.set(row, (this.times.get(row) ?? 0) + 1)
    }
  }

  accept(rows: readonly number[], delay: number) {
    const last = this.#queue.at(-1)?.due ?? 0
    this.#queue.push({ rows, due: Math.max(this.time + delay, last) })
    this.work()
  }

  kill() {
    this.#downUntil = this.time + 4_000
    for (const job of this.#queue) job.due = Math.max(job.due, this.#downUntil + 1_500)
  }

  get isIdle() {
    return this.#queue.length === 0
  }
}

function portTo(service: FakeService): ImportPort {
  const reach = (): Trouble | null => {
    service.time += 20
    service.work()
    return service.isDown ? LOST : null
  }
  return {
    async send(rows) {
      const down = reach()
      if (down) return down
      const fate = service.fates.shift() ?? 'ok'
      if (fate === 'busy') return BUSY
      if (fate === 'lost_before') return LOST
      if (fate === 'killed_before') service.kill()
      if (fate === 'killed_before') return LOST
      service.accept(rows, fate === 'ok' ? 0 : 1_200)
      if (fate === 'killed_after') service.kill()
      if (fate === 'killed_after' || fate === 'lost_after') return LOST
      const failed = rows.filter((row) => service.nobody.has(row))
      if (fate === 'slow' || !service.isIdle) return { kind: 'taken', status: 202, imported: [], failed: [] }
      return { kind: 'taken', status: 200, imported: rows.filter((row) => !service.nobody.has(row)), failed }
    },
    async ask(rows) {
      const down = reach()
      if (down) return down
      const presence = (row: number): Presence => {
        if (service.nobody.has(row)) return 'no_user'
        return service.times.has(row) || service.before.has(row) ? 'connected' : 'absent'
      }
      return { kind: 'answers', answers: new Map(rows.map((row) => [row, presence(row)])) }
    },
    async witnesses(rows) {
      const down = reach()
      const isNew = (row: number) => !(service.nobody.has(row) || service.before.has(row) || service.times.has(row))
      return down ?? { kind: 'witnesses', rows: rows.filter(isNew).slice(0, 3) }
    },
    async probe() {
      const down = reach()
      return down ?? { kind: service.isIdle ? 'drained' : 'working' }
    },
  }
}

function clockOf(service: FakeService): RunClock {
  return {
    now: () => service.time,
    async sleep(milliseconds, signal) {
      if (signal.aborted) return
      service.time += milliseconds
      service.work()
    },
  }
}

const ROWS = 24

interface World {
  service: FakeService
  /** What a reload finds. */
  saved: readonly Batch[]
  /** Calls after which the page is closed, or the person presses pause. */
  interruptions: Map<number, 'reload' | 'pause'>
}

/** Runs to the end, through reloads; each begins with what was saved and nothing else. */
async function importAll(world: World): Promise<ImportRun> {
  let calls = 0
  for (;;) {
    const { service } = world
    let gone = false
    const port = portTo(service)
    const interrupted = async <T>(call: () => Promise<T>): Promise<T> => {
      const result = await call()
      calls += 1
      const what = world.interruptions.get(calls)
      if (what === 'pause') run.pause()
      if (what !== 'reload') return result
      // The page is gone: its run never hears the answer, nor does anything else.
      gone = true
      run.pause()
      return new Promise<T>(() => undefined)
    }
    const run: ImportRun = new ImportRun(world.saved, {
      port: {
        send: (rows, wait) => interrupted(() => port.send(rows, wait)),
        ask: (rows, onProgress) => interrupted(() => port.ask(rows, onProgress)),
        witnesses: (rows) => interrupted(() => port.witnesses(rows)),
        probe: () => interrupted(() => port.probe()),
      },
      clock: clockOf(service),
      wait: true,
      save: (batches) => {
        world.saved = batches
      },
      onChange: () => undefined,
    })
    const end = new Promise<void>((resolve) => {
      const look = () => (gone ? resolve() : setImmediate(look))
      look()
    })
    await Promise.race([run.resume(), end])
    if (gone || run.state.phase === 'paused') continue
    return run
  }
}

function worldOf(batch: number, fates: Fate[], nobody: number[], before: number[], interruptions: [number, 'reload' | 'pause'][] = []): World {
  const service = new FakeService(new Set(nobody), new Set(before.filter((row) => !nobody.includes(row))), [...fates])
  const rows = Array.from({ length: ROWS }, (_, row) => row)
  const batches: Batch[] = []
  for (let at = 0; at < ROWS; at += batch) batches.push(newBatch(rows.slice(at, at + batch)))
  return { service, saved: batches, interruptions: new Map(interruptions) }
}

const fate = fc.constantFrom<Fate>('ok', 'ok', 'lost_before', 'lost_after', 'busy', 'slow', 'killed_after', 'killed_before')
const rowsOf = fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: 5 })
const interruption = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('reload' as const, 'pause' as const))

describe('exactly once', () => {
  test('whatever is lost, killed, paused or loaded again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: ROWS }),
        fc.array(fate, { maxLength: 20 }),
        rowsOf,
        rowsOf,
        fc.array(interruption, { maxLength: 6 }),
        async (size, fates, nobody, before, interruptions) => {
          const world = worldOf(size, fates, nobody, before, interruptions)
          const run = await importAll(world)
          const undecided = new Set(run.state.batches.filter(({ at }) => at === 'undecided').flatMap(rowsToSend))
          const { service } = world
          service.time += 60_000
          service.work()
          for (let row = 0; row < ROWS; row += 1) {
            const times = service.times.get(row) ?? 0
            // Never twice; not at all only for nobody, or where a person is still asked.
            expect(times).toBeLessThanOrEqual(1)
            if (!undecided.has(row)) expect(times).toBe(nobody.includes(row) ? 0 : 1)
          }
          // Only a batch without a single new user can leave anything to be asked.
          for (const row of undecided) expect(nobody.includes(row) || before.includes(row)).toBe(true)
          const total = totalOf(run.state.batches)
          expect(Object.values(total).reduce((sum, count) => sum + count)).toBe(ROWS)
          const wrong = run.state.batches.flatMap(({ failed }) => failed)
          expect(wrong.every((row) => nobody.includes(row))).toBe(true)
          if (undecided.size === 0) expect(total).toMatchObject({ failed: nobody.length, not_sent: 0, unknown: 0, queued: 0 })
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('a batch without an answer', () => {
  const run = (fates: Fate[], nobody: number[] = [], before: number[] = []) => importAll(worldOf(8, fates, nobody, before))

  test('that arrived is not sent again, and its rows are settled one by one', async () => {
    const { state } = await run(['ok', 'lost_after'], [9])
    expect(state.batches.map(({ at }) => at)).toEqual(['settled', 'settled', 'settled'])
    expect(totalOf(state.batches)).toMatchObject({ connected: 23, failed: 1 })
    expect(state.now.get(9)).toBe('no_user')
  })

  test('that did not arrive is sent again', async () => {
    const world = worldOf(8, ['ok', 'killed_before'], [], [])
    await importAll(world)
    expect([...world.service.times.values()]).toEqual(Array.from({ length: ROWS }, () => 1))
  })

  test('of users who all had the source before is a person’s to decide; each answer is followed once', async () => {
    for (const [verdict, times] of [
      ['arrived', 0],
      ['not_arrived', 1],
    ] as const) {
      const world = worldOf(8, ['lost_before'], [], [0, 1, 2, 3, 4, 5, 6, 7])
      const { state, ...rest } = await startAndDecide(world, verdict)
      expect(rest.undecided).toBe('undecided')
      expect(world.service.times.get(0) ?? 0).toBe(times)
      expect(totalOf(state.batches)).toMatchObject({ connected: 24, unknown: 0 })
    }
  })

  async function startAndDecide(world: World, verdict: 'arrived' | 'not_arrived') {
    const asked = await importAll(world)
    const undecided = asked.state.batches[0]?.at
    await asked.decide(0, verdict)
    await asked.decide(0, verdict)
    return { undecided, state: asked.state }
  }
})

describe('refusals', () => {
  const quiet = { clock: clockOf(new FakeService(new Set(), new Set(), [])), wait: true, save: () => undefined, onChange: () => undefined }
  const port = (send: ImportPort['send']): ImportPort => ({
    ...portTo(new FakeService(new Set(), new Set(), [])),
    send,
  })

  test('of single rows leave the others to be sent, and keep the reason', async () => {
    const sent: (readonly number[])[] = []
    const run = new ImportRun([newBatch([0, 1, 2])], {
      ...quiet,
      port: port(async (rows) => {
        sent.push(rows)
        if (rows.includes(1)) return { kind: 'rows_refused', status: 422, rows: [{ row: 1, reason: 'Too short.' }] }
        return { kind: 'taken', status: 200, imported: [...rows], failed: [] }
      }),
    })
    await run.resume()
    expect(sent).toEqual([
      [0, 1, 2],
      [0, 2],
    ])
    expect(run.state.reasons.get(1)).toBe('Too short.')
    expect(totalOf(run.state.batches)).toMatchObject({ connected: 2, failed: 1 })
  })

  test('of a whole batch stop the run with the words, and resuming tries it again', async () => {
    let refuse = true
    const run = new ImportRun([newBatch([0]), newBatch([1])], {
      ...quiet,
      port: port(async (rows) =>
        refuse
          ? { kind: 'refused', status: 403, detail: 'Not enabled.' }
          : { kind: 'taken', status: 200, imported: [...rows], failed: [] },
      ),
    })
    await run.resume()
    expect(run.state).toMatchObject({ phase: 'paused', trouble: { status: 403 }, retry_at: null })
    expect(run.state.batches.map(({ at }) => at)).toEqual(['refused', 'waiting'])
    refuse = false
    await run.resume()
    expect(run.state.phase).toBe('done')
    expect(totalOf(run.state.batches)).toMatchObject({ connected: 2 })
  })

  test('after Stop nothing more is sent, and what was sent is settled', async () => {
    let sends = 0
    const run: ImportRun = new ImportRun([newBatch([0]), newBatch([1])], {
      ...quiet,
      port: port(async (rows) => {
        sends += 1
        run.cancel()
        return { kind: 'taken', status: 200, imported: [...rows], failed: [] }
      }),
    })
    await run.resume()
    expect(sends).toBe(1)
    expect(run.state.batches.map(({ at }) => at)).toEqual(['settled', 'waiting'])
    expect(run.state.phase).toBe('done')
  })
})
