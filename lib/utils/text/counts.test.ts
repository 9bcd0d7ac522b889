import { expect, test } from 'vitest'
import { countOf, formatCount } from './counts.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_236, '1,236'],
  [100_000, '100,000'],
  [1_234_567, '1,234,567'],
])('%d reads %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test('one thing is singular', () => {
  expect(countOf(1, 'order')).toBe('1 order')
  expect(countOf(0, 'order')).toBe('0 orders')
  expect(countOf(2_500, 'order')).toBe('2,500 orders')
  expect(countOf(2, 'entry', 'entries')).toBe('2 entries')
})
