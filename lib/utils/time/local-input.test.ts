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
