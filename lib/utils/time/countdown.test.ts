import { expect, test } from 'vitest'
import { formatCountdown } from './durations.ts'

test.each([
  [0, '0:00'],
  [-3, '0:00'],
  [0.2, '0:01'],
  [7, '0:07'],
  [60, '1:00'],
  [252, '4:12'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [3_852, '1:04:12'],
])('%d s reads %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})
