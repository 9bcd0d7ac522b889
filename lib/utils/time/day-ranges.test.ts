import { expect, test } from 'vitest'
import { dayBegins, dayEnds, dayIn, presetDays, rangeLabel } from './day-ranges.ts'

test.each([
  ['America/Denver', '2026-11-20'],
  ['UTC', '2026-11-21'],
  ['Pacific/Kiritimati', '2026-11-21'],
])('in %s the day is %s', (zone, day) => {
  expect(dayIn(zone, Date.parse('2026-11-21T05:30:00Z'))).toBe(day)
})

test('the usual ranges end today, across months and changes of clocks', () => {
  expect(presetDays(1, '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(presetDays('month', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' })
  expect(presetDays(30, '2026-11-21')).toEqual({ from: '2026-10-23', to: '2026-11-21' })
})

test.each([
  [null, null, null],
  [null, '2026-11-07', 'until 7 Nov 2026'],
  ['2026-11-01', null, 'from 1 Nov 2026'],
  ['2026-11-01', '2026-11-01', 'on 1 Nov 2026'],
  ['2026-11-01', '2026-11-07', 'between 1 Nov 2026 and 7 Nov 2026'],
])('%s to %s reads %s', (from, to, words) => {
  const said = rangeLabel(from, to, { hours: 24 })
  expect(said && `${said.operator} ${said.value}`).toBe(words)
})

// The hours of a day on which clocks change, and the instants between which it lies.
test.each([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z', 25],
  ['Asia/Kolkata', '2026-03-29', '2026-03-28T18:30:00.000Z', '2026-03-29T18:29:59.999Z', 24],
  // Clocks go forward at midnight: the day begins at one. They go back at midnight: its last hour comes twice.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z', 23],
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.999Z', 25],
])('in %s %s lasts from %s to %s', (zone, day, begins, ends, hours) => {
  expect([dayBegins(day, zone), dayEnds(day, zone)]).toEqual([begins, ends])
  expect((Date.parse(ends) + 1 - Date.parse(begins)) / 3_600_000).toBe(hours)
  expect([dayIn(zone, Date.parse(begins)), dayIn(zone, Date.parse(ends))]).toEqual([day, day])
})
