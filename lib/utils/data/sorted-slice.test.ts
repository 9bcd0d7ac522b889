import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedSlice } from './page-window.ts'

const up = (a: number, b: number) => a - b
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { maxLength: 700, size: 'max' })

test('is the slice of the sorted list', () => {
  const same = fc.property(numbers, fc.nat(800), fc.nat(100), fc.boolean(), (list, start, length, isUp) => {
    const compare = isUp ? up : (a: number, b: number) => up(b, a)
    const expected = list.toSorted(compare).slice(start, start + length)
    expect(sortedSlice(list, compare, start, start + length)).toEqual(expected)
  })
  fc.assert(same, { numRuns: 500 })
})

test('compares little: a page of many rows is not a sort of them all', () => {
  let compared = 0
  const list = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 20_011)
  const counting = (a: number, b: number) => {
    compared += 1
    return a - b
  }
  sortedSlice(list, counting, 0, 50)
  expect(compared).toBeLessThan(30_000)
})
