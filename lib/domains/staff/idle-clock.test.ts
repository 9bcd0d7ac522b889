import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type IdlePhase, startIdleClock } from './idle-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start({ idle = 15 * MINUTE, ends_in = 12 * HOUR, ask = async (): Promise<unknown> => null } = {}) {
  const phases: IdlePhase['at'][] = []
  const asked = vi.fn(ask)
  const used: number[] = []
  const signs = vi.fn()
  const ended = vi.fn()
  const clock = startIdleClock({
    idle,
    ends_in,
    ask: asked,
    onSign: signs,
    onPhase: ({ at }) => phases.push(at),
    onUse: (at) => used.push(at),
    onEnd: ended,
  })
  return { clock, phases, asked, signs, used, ended }
}

describe('nothing happens', () => {
  test('a warning one minute before the end, then the end, and nothing after it', async () => {
    const { clock, phases, asked, ended } = start()
    await vi.advanceTimersByTimeAsync(14 * MINUTE - 1)
    expect(phases).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(phases).toEqual(['idle_soon'])
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended.mock.calls).toEqual([['idle']])
    clock.act()
    clock.poll()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(ended).toHaveBeenCalledTimes(1)
    expect(asked).not.toHaveBeenCalled()
  })

  test('a machine that slept through it ends the session when it wakes', () => {
    const { clock, ended } = start()
    vi.setSystemTime(Date.now() + 3 * HOUR)
    clock.poll()
    expect(ended.mock.calls).toEqual([['idle']])
  })

  test('with a very short time the warning comes at half of it', async () => {
    const { phases, ended } = start({ idle: MINUTE })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(phases).toEqual(['idle_soon'])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(ended).toHaveBeenCalledTimes(1)
  })
})

describe('a person is at work', () => {
  test('the server hears of it once a minute, however much they do', async () => {
    const { clock, asked, phases } = start()
    for (let second = 0; second < 20 * 60; second++) {
      clock.act()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(18)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(20)
    expect(phases).toEqual([])
  })

  test('the time counts from the moment the server was asked, not from its answer', async () => {
    const { clock, used, phases } = start({ ask: () => new Promise((resolve) => setTimeout(resolve, 30_000)) })
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    const at = Date.now()
    clock.act()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(used).toEqual([at])
    await vi.advanceTimersByTimeAsync(13 * MINUTE + 30_000)
    expect(phases).toEqual(['idle_soon'])
  })

  test('a call that fails moves nothing', async () => {
    const { clock, phases } = start({ ask: () => Promise.reject(new Error('offline')) })
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    clock.act()
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    expect(phases).toEqual(['idle_soon'])
  })

  test('once asked, moving the pointer is no answer; pressing the button is', async () => {
    const { clock, phases, asked } = start()
    await vi.advanceTimersByTimeAsync(14 * MINUTE)
    clock.act()
    expect(asked).not.toHaveBeenCalled()
    await clock.stay()
    expect(phases).toEqual(['idle_soon', 'calm'])
    await vi.advanceTimersByTimeAsync(14 * MINUTE)
    expect(phases).toEqual(['idle_soon', 'calm', 'idle_soon'])
  })

  test('staying that the server did not hear of is said to have failed', async () => {
    const { clock, phases } = start({ ask: () => Promise.reject(new Error('offline')) })
    await vi.advanceTimersByTimeAsync(14 * MINUTE)
    await expect(clock.stay()).rejects.toThrow('offline')
    expect(phases).toEqual(['idle_soon'])
  })

  test('work in another tab takes the warning away here', async () => {
    const { clock, phases } = start()
    await vi.advanceTimersByTimeAsync(14 * MINUTE)
    clock.usedElsewhere(Date.now())
    expect(phases).toEqual(['idle_soon', 'calm'])
  })

  test('a clock of another tab that is ahead gives no more time', async () => {
    const { clock, ended } = start()
    clock.usedElsewhere(Date.now() + 24 * HOUR)
    await vi.advanceTimersByTimeAsync(15 * MINUTE)
    expect(ended).toHaveBeenCalledTimes(1)
  })
})

describe('the end that nothing moves', () => {
  const keepBusy = async (clock: { act: () => void }, minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      clock.act()
      await vi.advanceTimersByTimeAsync(MINUTE)
    }
  }

  test('is told of five minutes before, once', async () => {
    const { clock, phases, ended } = start({ ends_in: HOUR })
    await keepBusy(clock, 56)
    expect(phases).toEqual(['end_soon'])
    clock.noticed()
    expect(phases).toEqual(['end_soon', 'calm'])
    await keepBusy(clock, 5)
    expect(phases).toEqual(['end_soon', 'calm'])
    expect(ended.mock.calls).toEqual([['ended']])
  })
})

test('stopped, it does nothing more', async () => {
  const { clock, phases, ended } = start()
  clock.stop()
  await vi.advanceTimersByTimeAsync(24 * HOUR)
  expect([phases.length, ended.mock.calls.length]).toEqual([0, 0])
})
