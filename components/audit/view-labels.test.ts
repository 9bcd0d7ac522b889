import { expect, test } from 'vitest'
import { viewLabel } from './views-table.tsx'

test.each([
  [{ listed: 12, opened: 2, masked: 0, other: 0 }, '12 times in lists, opened twice'],
  [{ listed: 1, opened: 0, masked: 1, other: 0 }, 'Once in lists, names masked'],
  [{ listed: 3, opened: 1, masked: 3, other: 0 }, '3 times in lists, opened once, 3 of 4 with names masked'],
  [{ listed: 0, opened: 0, masked: 0, other: 1 }, '1 other action'],
  [{ listed: 0, opened: 5, masked: 0, other: 1200 }, 'Opened 5 times, 1,200 other actions'],
])('%j', (counts, words) => {
  expect(viewLabel(counts)).toBe(words)
})
