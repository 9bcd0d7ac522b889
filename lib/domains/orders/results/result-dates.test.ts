import { expect, test } from 'vitest'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { resultsDueAt, stuckOrder } from '#lib/domains/orders/worklist/problems.ts'

const NOW = Date.parse('2026-11-21T08:00:00Z')
/** With the lab for 20 days. */
const atLab = (sent: Readonly<Record<string, unknown>> = {}, status = 'sample_with_lab.testkit.delivered_to_lab') =>
  makeOrder({
    ...sent,
    status: 'sample_with_lab',
    created_at: '2026-10-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    events: [{ id: 1, created_at: '2026-11-01T00:00:00.000Z', status }],
  })

test.each<[Readonly<Record<string, unknown>>, boolean]>([
  [{}, true],
  [{ expected_result_by_date: '2026-11-20' }, true],
  // The day itself is not over.
  [{ expected_result_by_date: '2026-11-21' }, false],
  [{ expected_result_by_date: '2026-11-20', worst_case_result_by_date: '2026-11-28' }, false],
  [{ expected_result_by_date: '2026-11-28', worst_case_result_by_date: '2026-11-20' }, true],
  [{ worst_case_result_by_date: '2026-11-21T07:59:00Z' }, true],
  [{ worst_case_result_by_date: null, expected_result_by_date: null }, true],
  [{ worst_case_result_by_date: 'soon', expected_result_by_date: 7 }, true],
])('an order with the lab that is sent with %j is stuck: %s', (sent, isStuck) => {
  expect(stuckOrder(atLab(sent), NOW) !== null).toBe(isStuck)
})

test('a date of results excuses no kit on its way', () => {
  const order = atLab({ worst_case_result_by_date: '2026-12-24' }, 'collecting_sample.testkit.transit_lab')
  expect(stuckOrder(order, NOW)).not.toBeNull()
})

test('a day ends with it, an instant is exact, anything else is none', () => {
  expect(resultsDueAt({ expected_result_by_date: '2026-11-21' })).toBe(Date.parse('2026-11-21T23:59:59.999Z'))
  expect(resultsDueAt({ worst_case_result_by_date: '2026-11-21T10:00:00Z' })).toBe(Date.parse('2026-11-21T10:00:00Z'))
  expect(resultsDueAt({ expected_result_by_date: 'soon' })).toBeNull()
  expect(resultsDueAt({})).toBeNull()
})
