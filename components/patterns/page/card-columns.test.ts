import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balancedColumns, hasHole } from './card-stack.tsx'

test('a long card stands beside several short ones', () => {
  expect(balancedColumns([290, 190, 95, 470, 200])).toEqual(['left', 'right', 'right', 'right', 'left'])
})

test('no column is longer than the other by more than the tallest card, and none begins above the one before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (heights) => {
      const ends = { left: 0, right: 0 }
      let above = 0
      balancedColumns(heights).forEach((column, index) => {
        expect(ends[column]).toBeGreaterThanOrEqual(above)
        above = ends[column]
        ends[column] += heights[index] ?? 0
      })
      expect(Math.abs(ends.left - ends.right)).toBeLessThanOrEqual(Math.max(...heights))
    }),
  )
})

test('cards that are taller than was thought leave a hole, which others of their own height do not', () => {
  const thought = balancedColumns([280, 151, 114, 244, 193])
  expect(hasHole([280, 151, 114, 244, 193], thought)).toBe(false)
  const measured = [280, 232, 114, 244, 193]
  expect(thought).toEqual(['left', 'right', 'right', 'right', 'left'])
  expect(hasHole(measured, thought)).toBe(true)
  expect(hasHole(measured, balancedColumns(measured))).toBe(false)
})

test('columns as balanced have no hole, whatever their cards are', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 })), (heights) => {
      expect(hasHole(heights, balancedColumns(heights))).toBe(false)
    }),
  )
})
