import { describe, expect, test } from 'vitest'
import { DAY, formatDuration, HOUR, MINUTE, relativeTime, SECOND, timeAgo } from './durations.ts'

describe('formatDuration', () => {
  test.each([
    [0, '0 min'],
    [MINUTE - 1, '0 min'],
    [MINUTE, '1 min'],
    [42 * MINUTE, '42 min'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 h'],
    [DAY - 1, '23 h'],
    [DAY, '1 d'],
    [DAY + 9 * HOUR, '1 d 9 h'],
    [2 * DAY + 4 * HOUR, '2 d 4 h'],
    [7 * DAY - 1, '6 d 23 h'],
    [7 * DAY, '7 d'],
    [21 * DAY + 5 * HOUR, '21 d'],
    [60 * DAY, '60 d'],
    [61 * DAY, '2 mo'],
    [364 * DAY, '11 mo'],
    [366 * DAY, '1 y'],
    [500 * DAY, '1 y 4 mo'],
    [-3 * HOUR, '3 h'],
  ])('%d ms reads %s', (length, text) => {
    expect(formatDuration(length)).toBe(text)
  })
})

describe('relativeTime', () => {
  const now = Date.parse('2026-11-19T20:32:00Z')

  test.each([
    [0, 'now'],
    [-59 * SECOND, 'now'],
    [59 * SECOND, 'now'],
    [-MINUTE, '1 min'],
    [-22 * HOUR, '22 h'],
    [MINUTE, 'in 1 min'],
    [6 * HOUR + 40 * MINUTE, 'in 6 h'],
  ])('%d ms from now reads %s', (offset, text) => {
    expect(relativeTime(now + offset, now)).toBe(text)
  })

  test('counts elapsed time, not clock time, across a change of daylight saving', () => {
    const before = Date.parse('2026-11-01T00:00:00-04:00')
    const after = Date.parse('2026-11-02T00:00:00-05:00')
    expect(relativeTime(before, after)).toBe('1 d 1 h')
  })
})

test.each([
  [30 * SECOND, 'just now'],
  [3 * MINUTE, '3 min ago'],
  [23 * HOUR, '23 h ago'],
  [DAY + 7 * HOUR, '1 d ago'],
  [33 * DAY, '33 d ago'],
  [500 * DAY, '1 y ago'],
  [-3 * HOUR, 'in 3 h'],
])('%d ms ago reads %s', (age, text) => {
  expect(timeAgo(Date.parse('2026-11-19T20:32:00Z') - age, Date.parse('2026-11-19T20:32:00Z'))).toBe(text)
})
