import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { afterData, firstDataState, isIncident, isSilent, NO_RHYTHM, silentAt } from './rhythm.ts'

const START = Date.parse('2026-11-01T08:00:00Z')
/** Hours from the last data until it counts as silent; null for no rhythm. */
function patience(hours: readonly number[]): number | null {
  const rhythm = hours.map((hour) => new Date(START + hour * HOUR)).reduce(afterData, NO_RHYTHM)
  const last = new Date(START + (hours.at(-1) ?? 0) * HOUR)
  const at = silentAt(rhythm, last)
  return at && (at.getTime() - last.getTime()) / HOUR
}
const days = (count: number, ...hours: number[]) =>
  Array.from({ length: count }, (_, day) => hours.map((hour) => day * 24 + hour)).flat()

describe('silent after three usual gaps', () => {
  test.each<[string, number[], number | null]>([
    ['once a day', days(7, 0), 72],
    ['once a day, in many messages', days(7, 0, 0.1, 0.5, 1), 72],
    ['in the morning and in the evening', days(7, 0, 12), 36],
    [
      'every five minutes: nobody is called silent overnight',
      Array.from({ length: 600 }, (_, index) => index / 12),
      12,
    ],
    ['once a week', days(50, 0).filter((_, day) => day % 7 === 0), 21 * 24],
    ['a rhythm that has changed', [...days(14, 0).filter((_, day) => day % 7 === 0), ...days(40, 0).slice(20)], 72],
    ['too seldom so far', days(4, 0), null],
    ['never', [], null],
  ])('%s', (_, hours, expected) => expect(patience(hours)).toBe(expected))
})

test('no more is kept of a rhythm, however much arrives', () => {
  const rhythm = days(400, 0)
    .map((hour) => new Date(START + hour * HOUR))
    .reduce(afterData, NO_RHYTHM)
  expect(rhythm.gaps).toEqual(Array.from({ length: 12 }, () => DAY / MINUTE))
})

test('what is broken is not called silent: it is known why', () => {
  const silent_at = new Date(START).toISOString()
  expect(isSilent({ state: 'connected', silent_at }, START)).toBe(true)
  expect(isSilent({ state: 'connected', silent_at }, START - 1)).toBe(false)
  expect(isSilent({ state: 'connected', silent_at: null }, START)).toBe(false)
  for (const state of ['revoked', 'needs_sign_in', 'failing', 'not_listed'] as const)
    expect(isSilent({ state, silent_at }, START)).toBe(false)
})

test('most users of a source at once are an incident, a few are not', () => {
  expect(isIncident({ timed: 5, silent: 3 })).toBe(true)
  expect(isIncident({ timed: 6, silent: 3 })).toBe(false)
  expect(isIncident({ timed: 4, silent: 4 })).toBe(false)
})

test.each([
  ['new', {}, 47],
  ['overdue', {}, 48],
  ['overdue', { state: 'on_device' }, 48],
  [null, { last_data_at: '2026-11-19T08:00:00Z' }, 48],
  [null, { state: 'needs_sign_in' }, 48],
  [null, { state: 'retrying' }, 48],
  [null, { state: 'not_checked' }, 48],
  [null, { source: { slug: 'manual' } }, 48],
  [null, { awaited_since: null }, 480],
] as const)('a connection without data is %s: %j after %i h', (expected, change, hours) => {
  const awaited_since = '2026-11-18T08:00:00Z'
  const connection = {
    state: 'connected',
    source: { slug: 'korrin_ring' },
    last_data_at: null,
    awaited_since,
    ...change,
  } as const
  expect(firstDataState(connection, Date.parse(awaited_since) + hours * HOUR)).toBe(expected)
})
