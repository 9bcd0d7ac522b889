import { expect, test } from 'vitest'
import { chosenOf, localInput, localInstants, timeProblem } from './local-input.ts'

test.each([
  ['2026-11-21T14:05', 'America/Chicago', '2026-11-21T20:05:00.000Z'],
  ['2026-07-01T00:59', 'America/New_York', '2026-07-01T04:59:00.000Z'],
  ['2026-11-21T23:45', 'Asia/Kathmandu', '2026-11-21T18:00:00.000Z'],
])('%s in %s is %s, and back', (text, zone, instant) => {
  expect(localInstants(text, zone).map((at) => at.toISOString())).toEqual([instant])
  expect(localInput(instant, zone)).toBe(text)
})

test('an empty field is no instant', () => {
  expect([localInstants('', 'UTC'), localInput(null, 'UTC')]).toEqual([[], ''])
  expect(localInstants('2027-02-30T10:00', 'America/New_York')).toEqual([])
})

test.each([
  ['2027-10-03T02:15', 'Australia/Lord_Howe', 0],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', 2],
  ['2027-04-04T01:15', 'Australia/Lord_Howe', 1],
  ['2011-12-30T12:00', 'Pacific/Apia', 0],
  ['2026-03-22T02:30', 'Africa/Casablanca', 0],
  ['2026-02-15T02:30', 'Africa/Casablanca', 2],
  ['2018-11-04T00:30', 'America/Sao_Paulo', 0],
  ['2018-02-17T23:30', 'America/Sao_Paulo', 2],
  ['2027-11-07T01:30', 'America/Indiana/Indianapolis', 2],
  ['2027-03-14T02:30', 'America/Adak', 0],
  ['2027-03-14T02:30', 'America/Phoenix', 1],
  ['2027-11-07T01:30', 'Pacific/Honolulu', 1],
  ['2027-04-30T00:30', 'Africa/Cairo', 0],
  ['2027-03-27T23:30', 'America/Nuuk', 0],
  ['2027-10-31T00:30', 'Atlantic/Azores', 2],
])('%s in %s is shown %i times', (text, zone, count) => {
  expect(localInstants(text, zone)).toHaveLength(count)
})

test.each([
  ['2027-03-14T02:30', '', 'time', undefined],
  ['2027-11-07T01:30', '', 'which', '2027-11-07T05:30:00.000Z'],
  ['2027-11-07T01:30', 'first', undefined, '2027-11-07T05:30:00.000Z'],
  ['2027-11-07T01:30', 'second', undefined, '2027-11-07T06:30:00.000Z'],
  ['2027-11-07T02:30', 'second', undefined, '2027-11-07T07:30:00.000Z'],
])('%s, the %j, has a problem at %s', (text, which, path, meant) => {
  const instants = localInstants(text, 'America/New_York')
  expect(timeProblem(instants, which, 'America/New_York')?.path).toBe(path)
  expect(chosenOf(instants, which)?.toISOString()).toBe(meant)
})
