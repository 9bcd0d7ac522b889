import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from './booking.ts'
import { visitCalendar } from './visit-calendar.ts'

const visit: Booking = {
  id: '3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
  order_id: '07ad9e52-1111-4222-8333-9a6f2c8165fe',
  state: 'confirmed',
  version: 2,
  asked_at: '2026-11-19T20:31:00.000Z',
  answered_at: '2026-11-19T20:31:02.000Z',
  asked_by: { id: 'staff-1', name: 'Rosa Adeyemi' },
  gives_up_at: null,
  start_at: '2026-11-24T15:00:00.000Z',
  end_at: '2026-11-24T15:30:00.000Z',
  iana_timezone: 'America/Denver',
  provider: 'wrenlow',
  said: null,
  entered: null,
}
const place = { origin: 'https://console.test', environment: 'sandbox', locations: new Map<string, string>() }
/** A line that was folded is one again (RFC 5545, 3.1). */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('a visit in its zone, by its order’s short id; what is not confirmed says so, and nobody is named', () => {
  const file = visitCalendar(
    [
      visit,
      { ...visit, id: 'b', state: 'pending', end_at: null, iana_timezone: null },
      { ...visit, id: 'c', state: 'cancelled', version: 3 },
      { ...visit, id: 'd', start_at: null },
    ],
    place,
  )
  expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(3)
  expect(file.match(/^TZID:/gm)).toEqual(['TZID:'])
  for (const line of [
    'METHOD:PUBLISH',
    'UID:3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
    'DTSTART;TZID=America/Denver:20261124T080000',
    'DTEND;TZID=America/Denver:20261124T083000',
    'DTSTART:20261124T150000Z',
    'SEQUENCE:2',
    'SEQUENCE:3',
    'STATUS:CONFIRMED',
    'SUMMARY:Phlebotomy draw 07ad9e52…65fe',
    'SUMMARY:Not confirmed: Phlebotomy draw 07ad9e52…65fe',
    'STATUS:TENTATIVE',
    'STATUS:CANCELLED',
    `URL;VALUE=URI:https://console.test/sandbox/orders/${visit.order_id}/book?attempt=${visit.id}`,
  ]) {
    expect(linesOf(file)).toContain(line)
  }
  expect(file).not.toMatch(/Rosa|ATTENDEE|ORGANIZER|LOCATION/)
})

test.each(['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
  'a browser in %s writes the times of the visit’s zone',
  (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(new Date(visit.start_at ?? '').getHours()).not.toBe(15)
    const lines = linesOf(visitCalendar([visit, { ...visit, id: 'b', iana_timezone: null }], place))
    expect(lines).toContain('DTSTART;TZID=America/Denver:20261124T080000')
    expect(lines).toContain('DTEND;TZID=America/Denver:20261124T083000')
    expect(lines).toContain('DTSTART:20261124T150000Z')
  },
)

test('the zone comes with the changes of its clocks', () => {
  const [, ...parts] = visitCalendar([visit], place).split(/BEGIN:(?:STANDARD|DAYLIGHT)\r\n/)
  const told = parts.map((part) => part.split('\r\n').slice(0, 3).join(' '))
  expect(told).toContain('DTSTART:20260308T020000 TZOFFSETFROM:-0700 TZOFFSETTO:-0600')
  expect(told).toContain('DTSTART:20261101T020000 TZOFFSETFROM:-0600 TZOFFSETTO:-0700')
})

test('canceled visits alone are taken out of a calendar', () => {
  const off: Booking = { ...visit, state: 'cancelled', version: 3 }
  const lines = linesOf(visitCalendar([off], place))
  expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', `UID:${visit.id}`, 'SEQUENCE:3', 'STATUS:CANCELLED']))
})

test('the file of a demo says so in its description and in that of each visit, any other in none', () => {
  const lines = linesOf(visitCalendar([visit], { ...place, isDemo: true }))
  expect(lines).toContain('X-WR-CALDESC:Demo, sample data')
  expect(lines).toContain('DESCRIPTION:Demo\\, sample data')
  expect(visitCalendar([visit], place)).not.toContain('DESC')
})

const ZONES = ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'Europe/London', 'Asia/Kathmandu'] as const
const address = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).filter((text) => !/[\p{Cc}]/u.test(text))

test('whatever the address, it is one property that reads back; no line is longer than 75 bytes', () => {
  fc.assert(
    fc.property(address, fc.constantFrom(...ZONES), (text, iana_timezone) => {
      const locations = new Map([[visit.order_id, text]])
      const file = visitCalendar([{ ...visit, iana_timezone }], { ...place, locations })
      for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      const found = linesOf(file).filter((line) => line.startsWith('LOCATION:'))
      expect(found.map((line) => line.slice(9).replaceAll(/\\(.)/gu, '$1'))).toEqual([text])
    }),
  )
})

/** What the offsets of the file's own zone make of a time on the wall; the latest change before it counts. */
function instantIn(file: string, name: string): number {
  const wall = (text = '') => Date.parse(text.replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5Z'))
  const at = wall(new RegExp(`^${name};TZID=[^:]+:(\\w+)`, 'm').exec(file)?.[1])
  const parts = [...file.matchAll(/DTSTART:(\w+)\r\nTZOFFSETFROM:.*\r\nTZOFFSETTO:([+-])(..)(..)\r\n/g)]
  const now = parts.filter(([, from]) => wall(from) <= at).at(-1)
  const [, , sign, hours, minutes] = now ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return at - offset * 60_000
}

test('a time in a zone means the instant of the visit, by the zone that the file brings along', () => {
  const noon = fc.date({
    min: new Date('2024-01-01T00:00:00Z'),
    max: new Date('2030-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(noon, fc.constantFrom(...ZONES), (day, iana_timezone) => {
      const start_at = `${day.toISOString().slice(0, 10)}T17:00:00.000Z`
      const file = visitCalendar([{ ...visit, start_at, end_at: null, iana_timezone }], place)
      expect(instantIn(file, 'DTSTART')).toBe(Date.parse(start_at))
      expect(instantIn(file, 'DTEND')).toBe(Date.parse(start_at) + 1_800_000)
    }),
    { numRuns: 25 },
  )
})
