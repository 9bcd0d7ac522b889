import { expect, test } from 'vitest'
import { dayQuery, methodSums, methodsOf, spanQuery, sumOf, trendColumns } from './trend.ts'

const day = (name: string, ...counts: (number | null)[]) => ({
  day: name,
  methods: counts.map((count, index) => ({ method: `m${index}`, count, missing: count === null ? 'Down.' : null })),
})

test('the parts of a day stand on each other; what is none or missing has no part', () => {
  const [first, second] = trendColumns([day('2026-11-20', 3, 0, 4), day('2026-11-21', null, 2, 5)])
  expect(first).toMatchObject({ total: 7, partial: false })
  expect(first?.parts.map(({ method, from, to }) => [method, from, to])).toEqual([
    ['m0', 0, 3],
    ['m2', 3, 7],
  ])
  expect(second).toMatchObject({ total: 7, partial: true })
  // A method has its colour whatever else is there.
  expect(first?.parts[1]?.tone).toBe(second?.parts[1]?.tone)
  expect(new Set(trendColumns([day('2026-11-20', 1, 1, 1, 1)])[0]?.parts.map(({ tone }) => tone)).size).toBe(4)
})

test('methods and the search of a day', () => {
  expect(methodsOf([day('2026-11-20', 1, 2)])).toEqual(['m0', 'm1'])
  expect(methodsOf([])).toEqual([])
  expect(dayQuery('2026-11-20')).toEqual({ start_date: '2026-11-20', end_date: '2026-11-20' })
})

test('totals are of what was counted, and say where some is missing', () => {
  const trend = [day('2026-11-20', 3, 0, null), day('2026-11-21', null, 2, null)]
  expect(methodSums(trend)).toEqual([
    { count: 3, partial: true },
    { count: 2, partial: false },
    { count: null, partial: false },
  ])
  expect(sumOf([1, null])).toEqual({ count: 1, partial: true })
  expect(spanQuery(trend)).toEqual({ start_date: '2026-11-20', end_date: '2026-11-21' })
})
