import { expect, test } from 'vitest'
import { callerRequestId } from './ids.ts'

test.each(['abcdef-1', 'A_b-c_D-0', 'x'.repeat(64)])('%s is plain, and noted', (given) => {
  expect(callerRequestId(given)).toBe(given)
})

test.each([
  undefined,
  '',
  'short-1',
  'x'.repeat(65),
  'Maren Okafor',
  'ann@clinic.test',
  '../../../etc',
  'abcdef%0a12',
  ['abcdef-1', 'abcdef-2'],
])('%o is left out', (given) => {
  expect(callerRequestId(given)).toBeNull()
})
