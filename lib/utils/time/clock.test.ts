import { afterEach, expect, test, vi } from 'vitest'
import { clockNow, clockShift, heedAnswer, heedServer, minutesBehind, onClock, pageTimeOf, setClock } from './clock.ts'

const HERE = Date.parse('2026-11-19T20:32:00Z')
const MINUTE = 60_000

afterEach(() => {
  heedServer(HERE, HERE)
  setClock(null)
  vi.useRealTimers()
})

const answer = (at: number) => new Response(null, { headers: { date: new Date(at).toUTCString() } })

test.each([-40, 40])('a computer that is %i minutes off tells the server’s time', (off) => {
  vi.useFakeTimers({ now: HERE + off * MINUTE })
  const told = vi.fn()
  const stop = onClock(told)
  heedAnswer(answer(HERE))
  stop()
  expect(Math.abs(clockNow() - HERE)).toBeLessThanOrEqual(500)
  expect(Math.abs(pageTimeOf(Date.now()) - HERE)).toBeLessThanOrEqual(500)
  expect(minutesBehind()).toBe(-off)
  expect(told).toHaveBeenCalledOnce()
})

test('what the way and a whole second explain is no difference; an answer without a date says nothing', () => {
  vi.useFakeTimers({ now: HERE + 1_400 })
  heedAnswer(answer(HERE))
  expect(clockShift()).toBe(0)
  heedServer(HERE + 5 * MINUTE)
  heedAnswer(new Response(null))
  expect(minutesBehind()).toBe(5)
  heedServer(HERE + 2 * MINUTE, HERE)
  expect(minutesBehind()).toBe(0)
})

test('a demo has a clock of its own, whatever a server says', () => {
  heedServer(HERE + 5 * MINUTE, HERE)
  setClock({ now: () => HERE, running: false })
  expect([clockNow(), minutesBehind()]).toEqual([HERE, 0])
})
