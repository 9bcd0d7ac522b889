import { expect, test } from 'vitest'
import { NO_SNOOZE, type SnoozeValues, snoozeForm, snoozeUntil } from './snooze-dialog.tsx'

const NOW = Date.parse('2026-11-19T20:32:00Z')
const until = (values: Partial<SnoozeValues>, zone = 'America/Chicago', now = NOW) => {
  const at = snoozeUntil({ ...NO_SNOOZE, ...values }, { now, zone })
  return at === null ? null : new Date(at).toISOString()
}

test.each([
  ['in an hour', { choice: '1' }, '2026-11-19T21:32:00.000Z'],
  ['in four hours', { choice: '4' }, '2026-11-20T00:32:00.000Z'],
  ['the next morning of the viewer', { choice: 'tomorrow' }, '2026-11-20T14:00:00.000Z'],
  ['a day and a time', { choice: 'time', day: '2026-11-23', time: '14:30' }, '2026-11-23T20:30:00.000Z'],
  ['no time yet', { choice: 'time', day: '2026-11-23' }, null],
  ['no day yet', { choice: 'time', time: '14:30' }, null],
  ['no day of the calendar', { choice: 'time', day: '2026-02-30', time: '14:30' }, null],
] as const)('%s', (_, values, expected) => {
  expect(until(values)).toBe(expected)
})

test('the next morning is one of the viewer’s days, also when clocks change in the night', () => {
  expect(until({ choice: 'tomorrow' }, 'Asia/Tokyo')).toBe('2026-11-20T23:00:00.000Z')
  expect(until({ choice: 'tomorrow' }, 'America/New_York', Date.parse('2026-11-01T03:30:00Z'))).toBe(
    '2026-11-01T13:00:00.000Z',
  )
})

const problems = (values: Partial<SnoozeValues>) =>
  snoozeForm('America/New_York')
    .safeParse({ ...NO_SNOOZE, reason: 'patient', ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? []

test('what is missing is named at its field', () => {
  expect(problems({})).toEqual([])
  expect(problems({ reason: NO_SNOOZE.reason })).toEqual([['reason', 'Choose a reason.']])
  expect(problems({ choice: 'time' })).toEqual([
    ['day', 'Enter a date.'],
    ['time', 'Enter a time.'],
  ])
  expect(problems({ reason: 'other', comment: ' ' })).toEqual([['comment', 'Say what it waits for.']])
  expect(problems({ comment: 'x'.repeat(201) })).toEqual([['comment', 'Use at most 200 characters.']])
})

test('a time that clocks skip is refused, one that comes twice is asked about', () => {
  const at = (day: string, time: string, which = '') => ({ choice: 'time', day, time, which }) as const
  expect(problems(at('2027-03-14', '02:30'))).toEqual([['time', expect.stringContaining('doesn’t exist that day')]])
  expect(problems(at('2027-11-07', '01:30'))).toEqual([['which', 'Choose which of the two.']])
  const second = at('2027-11-07', '01:30', 'second')
  expect(problems(second)).toEqual([])
  expect(until(second, 'America/New_York')).toBe('2027-11-07T06:30:00.000Z')
})
