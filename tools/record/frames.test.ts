import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationMs, mergeFrames, pointerPath, roundDelays } from './frames.ts'

const coordinate = fc.integer({ min: 0, max: 2000 })
const point = fc.record({ x: coordinate, y: coordinate })
const frame = fc.record({
  image: fc.constantFrom('a', 'b', 'c').map((text) => Buffer.from(text)),
  delayMs: fc.integer({ min: 20, max: 900 }),
})

test('the pointer arrives exactly, and never moves away from its target', () => {
  const check = (from: { x: number; y: number }, to: { x: number; y: number }, steps: number) => {
    const path = pointerPath(from, to, steps)
    expect(path).toHaveLength(steps)
    expect(path.at(-1)).toEqual(to)
    const left = [from, ...path].map(({ x }) => Math.abs(to.x - x))
    expect(left).toEqual(left.toSorted((a, b) => b - a))
  }
  fc.assert(fc.property(point, point, fc.integer({ min: 1, max: 30 }), check), { seed: 12 })
})

test('equal frames in a row become one that is shown as long as all of them', () => {
  const check = (frames: { image: Buffer; delayMs: number }[]) => {
    const merged = mergeFrames(frames)
    expect(durationMs(merged)).toBe(durationMs(frames))
    for (const [index, { image }] of merged.entries()) {
      if (index > 0) expect(merged[index - 1]?.image.equals(image)).toBe(false)
    }
  }
  fc.assert(fc.property(fc.array(frame), check), { seed: 12 })
})

test('rounded delays add up to the whole, within one step', () => {
  const check = (delays: number[]) => {
    const rounded = roundDelays(delays)
    const sum = (all: number[]) => all.reduce((total, each) => total + each, 0)
    expect(rounded.every((delay) => delay >= 20 && delay % 10 === 0)).toBe(true)
    expect(Math.abs(sum(rounded) - sum(delays))).toBeLessThanOrEqual(5)
  }
  fc.assert(fc.property(fc.array(fc.integer({ min: 25, max: 900 })), check), { seed: 12 })
})

test('a delay is never shorter than browsers show', () => {
  expect(roundDelays([1, 1, 100])).toEqual([20, 20, 60])
})
