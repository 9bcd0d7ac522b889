import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursLabel, openWords, readHours } from './hours.ts'

const WORKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const span = { open: '07:00', close: '15:30' }

test.each<[string, unknown, string]>([
  [
    'days by name, as the sandbox sends them',
    { ...Object.fromEntries(WORKDAYS.map((day) => [day, '7:00 AM - 3:30 PM'])), Saturday: '7:00 AM - 11:00 AM' },
    'Mon to Fri 7:00 AM to 3:30 PM; Sat 7:00 AM to 11:00 AM',
  ],
  ['days apart, a pause', { Mon: '8-12, 13-16', Wed: '8-12, 13-16' }, 'Mon 8 to 12, 13 to 16; Wed 8 to 12, 13 to 16'],
  ['two days in a row', { sat: '9:00-13:00', sunday: '9:00-13:00' }, 'Sat and Sun 9:00 to 13:00'],
  ['out of order', { friday: '9-5', monday: '9-5', THURSDAY: '9-5' }, 'Mon 9 to 5; Thu and Fri 9 to 5'],
  ['a range of days', { 'Mon-Fri': '7:00 AM – 3:30 PM', Sun: null }, 'Mon to Fri 7:00 AM to 3:30 PM; Sun closed'],
  [
    'opening and closing',
    { monday: span, tuesday: { opens_at: '07:00:00', closes_at: '15:30:00' } },
    'Mon and Tue 07:00 to 15:30',
  ],
  ['several spans', { monday: [span, { start: '16:00', end: '18:00' }] }, 'Mon 07:00 to 15:30, 16:00 to 18:00'],
  ['closed, said in several ways', { mon: '', tue: [], wed: { closed: true }, thu: false }, 'Mon to Thu closed'],
  ['a list of days', WORKDAYS.map((day) => ({ day, ...span })), 'Mon to Fri 07:00 to 15:30'],
  [
    'a day twice',
    [
      { day_of_week: 'Mon', hours: '8-12' },
      { day_of_week: 'Mon', hours: '13-16' },
    ],
    'Mon 8 to 12, 13 to 16',
  ],
  ['a text', 'Mon-Fri 7:00 AM - 3:30 PM', 'Mon-Fri 7:00 AM to 3:30 PM'],
  ['lines', ['Weekdays 7-15', 'Saturday 8-12'], 'Weekdays 7 to 15; Saturday 8 to 12'],
  ['one pair for every day', span, '07:00 to 15:30'],
])('%s', (_, sent, words) => {
  expect(hoursLabel(readHours(sent))).toBe(words)
})

test.each([null, undefined, '', '  ', {}, [], [''], ['  ', '\n']])('%j says nothing', (sent) => {
  expect(readHours(sent)).toEqual({ kind: 'unknown' })
})

test.each<[unknown]>([
  [{ Monday: '9-5', note: { en: 'ring twice' } }],
  [{ feiertags: '9-5' }],
  [7],
  [{ Monday: { from_minutes: 420, to_minutes: 930 } }],
  [[['9', '5'], 3]],
  [{ 'Fri-Mon': '9-5' }],
])('%j is shown as sent, and none of it is left out', (sent) => {
  expect(readHours(sent)).toEqual({ kind: 'raw', text: JSON.stringify(sent) })
})

test('whatever is sent, something can be shown', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (sent) => {
      const hours = readHours(sent)
      if (hours.kind === 'raw') expect(JSON.parse(hours.text)).toEqual(JSON.parse(JSON.stringify(sent)))
      if (hours.kind === 'words') expect(hours.lines.length).toBeGreaterThan(0)
    }),
  )
})

const WEEK = { Mon: '7:00 AM - 3:30 PM', Tue: '7:00 AM - 11:00 AM, 1:00 PM - 5:00 PM', Wed: null, Fri: '08:00-16:00' }
const at = (weekday: number, hour: number, minute = 0) => openWords(WEEK, { weekday, minute: hour * 60 + minute })

test('a center is open, closed with its next opening, or without hours that day; what can be read in two ways is unknown', () => {
  expect(at(0, 7)).toBe('Open now, until 3:30 PM')
  expect(at(0, 15, 30)).toBe('Closed now, opens Tue 7:00 AM')
  expect(at(1, 12)).toBe('Closed now, opens 1:00 PM')
  expect(at(2, 9)).toBe('Closed now, opens Fri 08:00')
  expect(at(3, 9)).toBe('No hours listed today, opens Fri 08:00')
  expect(at(4, 15, 59)).toBe('Open now, until 16:00')
  expect(openWords({ Mon: '8-5', Tue: '9:00 AM - 1:00 PM' }, { weekday: 0, minute: 600 })).toBeNull()
  expect(openWords({ Mon: '9:00 - 1:00 PM' }, { weekday: 0, minute: 600 })).toBeNull()
  expect(openWords('Mon to Fri, mornings', { weekday: 0, minute: 600 })).toBeNull()
  expect(openWords(null, { weekday: 0, minute: 600 })).toBeNull()
})
