import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './delay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work is done at once and again, also after a failure, until it is stopped', async () => {
  const failures: unknown[] = []
  let turns = 0
  const stop = repeat(
    async () => {
      turns += 1
      if (turns === 1) throw new Error('down')
    },
    { everyMs: 1_000, onError: (error) => failures.push(error) },
  )
  await vi.advanceTimersByTimeAsync(2_000)
  expect(turns).toBe(3)
  expect(failures).toEqual([new Error('down')])
  await stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(turns).toBe(3)
})

test('work that may wait begins after the first pause', async () => {
  const turn = vi.fn(async () => undefined)
  const stop = repeat(turn, { everyMs: 1_000, onError: () => undefined, atOnce: false })
  await vi.advanceTimersByTimeAsync(999)
  expect(turn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(turn).toHaveBeenCalledOnce()
  await stop()
})

test('a turn begins after the one before has ended, and stopping waits for it', async () => {
  const long = Promise.withResolvers<void>()
  const turn = vi.fn(() => long.promise)
  const stop = repeat(turn, { everyMs: 1_000, onError: () => undefined })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(turn).toHaveBeenCalledOnce()
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(1)
  expect(isStopped).toBe(false)
  long.resolve()
  await stopped
  expect(isStopped).toBe(true)
})
