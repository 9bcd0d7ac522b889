import { expect, test } from 'vitest'
import { zonedInstant } from './zones.ts'

test.each([
  ['2026-11-24', 8, 'America/Denver', '2026-11-24T15:00:00.000Z'],
  ['2026-07-01', 8, 'America/Denver', '2026-07-01T14:00:00.000Z'],
  ['2026-07-01', 8, 'America/Phoenix', '2026-07-01T15:00:00.000Z'],
  ['2026-03-08', 8, 'America/New_York', '2026-03-08T12:00:00.000Z'],
  ['2026-03-08', 1, 'America/New_York', '2026-03-08T06:00:00.000Z'],
  ['2026-03-08', 3, 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-03-08', 2, 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01', 1, 'America/New_York', '2026-11-01T05:00:00.000Z'],
  ['2026-11-01', 3, 'America/New_York', '2026-11-01T08:00:00.000Z'],
  ['2026-11-01', 8, 'America/New_York', '2026-11-01T13:00:00.000Z'],
  ['2026-06-01', 8, 'Asia/Kolkata', '2026-06-01T02:30:00.000Z'],
  ['2026-06-01', 0, 'UTC', '2026-06-01T00:00:00.000Z'],
])('%s %i h in %s is %s', (day, hour, zone, instant) => {
  expect(zonedInstant(day, hour, zone).toISOString()).toBe(instant)
})
