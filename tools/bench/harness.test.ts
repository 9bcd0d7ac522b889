import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { median, percentile } from './harness.ts'

const samples = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { minLength: 1 })
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('percentile', () => {
  test.each([
    [[5], 0.99, 5],
    [[4, 1, 3, 2], 0, 1],
    [[4, 1, 3, 2], 1, 4],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[10, 20, 30, 40, 50], 0.9, 46],
    [[100, 9, 1], 0.5, 9],
  ])('of %j at %d is %d', (values, at, expected) => {
    expect(percentile(values, at)).toBeCloseTo(expected, 10)
  })

  test('of nothing is not a number', () => {
    expect(percentile([], 0.5)).toBeNaN()
  })

  test('lies between the extremes, grows with the share, and leaves the samples as they are', () => {
    fc.assert(
      fc.property(samples, share, share, (values, one, other) => {
        const kept = [...values]
        const [low, high] = one < other ? [one, other] : [other, one]
        const [below, above] = [percentile(values, low), percentile(values, high)]
        const slack = 1e-6
        expect(below).toBeLessThanOrEqual(above + slack)
        expect(below).toBeGreaterThanOrEqual(Math.min(...values) - slack)
        expect(above).toBeLessThanOrEqual(Math.max(...values) + slack)
        expect(values).toEqual(kept)
      }),
    )
  })
})

test('the median does not mind one wild sample', () => {
  expect(median([1, 2, 3, 4, 1e9])).toBe(3)
})
