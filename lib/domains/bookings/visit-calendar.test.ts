import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from './booking.ts'
import { calendarName, visitCalendar } from './visit-calendar.ts'

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

test('a visit in UTC, by its order’s short id; what is not confirmed says so, and nobody is named', () => {
  const file = visitCalendar(
    [
      visit,
      { ...visit, id: 'b', state: 'pending', end_at: visit.start_at, iana_timezone: null },
      { ...visit, id: 'c', state: 'cancelled', version: 3 },
      { ...visit, id: 'd', start_at: null },
    ],
    place,
  )
  expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(3)
  expect(file.match(/^DTEND:20261124T153000Z/gm)).toHaveLength(3)
  for (const line of [
    'METHOD:PUBLISH',
    'UID:3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
    'DTSTART:20261124T150000Z',
    'DTEND:20261124T153000Z',
    'SEQUENCE:4',
    'SEQUENCE:5',
    'DTSTAMP:20261119T203102Z',
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
  'a browser in %s writes the instant of the visit, also in an hour that comes twice',
  (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    const twice = { ...visit, start_at: '2027-11-07T06:30:00Z', end_at: null, iana_timezone: 'America/New_York' }
    const lines = linesOf(visitCalendar([twice], place))
    expect(lines).toContain('DTSTART:20271107T063000Z')
    expect(lines).toContain('DTEND:20271107T070000Z')
    expect(lines.filter((line) => line.includes('TZID'))).toEqual([])
    expect(linesOf(visitCalendar([{ ...twice, start_at: '2027-11-07T06:30:00.5' }], place))).toContain(
      'DTSTART:20271107T063000Z',
    )
  },
)

test('canceled visits alone are taken out of a calendar', () => {
  for (const state of ['cancelled', 'failed', 'refused'] as const) {
    const lines = linesOf(visitCalendar([{ ...visit, state, version: 3 }], place))
    expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', `UID:${visit.id}`, 'STATUS:CANCELLED']))
  }
})

test('newer evidence counts on, whoever it comes from: a calendar takes it in place of what it has', () => {
  const by = { id: 'staff-1', name: 'Rosa Adeyemi' }
  const story: Parameters<typeof visitCalendar>[0] = [
    { ...visit, version: 1, state: 'pending', answered_at: null },
    { ...visit, version: 1 },
    { ...visit, version: 2, said: { state: 'confirmed', at: '2026-11-19T20:40:00Z' } },
    // An event of the order, and its cancellation, change no booking.
    { ...visit, version: 2, state: 'cancelled', changed_at: '2026-11-20T08:00:00.250Z' },
    { ...visit, version: 2, isOrderCanceled: true, changed_at: '2026-11-20T08:00:01.5Z' },
    { ...visit, version: 3, state: 'cancelled', entered: { at: '2026-11-20T09:00:00Z', by } },
  ]
  const numbers = story.map((one) => {
    const lines = linesOf(visitCalendar([one], place))
    const of = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? ''
    return { sequence: Number(of('SEQUENCE')), stamp: of('DTSTAMP') }
  })
  for (const [at, { sequence, stamp }] of numbers.entries()) {
    const before = numbers[at - 1]
    if (!before) continue
    expect(sequence).toBeGreaterThan(before.sequence)
    expect(stamp > before.stamp).toBe(true)
  }
})

test('the file of a demo says so in its description and in that of each visit, any other in none', () => {
  const lines = linesOf(visitCalendar([visit], { ...place, isDemo: true }))
  expect(lines).toContain('X-WR-CALDESC:Demo, sample data')
  expect(lines).toContain('DESCRIPTION:Demo\\, sample data')
  expect(visitCalendar([visit], place)).not.toContain('DESC')
})

const address = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).filter((text) => !/[\p{Cc}]/u.test(text))

test('whatever the address, it is one property that reads back; no line is longer than 75 bytes', () => {
  fc.assert(
    fc.property(address, (text) => {
      const locations = new Map([[visit.order_id, text]])
      const file = visitCalendar([visit], { ...place, locations })
      for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      const found = linesOf(file).filter((line) => line.startsWith('LOCATION:'))
      expect(found.map((line) => line.slice(9).replaceAll(/\\(.)/gu, '$1'))).toEqual([text])
    }),
  )
})

test.each(['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f', '\0', '\u001b'])(
  'an address with %j in it adds no line to the file',
  (sign) => {
    const text = `12 Elm St${sign}ATTENDEE:mailto:x@evil.test`
    const file = visitCalendar([visit], { ...place, locations: new Map([[visit.order_id, text]]) })
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    const lines = linesOf(file)
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
    expect(lines).toContain('LOCATION:12 Elm St ATTENDEE:mailto:x@evil.test')
  },
)

test('a file is named by the days at the patients, one draw by its order, canceled ones as such', () => {
  const late = { ...visit, start_at: '2026-12-01T04:00:00.000Z' }
  expect(calendarName([late, visit])).toBe('draws-2026-11-24-to-2026-11-30.ics')
  expect(calendarName([visit, visit])).toBe('draws-2026-11-24.ics')
  expect(calendarName([{ ...visit, state: 'cancelled' }])).toBe('canceled-draw-07ad9e52-2026-11-24.ics')
  expect(visitCalendar([visit], place)).toContain('PRODID:-//Vialdesk//Appointments//EN')
})
