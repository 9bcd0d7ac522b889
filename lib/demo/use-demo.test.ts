import { afterEach, expect, test, vi } from 'vitest'
import { demoNow } from './use-demo.ts'

afterEach(() => vi.useRealTimers())

test('a clock that runs moves with this machine’s, one that is paused stays', () => {
  vi.useFakeTimers({ now: 5_000 })
  expect(demoNow({ now: 1_000_000, read_at: 2_000, running: true })).toBe(1_003_000)
  expect(demoNow({ now: 1_000_000, read_at: 2_000, running: false })).toBe(1_000_000)
})
