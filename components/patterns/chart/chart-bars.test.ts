import { expect, test } from 'vitest'
import { shareOf, splitBars } from './chart-bars.ts'

const bars = [40, 30, 20, 7, 3].map((count, at) => ({
  id: `s${at}`,
  label: `Source ${at}`,
  count,
  broken: at,
  unknown: 0,
}))

test('the first and the selected stand alone, the others are one bar', () => {
  const { shown, others } = splitBars(bars, new Set(['s4']), 2)
  expect(shown.map(({ id }) => id)).toEqual(['s0', 's1', 's4'])
  expect(others).toEqual({ bars: 2, count: 27, broken: 5 })
})

test('one that is left over stands for itself', () => {
  expect(splitBars(bars, new Set(), 4)).toEqual({ shown: bars, others: null })
  expect(splitBars(bars, new Set(), 9)).toEqual({ shown: bars, others: null })
})

test.each([
  [0, 0, '0%'],
  [0, 8, '0%'],
  [1, 1_000, '<1%'],
  [125, 1_000, '13%'],
  [999, 1_000, '>99%'],
  [8, 8, '100%'],
])('%d of %d is %s', (count, total, share) => {
  expect(shareOf(count, total)).toBe(share)
})
