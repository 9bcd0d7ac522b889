/** Every good row is imported exactly once, under any sequence of lost answers, kills, pauses and reloads. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Batch, countRows, newBatch, rowsToSend } from '#components/connections/import/rows/batch.ts'
import { clockOf, engineFor, FakeService, type Fate } from './fake-service.testing.ts'
import { ImportRun, type RunEngine } from './import-run.ts'
import type { RunState } from './session-state.ts'

const ROWS = 24

interface World {
  service: FakeService
  /** Batches found after a reload. */
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
    const left = Promise.withResolvers<void>()
    const engine = engineFor(service)
    const interrupted = async <T>(call: () => Promise<T>): Promise<T> => {
      const result = await call()
      calls += 1
      const what = world.interruptions.get(calls)
      if (what === 'pause') void run.pause()
      if (what !== 'reload') return result
      // The page is gone: its run never hears the answer, nor does anything else.
      gone = true
      void run.pause()
      setImmediate(left.resolve)
      return new Promise<T>(() => undefined)
    }
    const run: ImportRun = new ImportRun(world.saved, {
      engine: {
        send: (rows, wait) => interrupted(() => engine.send(rows, wait)),
        askPresence: (rows, onProgress) => interrupted(() => engine.askPresence(rows, onProgress)),
        sampleRows: (rows) => interrupted(() => engine.sampleRows(rows)),
        isQueueIdle: () => interrupted(() => engine.isQueueIdle()),
      },
      clock: clockOf(service),
      waitForResults: true,
      onChange: ({ batches }) => {
        world.saved = batches
      },
    })
    await Promise.race([run.resume(), left.promise])
    if (gone || run.state.phase === 'paused') continue
    return run
  }
}

function worldOf(
  batch: number,
  fates: Fate[],
  nobody: number[],
  before: number[],
  interruptions: [number, 'reload' | 'pause'][] = [],
): World {
  const service = new FakeService(new Set(nobody), new Set(before.filter((row) => !nobody.includes(row))), [...fates])
  const rows = Array.from({ length: ROWS }, (_, row) => row)
  const batches: Batch[] = []
  for (let at = 0; at < ROWS; at += batch) batches.push(newBatch(rows.slice(at, at + batch)))
  return { service, saved: batches, interruptions: new Map(interruptions) }
}

function expectOnce({ service }: World, { batches }: RunState, nobody: readonly number[], before: readonly number[]) {
  service.time += 60_000
  service.work()
  const undecided = batches.filter(({ state }) => state === 'undecided').flatMap(rowsToSend)
  // Only users who had the source before leave anything to be asked.
  expect(undecided.filter((row) => !(nobody.includes(row) || before.includes(row)))).toEqual([])
  for (let row = 0; row < ROWS; row += 1) {
    const times = service.times.get(row) ?? 0
    expect(times).toBeLessThanOrEqual(1)
    if (!undecided.includes(row)) expect(times).toBe(nobody.includes(row) ? 0 : 1)
  }
  const wrong = batches.flatMap(({ failed }) => failed)
  expect(wrong.filter((row) => !nobody.includes(row))).toEqual([])
  const total = countRows(batches)
  const unknown = undecided.length
  const failed = nobody.filter((row) => !undecided.includes(row)).length
  expect(total).toEqual({ connected: ROWS - unknown - failed, failed, queued: 0, sending: 0, unknown, not_sent: 0 })
}

const fate = fc.constantFrom<Fate>(
  'ok',
  'ok',
  'lost_before',
  'lost_after',
  'busy',
  'slow',
  'killed_after',
  'killed_before',
)
const rowsOf = fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: 5 })
const interruption = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('reload' as const, 'pause' as const))

