import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { postgresEvents } from '#lib/domains/events/console/store-sql.ts'
import { makeBatch, received } from '#lib/domains/events/event.testing.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { cautiousNow, removeOldBodies } from './inbox.ts'
import { createLog } from './log/log.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T08:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test('bodies are removed at the start and every hour, also after a failure, until it is stopped', async () => {
  const asked: string[] = []
  const purgeBodies = async (before: Date) => {
    asked.push(before.toISOString())
    if (asked.length === 1) throw new Error('down')
    return 2
  }
  const early: string[] = []
  const purgeEarlyData = async (before: Date) => void early.push(before.toISOString())
  const stop = removeOldBodies(
    { purgeBodies, purgeEarlyData },
    { days: 30, now: () => new Date() },
    createLog('silent'),
  )
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toEqual(['2026-10-22T08:00:00.000Z', '2026-10-22T09:00:00.000Z'])
  expect(early).toEqual(asked)
  await stop()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toHaveLength(2)
})

test('more bodies than one statement removes all go with their samples, and their room is used again', async () => {
  vi.useRealTimers()
  const { db, close } = await openInMemory()
  const store = postgresEvents(db)
  const read = async (query: SQL) =>
    z.object({ rows: z.tuple([z.object({ value: z.coerce.number() })]) }).parse(await db.execute(query)).rows[0].value
  const sizes: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const old = Array.from({ length: 1_100 }, (_, number) =>
      received(makeBatch([{ timestamp: new Date(1e12 + number * 60_000).toISOString(), value: round }]), {
        received_at: '2001-01-01T00:00:00.000Z',
      }),
    )
    await store.saveEvents(old)
    const bytes = sql`pg_total_relation_size('console.event_bodies') + pg_total_relation_size('console.event_samples')`
    sizes.push(await read(sql`select ${bytes} as value`))
    expect(await store.purgeBodies(new Date('2001-01-02'))).toBe(old.length)
    expect(await read(sql`select count(*) as value from console.event_samples`)).toBe(0)
  }
  const [first = 0] = sizes
  expect(Math.max(...sizes)).toBeLessThan(1.3 * first)
  await close()
})

const DAY = 86_400_000
test.each([
  ['hours beyond the newest entry is right', DAY / 4, DAY / 4],
  ['days beyond it is believed for one', 400 * DAY, DAY],
  ['behind it is believed', -3 * DAY, -3 * DAY],
])('a clock that is %s', (_, ahead, believed) => {
  const newest = new Date(Date.now() - ahead)
  expect(cautiousNow(newest)().getTime() - newest.getTime()).toBeCloseTo(believed, -2)
})

test('a clock that jumps while the process runs makes nothing old, and time that passes does', async () => {
  const now = cautiousNow(new Date())
  const begin = Date.now()
  vi.setSystemTime(begin + 90 * DAY)
  expect(now().getTime() - begin).toBe(DAY)
  await vi.advanceTimersByTimeAsync(DAY)
  expect(now().getTime() - begin).toBe(2 * DAY)
})

test('a log without entries believes the clock it began with', () => {
  expect(cautiousNow(null)().getTime()).toBe(Date.now())
})
