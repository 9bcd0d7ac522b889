import { expect, test } from 'vitest'
import { createSimulatedClock, MAX_ABSENCE_MS, wakeClock } from './clock.ts'

const START = Date.parse('2026-11-22T15:42:00Z')

function clockAt(wallStart = 1_000) {
  let wall = wallStart
  const clock = createSimulatedClock({ now: START, read_at: wallStart, running: true }, () => wall)
  const pass = (milliseconds: number) => {
    wall += milliseconds
  }
  return { clock, pass }
}

test('runs with this machine’s clock', () => {
  const { clock, pass } = clockAt()
  pass(5_000)
  expect(clock.now()).toBe(START + 5_000)
  expect(clock.state()).toEqual({ now: START + 5_000, read_at: 6_000, running: true })
})

test('stands still while it is paused, and goes on from there', () => {
  const { clock, pass } = clockAt()
  pass(1_000)
  clock.pause()
  pass(60_000)
  expect(clock.now()).toBe(START + 1_000)
  clock.resume()
  pass(500)
  expect(clock.now()).toBe(START + 1_500)
})

test('moves forward only', () => {
  const { clock } = clockAt()
  clock.moveTo(START + 10_000)
  clock.moveTo(START)
  expect(clock.now()).toBe(START + 10_000)
})

test('stands at an instant while work is done, and after work that failed goes on where it was', async () => {
  const { clock } = clockAt()
  await clock.at(START - 1_000, async () => expect(clock.now()).toBe(START - 1_000))
  const failed = clock.at(START - 1_000, () => Promise.reject(new Error('failed')))
  await expect(failed).rejects.toThrow('failed')
  expect(clock.now()).toBe(START)
})

test('a machine whose clock is set back never turns it back', () => {
  const { clock, pass } = clockAt()
  pass(-5_000)
  expect(clock.now()).toBe(START)
})

test('time that nobody had the demo open for did not pass in it', () => {
  const kept = { now: START, read_at: 1_000, running: true }
  expect(wakeClock(kept, 1_000 + MAX_ABSENCE_MS + 1)).toEqual({ ...kept, read_at: 1_001 + MAX_ABSENCE_MS })
  expect(wakeClock(kept, 2_000)).toEqual(kept)
  expect(wakeClock(kept, 500)).toEqual({ ...kept, read_at: 500 })
})