describe('every row is imported exactly once', () => {
  test('under any sequence of lost answers, kills, pauses and reloads', async () => {
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
          expectOnce(world, run.state, nobody, before)
          expect(run.state).toMatchObject({ phase: 'done', failure: null, retryAt: null, progress: null })
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('a batch without an answer', () => {
  const run = (fates: Fate[], nobody: number[] = [], before: number[] = []) =>
    importAll(worldOf(8, fates, nobody, before))

  test('that arrived is not sent again, and its rows are settled one by one', async () => {
    const { state } = await run(['ok', 'lost_after'], [9])
    expect(state.batches.map(({ state }) => state)).toEqual(['settled', 'settled', 'settled'])
    expect(countRows(state.batches)).toMatchObject({ connected: 23, failed: 1 })
    expect(state.presence.get(9)).toBe('no_user')
  })

  test('that did not arrive is sent again', async () => {
    const world = worldOf(8, ['ok', 'killed_before'], [], [])
    await importAll(world)
    expect([...world.service.times.values()]).toEqual(Array.from({ length: ROWS }, () => 1))
  })

  test('is left to a person when all its users had the source before; the decision counts once', async () => {
    for (const [verdict, times] of [
      ['arrived', 0],
      ['not_arrived', 1],
    ] as const) {
      const world = worldOf(8, ['lost_before'], [], [0, 1, 2, 3, 4, 5, 6, 7])
      const { state, ...rest } = await startAndDecide(world, verdict)
      expect(rest.undecided).toBe('undecided')
      expect(world.service.times.get(0) ?? 0).toBe(times)
      expect(countRows(state.batches)).toMatchObject({ connected: 24, unknown: 0 })
    }
  })

  async function startAndDecide(world: World, verdict: 'arrived' | 'not_arrived') {
    const asked = await importAll(world)
    const undecided = asked.state.batches[0]?.state
    await asked.decide(0, verdict)
    await asked.decide(0, verdict)
    return { undecided, state: asked.state }
  }
})

describe('refusals', () => {
  const quiet = {
    clock: clockOf(new FakeService(new Set(), new Set(), [])),
    waitForResults: true,
    onChange: () => undefined,
  }
  const engine = (send: RunEngine['send']): RunEngine => ({
    ...engineFor(new FakeService(new Set(), new Set(), [])),
    send,
  })

  test('of single rows leave the others to be sent, and keep the reason', async () => {
    const sent: (readonly number[])[] = []
    const run = new ImportRun([newBatch([0, 1, 2])], {
      ...quiet,
      engine: engine(async (rows) => {
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
    expect(countRows(run.state.batches)).toMatchObject({ connected: 2, failed: 1 })
  })

  test('of a whole batch pause the run with the detail, and resuming tries it again', async () => {
    let refuse = true
    const run = new ImportRun([newBatch([0]), newBatch([1])], {
      ...quiet,
      engine: engine(async (rows) =>
        refuse
          ? { kind: 'refused', status: 403, detail: 'Not enabled.' }
          : { kind: 'taken', status: 200, imported: [...rows], failed: [] },
      ),
    })
    await run.resume()
    expect(run.state).toMatchObject({ phase: 'paused', failure: { status: 403 }, retryAt: null })
    expect(run.state.batches.map(({ state }) => state)).toEqual(['refused', 'waiting'])
    refuse = false
    await run.resume()
    expect(run.state.phase).toBe('done')
    expect(countRows(run.state.batches)).toMatchObject({ connected: 2 })
  })

  test('after Stop nothing more is sent, and what was sent is settled', async () => {
    let sends = 0
    const run: ImportRun = new ImportRun([newBatch([0]), newBatch([1])], {
      ...quiet,
      engine: engine(async (rows) => {
        sends += 1
        void run.cancel()
        return { kind: 'taken', status: 200, imported: [...rows], failed: [] }
      }),
    })
    await run.resume()
    expect(sends).toBe(1)
    expect(run.state.batches.map(({ state }) => state)).toEqual(['settled', 'waiting'])
    expect(run.state.phase).toBe('done')
  })
})
