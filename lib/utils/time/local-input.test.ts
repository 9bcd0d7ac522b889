import { expect, test } from 'vitest'
import { localInput, localInstant } from './local-input.ts'

test.each([
  ['2026-11-21T14:05', 'America/Chicago', '2026-11-21T20:05:00.000Z'],
  ['2026-07-01T00:59', 'America/New_York', '2026-07-01T04:59:00.000Z'],
  ['2026-11-21T23:45', 'Asia/Kathmandu', '2026-11-21T18:00:00.000Z'],
])('%s in %s is %s, and back', (text, zone, instant) => {
  expect(localInstant(text, zone)).toBe(instant)
  expect(localInput(instant, zone)).toBe(text)
})

test('an empty field is no instant', () => {
  expect([localInstant('', 'UTC'), localInput(null, 'UTC')]).toEqual([null, ''])
})
