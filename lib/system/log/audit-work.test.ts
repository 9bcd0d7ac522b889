import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { workOnAuditInBackground } from './audit-work.ts'
import { createLog } from './log.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const lines: string[] = []
const log = createLog('warn', '', { write: (line) => void lines.push(line) })

test('counts until nothing is left, and again after ten minutes', async () => {
  let left = 3
  const countViewers = vi.fn(async () => {
    left -= 1
    return left >= 0
  })
  const stop = workOnAuditInBackground({ countViewers, indexSubjects: async () => false }, log, 0)
  await vi.waitFor(() => expect(countViewers).toHaveBeenCalledTimes(4))
  left = 1
  vi.advanceTimersByTime(600_000)
  await vi.waitFor(() => expect(countViewers).toHaveBeenCalledTimes(6))
  await stop()
  vi.advanceTimersByTime(600_000)
  expect(countViewers).toHaveBeenCalledTimes(6)
})

test('a failure is an error in the log, and the next time counts again', async () => {
  const countViewers = vi.fn(() => Promise.reject(new Error('lost')))
  const stop = workOnAuditInBackground({ countViewers, indexSubjects: async () => false }, log, 0)
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  vi.advanceTimersByTime(600_000)
  await vi.waitFor(() => expect(countViewers).toHaveBeenCalledTimes(2))
  await stop()
})

test('IDs are indexed every five seconds', async () => {
  const indexSubjects = vi.fn(async () => false)
  const stop = workOnAuditInBackground({ countViewers: async () => false, indexSubjects }, log, 0)
  await vi.waitFor(() => expect(indexSubjects).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => {
    vi.advanceTimersByTime(5_000)
    expect(indexSubjects).toHaveBeenCalledTimes(2)
  })
  await stop()
})
