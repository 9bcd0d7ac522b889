import { expect, test } from 'vitest'
import { wallInstants, zonedInstant } from './zones.ts'

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

test.each([
  ['2027-03-14', 2.5, 'America/New_York', []],
  ['2027-03-14', 3, 'America/New_York', ['2027-03-14T07:00:00.000Z']],
  ['2027-11-07', 1.5, 'America/New_York', ['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z']],
  ['2027-11-07', 2, 'America/New_York', ['2027-11-07T07:00:00.000Z']],
  ['2027-11-07', 1.5, 'America/Phoenix', ['2027-11-07T08:30:00.000Z']],
  // Half an hour, and at midnight.
  ['2027-10-03', 2.25, 'Australia/Lord_Howe', []],
  ['2026-09-06', 0.5, 'America/Santiago', []],
])('%s %d h in %s is shown at %j', (day, hour, zone, instants) => {
  expect(wallInstants(day, hour, zone).map((at) => at.toISOString())).toEqual(instants)
})
