import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delay } from './delay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('waits as long as it is told', async () => {
  const done = vi.fn()
  void delay(1_000).then(done)
  await vi.advanceTimersByTimeAsync(999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalledTimes(1)
})

test('ends without an error when its signal aborts, and leaves no timer behind', async () => {
  const controller = new AbortController()
  const waited = delay(60_000, controller.signal)
  controller.abort()
  await expect(waited).resolves.toBeUndefined()
  await expect(delay(60_000, controller.signal)).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
