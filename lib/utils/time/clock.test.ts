import { afterEach, expect, test, vi } from 'vitest'
import {
  clockNow,
  clockShift,
  minutesBehind,
  onClock,
  pageTimeOf,
  setClock,
  syncClock,
  syncClockFromAnswer,
} from './clock.ts'

const HERE = Date.parse('2026-11-19T20:32:00Z')
const MINUTE = 60_000

afterEach(() => {
  syncClock(HERE, HERE)
  setClock(null)
  vi.useRealTimers()
})

const answer = (at: number) => new Response(null, { headers: { date: new Date(at).toUTCString() } })

test.each([-40, 40])('a computer that is %i minutes off tells the server’s time', (off) => {
  vi.useFakeTimers({ now: HERE + off * MINUTE })
  const told = vi.fn()
  const stop = onClock(told)
  syncClockFromAnswer(answer(HERE))
  stop()
  expect(Math.abs(clockNow() - HERE)).toBeLessThanOrEqual(500)
  expect(Math.abs(pageTimeOf(Date.now()) - HERE)).toBeLessThanOrEqual(500)
  expect(minutesBehind()).toBe(-off)
  expect(told).toHaveBeenCalledOnce()
})

test('what the way and a whole second explain is no difference; an answer without a date says nothing', () => {
  vi.useFakeTimers({ now: HERE + 1_400 })
  syncClockFromAnswer(answer(HERE))
  expect(clockShift()).toBe(0)
  syncClock(HERE + 5 * MINUTE)
  syncClockFromAnswer(new Response(null))
  expect(minutesBehind()).toBe(5)
  syncClock(HERE + 2 * MINUTE, HERE)
  expect(minutesBehind()).toBe(0)
})

test('a demo has a clock of its own, whatever a server says', () => {
  syncClock(HERE + 5 * MINUTE, HERE)
  setClock({ now: () => HERE, running: false })
  expect([clockNow(), minutesBehind()]).toEqual([HERE, 0])
})
