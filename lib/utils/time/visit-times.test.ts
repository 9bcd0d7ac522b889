import { describe, expect, test } from 'vitest'
import { clock24 } from './instants.ts'
import { addDays, clockHours, dayOrder, firstWeekday, isKnownZone, visitTime, weekOf } from './visit-times.ts'

describe('a visit as clocks show it', () => {
  test.each([
    ['America/Denver', '2026-11-24T15:00:00Z', 'Tue 24 Nov 2026', '08:00 to 08:30', 'MST'],
    ['America/Denver', '2026-10-27T14:00:00Z', 'Tue 27 Oct 2026', '08:00 to 08:30', 'MDT'],
    // Arizona keeps its clocks as they are.
    ['America/Phoenix', '2026-10-27T15:00:00Z', 'Tue 27 Oct 2026', '08:00 to 08:30', 'MST'],
    ['America/New_York', '2026-03-08T06:45:00Z', 'Sun 8 Mar 2026', '01:45 EST to 03:15 EDT', 'EST'],
    ['America/New_York', '2026-11-01T05:45:00Z', 'Sun 1 Nov 2026', '01:45 EDT to 01:15 EST', 'EDT'],
    ['America/Chicago', '2026-11-25T05:45:00Z', 'Tue 24 Nov 2026', '23:45 to 25 Nov 2026 00:15', 'CST'],
  ])('%s at %s', (zone, start, day, time, name) => {
    const end = new Date(Date.parse(start) + 30 * 60_000).toISOString()
    expect(visitTime(start, end, clock24(zone))).toEqual({ day, time, zone: name })
  })

  test('without an end, without an offset, without an instant', () => {
    expect(visitTime('2026-11-24T15:00:00', null, clock24('UTC'))).toEqual({
      day: 'Tue 24 Nov 2026',
      time: '15:00',
      zone: 'UTC',
    })
    expect(visitTime('soon', null, clock24('UTC'))).toBeNull()
  })

  test('with twice 12 hours', () => {
    const clock = { zone: 'America/Chicago', hours: 12 } as const
    const found = visitTime('2026-11-24T17:45:00Z', '2026-11-24T18:15:00Z', clock)
    expect(found).toMatchObject({ day: 'Tue, Nov 24, 2026', time: '11:45\u00a0AM to 12:15\u00a0PM' })
  })

  test('a zone that this runtime does not know is none', () => {
    expect(['America/Denver', 'EST', 'Mars/Olympus', '', null].map(isKnownZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

test.each([
  ['en-US', 12],
  ['en', 12],
  ['es-MX', 12],
  ['en-GB', 24],
  ['de', 24],
  ['fr-CA', 24],
  ['*', 24],
  ['', 24],
  ['no language', 24],
])('clocks in %s have %i hours', (locale, hours) => {
  expect(clockHours(locale)).toBe(hours)
})

test.each([
  ['en-US', 'mdy'],
  ['en', 'mdy'],
  ['en-GB', 'dmy'],
  ['en-AU', 'dmy'],
  ['es-MX', 'dmy'],
  ['sv-SE', 'dmy'],
  ['ja', 'dmy'],
  ['no language', 'dmy'],
])('days in %s are written %s', (locale, order) => {
  expect(dayOrder(locale)).toBe(order)
})

describe('weeks', () => {
  test.each([
    ['en-US', 0],
    ['de-DE', 1],
    ['fa-IR', 6],
    ['no language', 1],
  ])('in %s begin on day %i', (locale, first) => {
    expect(firstWeekday(locale)).toBe(first)
  })

  test('seven days from the first one, across months and years', () => {
    expect(weekOf('2026-11-22', 0)[0]).toBe('2026-11-22')
    expect(weekOf('2026-11-22', 1)).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`))
    expect(weekOf('2027-01-01', 1)[0]).toBe('2026-12-28')
    expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
  })
})
