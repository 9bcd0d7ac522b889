import { describe, expect, test } from 'vitest'
import {
  boundOf,
  canonicalInstant,
  clock24,
  compareInstants,
  formatDay,
  formatInstant,
  hourLabel,
  instantDay,
  instantParts,
  parseInstant,
  wireInstant,
  withoutYear,
} from './instants.ts'

describe('parseInstant', () => {
  test.each([
    ['2026-11-12T09:13:00Z', '2026-11-12T09:13:00.000Z'],
    ['2026-11-12T09:13:00+02:00', '2026-11-12T07:13:00.000Z'],
    ['2026-11-12T09:13:00-0600', '2026-11-12T15:13:00.000Z'],
    ['2026-11-12T09:13:00.250', '2026-11-12T09:13:00.250Z'],
    ['2026-11-12', '2026-11-12T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(new Date(parseInstant(text)).toISOString()).toBe(instant)
  })

  test.each([
    ['2026-11-26 03:00:47.106778+00', '2026-11-26T03:00:47.106778+00:00'],
    ['2026-11-26T03:00:47+0530', '2026-11-26T03:00:47+05:30'],
    ['2026-11-26T03:00:47.1 00:00', '2026-11-26T03:00:47.1+00:00'],
    ['2026-11-26T03:00Z', '2026-11-26T03:00:00Z'],
    ['2026-11-26t03:00:47,5z', '2026-11-26T03:00:47.5Z'],
    ['2026-11-26 03:00:47 UTC', '2026-11-26T03:00:47Z'],
    ['20261126T030047Z', '2026-11-26T03:00:47Z'],
    ['20261126T030047.5-0500', '2026-11-26T03:00:47.5-05:00'],
    ['2026-11-26T03:00:47 GMT', '2026-11-26T03:00:47Z'],
    ['2026-11-26 03:00:47', '2026-11-26T03:00:47'],
    ['2026-11-26T03:00:47.5-05:00[America/New_York]', '2026-11-26T03:00:47.5-05:00'],
    ['2026-11-26T03:00:47[America/New_York]', '2026-11-26T03:00:47[America/New_York]'],
    ['2026-11-26', '2026-11-26'],
    ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00Z'],
    ['2026-11-26 24:00-05', '2026-11-27T00:00:00-05:00'],
    ['2026-12-31T23:59:60.25Z', '2027-01-01T00:00:00.25Z'],
    ['2026-11-26T24:30:00Z', '2026-11-26T24:30:00Z'],
    ['2026-11-26T25:00:60Z', '2026-11-26T25:00:60Z'],
    ['2026-11-26 03:00', '2026-11-26 03:00'],
  ])('%s is %s on the wire', (text, wire) => {
    expect(wireInstant(text)).toBe(wire)
  })

  test('a text that is no date-time is no instant', () => {
    expect(parseInstant('soon')).toBeNaN()
  })
})

describe('instants finer than a millisecond', () => {
  test.each([
    ['2026-11-26T03:00:47.106778+00:00', '2026-11-26T03:00:47.106112+00:00', 1],
    ['2026-11-26T03:00:47.106778+00:00', '2026-11-25T20:00:47.106778-07:00', 0],
    ['2026-11-26T03:00:47.1067780Z', '2026-11-26T03:00:47.106778', 0],
    ['2026-11-26T03:00:47.106Z', '2026-11-26T03:00:47.106000001Z', -1],
    ['2026-11-26T03:00:47.1Z', '2026-11-26T03:00:47.100Z', 0],
    ['2026-11-26T03:00:48Z', '2026-11-26T03:00:47.999999Z', 1],
    ['1969-12-31T23:59:59.000002Z', '1969-12-31T23:59:59.000001Z', 1],
  ])('%s and %s', (a, b, sign) => {
    expect(Math.sign(compareInstants(a, b))).toBe(sign)
    expect(Math.sign(compareInstants(b, a))).toBe(0 - sign)
    expect(compareInstants(canonicalInstant(a), a)).toBe(0)
  })

  test('one instant has one spelling', () => {
    expect(canonicalInstant('2026-11-26T04:00:47.1060+01:00')).toBe('2026-11-26T03:00:47.106Z')
    expect(canonicalInstant('2026-11-26T03:00:47.106778000')).toBe('2026-11-26T03:00:47.106778Z')
  })
})

describe('instants in a zone', () => {
  test('names the zone where English has a short name, its offset elsewhere', () => {
    expect(formatInstant('2026-11-12T15:13:00Z', clock24('America/Chicago'))).toBe('12 Nov 2026, 09:13 CST')
    expect(formatInstant('2026-07-01T08:05:00Z', clock24('Europe/Berlin'))).toBe('1 Jul 2026, 10:05 GMT+2')
    expect(formatInstant('2026-07-01T08:05:00Z', clock24('UTC'))).toBe('1 Jul 2026, 08:05 UTC')
  })

  test('follows daylight saving: an hour is skipped in spring and repeated in autumn', () => {
    const at = (text: string) => formatInstant(text, clock24('America/New_York'))
    expect(at('2026-03-08T06:59:59Z')).toBe('8 Mar 2026, 01:59 EST')
    expect(at('2026-03-08T07:00:00Z')).toBe('8 Mar 2026, 03:00 EDT')
    expect(at('2026-11-01T05:30:00Z')).toBe('1 Nov 2026, 01:30 EDT')
    expect(at('2026-11-01T06:30:00Z')).toBe('1 Nov 2026, 01:30 EST')
  })

  test('midnight is 00:00, and the day is the one of the zone', () => {
    const instant = Date.parse('2026-01-01T05:00:07Z')
    expect(instantParts(instant, clock24('America/New_York'))).toEqual({
      day: '1 Jan 2026',
      time: '00:00',
      exact_time: '00:00:07',
      precise_time: '00:00:07.000',
      zone: 'EST',
    })
    expect(instantDay(instant, clock24('America/Los_Angeles'))).toBe('31 Dec 2025')
  })

  test.each([
    ['00:00:00.001', '12:00 AM', '12:00:00.001 AM'],
    ['00:59:59.999', '12:59 AM', '12:59:59.999 AM'],
    ['09:05:00.000', '9:05 AM', '9:05:00.000 AM'],
    ['12:00:00.000', '12:00 PM', '12:00:00.000 PM'],
    ['23:59:30.250', '11:59 PM', '11:59:30.250 PM'],
  ])('%s on a clock of twice 12 hours is %s', (sent, time, precise_time) => {
    const instant = Date.parse(`2026-01-01T${sent}Z`)
    expect(instantParts(instant, { zone: 'UTC', hours: 12 })).toMatchObject({ time, precise_time })
  })

  test('a day before 1970 has its milliseconds', () => {
    expect(instantParts(-1, clock24('UTC')).precise_time).toBe('23:59:59.999')
  })

  test('hours of a scale', () => {
    expect([0, 8, 12, 21, 24].map((hour) => hourLabel(hour, 24))).toEqual(['0', '8', '12', '21', '24'])
    const half = ['12\u00a0AM', '8\u00a0AM', '12\u00a0PM', '9\u00a0PM', '12\u00a0AM']
    expect([0, 8, 12, 21, 24].map((hour) => hourLabel(hour, 12))).toEqual(half)
  })

  test('a half-hour zone keeps its half hour', () => {
    expect(instantParts(Date.parse('2026-01-01T00:00:00Z'), clock24('Asia/Kolkata')).time).toBe('05:30')
  })

  test('a text that is no date-time is shown as it came', () => {
    expect(formatInstant('soon', clock24('UTC'))).toBe('soon')
  })
})

describe('in the viewer’s own form', () => {
  const at = '2026-11-25T19:49:00Z'
  const zone = 'America/Chicago'
  test.each([
    [{ hours: 12 }, 'Nov 25, 2026, 1:49\u00a0PM CST', 'Nov 25, 2026', 'Nov 25'],
    [{ hours: 24 }, '25 Nov 2026, 13:49 CST', '25 Nov 2026', '25 Nov'],
    [{ hours: 12, days: 'dmy' }, '25 Nov 2026, 1:49\u00a0PM CST', '25 Nov 2026', '25 Nov'],
    [{ hours: 24, days: 'mdy' }, 'Nov 25, 2026, 13:49 CST', 'Nov 25, 2026', 'Nov 25'],
  ] as const)('%j', (form, instant, day, short) => {
    expect(formatInstant(at, { zone, ...form })).toBe(instant)
    expect(instantDay(Date.parse(at), { zone, ...form })).toBe(day)
    expect(formatDay('2026-11-25', form)).toBe(day)
    expect(withoutYear(day)).toBe(short)
  })
})

describe('formatDay', () => {
  test.each([
    ['1982-02-03', '3 Feb 1982'],
    ['2026-12-31', '31 Dec 2026'],
    ['1982-13-03', '1982-13-03'],
    ['3 Feb', '3 Feb'],
    ['', ''],
  ])('%s reads %s', (text, shown) => {
    expect(formatDay(text, { hours: 24 })).toBe(shown)
  })
})

test.each([
  ['2026-11-26T03:00:47.106Z', '2026-11-26T03:00:47.106Z'],
  ['2026-11-26T03:00:47.106000Z', '2026-11-26T03:00:47.106Z'],
  ['2026-11-26T03:00:47.106001Z', '2026-11-26T03:00:47.107Z'],
  ['2026-11-25T22:00:47.999999-05:00', '2026-11-26T03:00:48.000Z'],
])('whole milliseconds from %s on begin at %s', (text, bound) => {
  expect(boundOf(text).toISOString()).toBe(bound)
})
