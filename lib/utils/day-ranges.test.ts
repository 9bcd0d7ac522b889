import { expect, test } from 'vitest'
import { dayIn, presetDays, rangeWords } from './day-ranges.ts'

test.each([
  ['America/Denver', '2026-11-20'],
  ['UTC', '2026-11-21'],
  ['Pacific/Kiritimati', '2026-11-21'],
])('in %s the day is %s', (zone, day) => {
  expect(dayIn(zone, Date.parse('2026-11-21T05:30:00Z'))).toBe(day)
})

test('the usual ranges end today, across months and changes of clocks', () => {
  expect(presetDays(1, '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(presetDays(30, '2026-11-21')).toEqual({ from: '2026-10-23', to: '2026-11-21' })
})

test.each([
  [null, null, null],
  [null, '2026-11-07', 'until 7 Nov 2026'],
  ['2026-11-01', null, 'from 1 Nov 2026'],
  ['2026-11-01', '2026-11-01', 'on 1 Nov 2026'],
  ['2026-11-01', '2026-11-07', 'between 1 Nov 2026 and 7 Nov 2026'],
])('%s to %s reads %s', (from, to, words) => {
  const said = rangeWords(from, to)
  expect(said && `${said.operator} ${said.value}`).toBe(words)
})
