import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
