import { expect, test } from 'vitest'
import { chosenBars, PERIOD_IDS, PERIODS, partOf, periodSince, rangeOf, totalOf, windowOf } from './volume.ts'

const bars = [0, 1, 2, 3].map((hour) => ({
  from: `2026-11-21T0${hour}:00:00.000Z`,
  counts: { applied: hour, duplicate: 1, older: 2 },
}))
const NOW = Date.parse('2026-11-21T08:10:00Z')

test.each([
  [{ first: 0, end: 4 }, null, null],
  [{ first: 1, end: 4 }, '2026-11-21T01:00:00.000Z', null],
  [{ first: 0, end: 2 }, null, '2026-11-21T02:00:00.000Z'],
  [{ first: 2, end: 3 }, '2026-11-21T02:00:00.000Z', '2026-11-21T03:00:00.000Z'],
])('bars %j are a range, and the range is those bars', (chosen, from, to) => {
  expect(rangeOf(bars, chosen)).toEqual({ from, to })
  expect(chosenBars(bars, { from, to })).toEqual(chosen)
})

test('a range covers every bar that any of it is in', () => {
  const range = { from: '2026-11-21T01:10:00Z', to: '2026-11-21T02:20:00Z' }
  expect(chosenBars(bars, range)).toEqual({ first: 1, end: 3 })
})

test('a range beyond the window covers what is nearest, one bar at least', () => {
  expect(chosenBars(bars, { from: '2026-11-22T00:00:00Z', to: '2026-11-23T00:00:00Z' })).toEqual({ first: 3, end: 4 })
  expect(chosenBars(bars, { from: '2026-11-20T00:00:00Z', to: '2026-11-20T01:00:00Z' })).toEqual({ first: 0, end: 1 })
})

test('the parts of a bar are the whole bar', () => {
  const [, , bar] = bars
  if (!bar) throw new Error('There are four.')
  expect([['applied', 'stored'], ['older'], ['duplicate']].map((keys) => partOf(bar, keys))).toEqual([2, 2, 1])
  expect(totalOf(bar)).toBe(5)
})

test('a window ends with the bar that is being filled, so that a minute later it is the same', () => {
  const window = windowOf('day', NOW)
  expect(window).toMatchObject({ from: '2026-11-20T08:15:00.000Z', to: '2026-11-21T08:15:00.000Z', bars: 96 })
  expect(windowOf('day', NOW + 60_000)).toEqual(window)
})

test('a period has whole bars, and the shortest that holds an instant is found', () => {
  for (const id of PERIOD_IDS) expect(PERIODS[id].span % PERIODS[id].bar).toBe(0)
  const before = (milliseconds: number) => periodSince(NOW - milliseconds, NOW)
  expect([60_000, 7_200_000, 172_800_000, 864_000_000, 1e11].map(before)).toEqual([
    'hour',
    'day',
    'week',
    'month',
    'month',
  ])
})
