import { expect, test } from 'vitest'
import { BURST, createThrottle, PER_SECOND } from './throttle.ts'

test('allows a burst, then a fixed rate, never more per minute than a session may ask', async () => {
  let now = 0
  const waits: number[] = []
  const throttle = createThrottle(
    () => now,
    async (milliseconds) => {
      waits.push(milliseconds)
      now += milliseconds
    },
  )
  const times: number[] = []
  for (let call = 0; call < 1500; call += 1) {
    await throttle()
    times.push(now)
  }
  expect(waits).toHaveLength(1500 - BURST)
  expect(times[BURST]).toBe(1000 / PER_SECOND)
  const most = Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + 60_000).length))
  expect(most).toBeLessThanOrEqual(550)
})
