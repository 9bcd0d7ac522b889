import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeOldBodies } from './inbox.ts'
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
  const stop = removeOldBodies({ purgeBodies }, 30, createLog('silent'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toEqual(['2026-10-22T08:00:00.000Z', '2026-10-22T09:00:00.000Z'])
  await stop()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toHaveLength(2)
})
