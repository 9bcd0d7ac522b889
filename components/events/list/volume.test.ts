import { expect, test } from 'vitest'
import { chosenBars, PARTS, partOf, rangeOf, totalOf } from './volume.ts'

const bars = [0, 1, 2, 3].map((hour) => ({
  from: `2026-11-21T0${hour}:00:00.000Z`,
  outcomes: { applied: hour, duplicate: 1, older: 2 },
}))

test.each([
  [{ first: 0, end: 4 }, null, null],
  [{ first: 1, end: 4 }, '2026-11-21T01:00:00.000Z', null],
  [{ first: 0, end: 2 }, null, '2026-11-21T02:00:00.000Z'],
  [{ first: 2, end: 3 }, '2026-11-21T02:00:00.000Z', '2026-11-21T03:00:00.000Z'],
])('bars %j are a range, and the range is those bars', (chosen, from, to) => {
  expect(rangeOf(bars, chosen)).toEqual({ from, to })
  expect(chosenBars(bars, from, to)).toEqual(chosen)
})

test('a range beyond the window covers what is nearest, one bar at least', () => {
  expect(chosenBars(bars, '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z')).toEqual({ first: 3, end: 4 })
  expect(chosenBars(bars, '2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z')).toEqual({ first: 0, end: 1 })
})

test('the parts of a bar are the whole bar', () => {
  const [, , bar] = bars
  if (!bar) throw new Error('There are four.')
  expect(PARTS.map(({ outcomes }) => partOf(bar, outcomes))).toEqual([2, 2, 1])
  expect(totalOf(bar)).toBe(5)
})
