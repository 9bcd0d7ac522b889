import { expect, test } from 'vitest'
import { readReview } from './review-query.ts'
import { daysOf, monthAfter, monthLabel, notableWords, usualWords } from './review-view.tsx'

test.each([
  [{ viewed: 408, usual: 120, usual_months: 6 }, '3.4 times the usual number', 'Usually 120 a month (6 months)'],
  [{ viewed: 1_300, usual: 100, usual_months: 2 }, '13 times the usual number', 'Usually 100 a month (2 months)'],
  [{ viewed: 130, usual: 120.5, usual_months: 1 }, null, 'Usually 121 a month (1 month)'],
  [{ viewed: 12, usual: 4, usual_months: 3 }, null, 'Usually 4 a month (3 months)'],
  [{ viewed: 25, usual: 0, usual_months: 2 }, 'Usually no one', 'Usually 0 a month (2 months)'],
  [{ viewed: 900, usual: null, usual_months: 0 }, null, 'No earlier month to compare with'],
])('%o', (counts, notable, usual) => {
  expect(notableWords(counts)).toBe(notable)
  expect(usualWords(counts)).toBe(usual)
})

test('months', () => {
  expect(monthLabel('2026-11')).toBe('November 2026')
  expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthAfter('2026-12')).toBe('2027-01')
})

test('the address may ask for an earlier month, and for nothing that is to come', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const read = (search: string) => readReview(new URLSearchParams(search), now)
  expect(read('')).toEqual({ month: '2026-11', environment: '' })
  expect(read('month=2026-02&environment=sandbox')).toEqual({ month: '2026-02', environment: 'sandbox' })
  expect(read('month=2027-01&environment=a b')).toEqual({ month: '2026-11', environment: '' })
})
