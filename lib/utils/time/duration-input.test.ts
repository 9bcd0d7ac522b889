import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DURATION_UNITS, durationInput, durationLabel, parseDuration } from './durations.ts'

test.each([
  ['2.5', 'seconds', 2_500],
  ['2,5', 'seconds', 2_500],
  [' 15 ', 'minutes', 900_000],
  ['48', 'hours', 172_800_000],
  ['\u200b１５\u00a0', 'minutes', 900_000],
  ['1,000', 'seconds', null],
  ['1.000', 'seconds', 1_000],
  ['0.5', 'hours', 1_800_000],
  ['0', 'seconds', 0],
  // Two thirds of a minute are no whole number of milliseconds as typed.
  ['0.333333', 'seconds', null],
  ['1e3', 'seconds', null],
  ['-1', 'seconds', null],
  ['1.', 'minutes', null],
  ['', 'minutes', null],
  ['soon', 'hours', null],
] as const)('%o %s is %o ms', (amount, unit, milliseconds) => {
  expect(parseDuration(amount, unit)).toBe(milliseconds)
})

test.each([
  [1_000, '1 second'],
  [2_500, '2.5 seconds'],
  [90_000, '90 seconds'],
  [60_000, '1 minute'],
  [900_000, '15 minutes'],
  [172_800_000, '48 hours'],
])('%i ms reads %s', (milliseconds, words) => {
  expect(durationLabel(milliseconds)).toBe(words)
})

test('what is shown is read as what it was, in a unit that exists', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 172_800_000 }), (milliseconds) => {
      const { amount, unit } = durationInput(milliseconds)
      expect(parseDuration(amount, unit)).toBe(milliseconds)
      expect(DURATION_UNITS).toHaveProperty(unit)
    }),
  )
})
