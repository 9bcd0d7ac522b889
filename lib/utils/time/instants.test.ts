import { describe, expect, test } from 'vitest'
import { formatDay, formatInstant, instantParts, parseInstant } from './instants.ts'

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

  test('a text that is no date-time is no instant', () => {
    expect(parseInstant('soon')).toBeNaN()
  })
})

describe('instants in a zone', () => {
  test('names the zone where English has a short name, its offset elsewhere', () => {
    expect(formatInstant('2026-11-12T15:13:00Z', 'America/Chicago')).toBe('12 Nov 2026, 09:13 CST')
    expect(formatInstant('2026-07-01T08:05:00Z', 'Europe/Berlin')).toBe('1 Jul 2026, 10:05 GMT+2')
    expect(formatInstant('2026-07-01T08:05:00Z', 'UTC')).toBe('1 Jul 2026, 08:05 UTC')
  })

  test('follows daylight saving: an hour is skipped in spring and repeated in autumn', () => {
    const at = (text: string) => formatInstant(text, 'America/New_York')
    expect(at('2026-03-08T06:59:59Z')).toBe('8 Mar 2026, 01:59 EST')
    expect(at('2026-03-08T07:00:00Z')).toBe('8 Mar 2026, 03:00 EDT')
    expect(at('2026-11-01T05:30:00Z')).toBe('1 Nov 2026, 01:30 EDT')
    expect(at('2026-11-01T06:30:00Z')).toBe('1 Nov 2026, 01:30 EST')
  })

  test('midnight is 00:00, and the day is the one of the zone', () => {
    const instant = Date.parse('2026-01-01T05:00:07Z')
    expect(instantParts(instant, 'America/New_York')).toEqual({
      day: '1 Jan 2026',
      time: '00:00',
      exact_time: '00:00:07',
      zone: 'EST',
    })
    expect(instantParts(instant, 'America/Los_Angeles').day).toBe('31 Dec 2025')
  })

  test('a half-hour zone keeps its half hour', () => {
    expect(instantParts(Date.parse('2026-01-01T00:00:00Z'), 'Asia/Kolkata').time).toBe('05:30')
  })

  test('a text that is no date-time is shown as it came', () => {
    expect(formatInstant('soon', 'UTC')).toBe('soon')
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
    expect(formatDay(text)).toBe(shown)
  })
})
