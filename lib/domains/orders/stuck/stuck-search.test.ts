import { expect, test } from 'vitest'
import { STUCK_RULES } from '#lib/domains/orders/worklist/problems.ts'
import { STUCK_DAYS } from './stuck-days.ts'
import { stuckSearches } from './stuck-search.ts'

const NOW = Date.parse('2026-11-21T08:00:30Z')

test('every status that can be stuck is in one search, with the limit of the settings', () => {
  const searches = stuckSearches({}, { ...STUCK_DAYS, with_customer: 2 }, NOW)
  const all = searches.flatMap(({ status }) => status)
  expect(all.toSorted()).toEqual(STUCK_RULES.flatMap(({ statuses }) => statuses).toSorted())
  expect(searches.find(({ status }) => status.includes('with_customer'))).toEqual({
    status: ['with_customer'],
    updated_end_date: '2026-11-19T08:00:00.000Z',
  })
})

test('other filters stay: statuses are those of both, and an earlier end of updates counts', () => {
  const query = { status: ['lost', 'ordered'], order_type: ['testkit'], updated_end_date: '2026-01-01T00:00:00.000Z' }
  expect(stuckSearches(query, STUCK_DAYS, NOW)).toEqual([{ ...query, status: ['ordered'] }])
  expect(stuckSearches({ status: ['lost'] }, STUCK_DAYS, NOW)).toEqual([])
  expect(stuckSearches({}, {}, NOW)).toEqual([])
})
