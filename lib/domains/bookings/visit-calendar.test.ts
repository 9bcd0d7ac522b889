import { expect, test } from 'vitest'
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
}

test('a visit in UTC, by its order’s short id; what is not confirmed says so, and nobody is named', () => {
  const file = visitCalendar([
    visit,
    { ...visit, id: 'b', state: 'pending', end_at: null },
    { ...visit, id: 'c', state: 'cancelled' },
    { ...visit, id: 'd', start_at: null },
  ])
  expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(3)
  for (const line of [
    'UID:3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
    'DTSTART:20261124T150000Z',
    'DTEND:20261124T153000Z',
    'STATUS:CONFIRMED',
    'SUMMARY:Phlebotomy draw 07ad9e52…65fe',
    'SUMMARY:Not confirmed: Phlebotomy draw 07ad9e52…65fe',
    'STATUS:TENTATIVE',
    'STATUS:CANCELLED',
  ]) {
    expect(file.split('\r\n')).toContain(line)
  }
  expect(file).not.toMatch(/Rosa|Denver|ATTENDEE|ORGANIZER/)
})

test('the file of a demo says so in its description and in that of each visit, any other in none', () => {
  const lines = visitCalendar([visit], true).split('\r\n')
  expect(lines).toContain('X-WR-CALDESC:Demo, sample data')
  expect(lines).toContain('DESCRIPTION:Demo\\, sample data')
  expect(visitCalendar([visit])).not.toContain('DESC')
})
