/** Orders for tests: nothing of one matters but what a test names. */
import type { Order } from './order.ts'
import { formatEventStatus, highLevelOf } from './status/status.ts'
import type { LowLevelStatus } from './status/status-record.ts'

/** Returns a test kit that was just ordered. */
export function makeOrder(changes: Partial<Order> = {}): Order {
  const { created_at = '2026-11-17T16:30:00Z' } = changes
  return {
    id: 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2',
    team_id: '00000000-0000-4000-8000-000000000001',
    user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b',
    details: { type: 'testkit' },
    lab_test: { name: 'Heart risk', method: 'testkit' },
    created_at,
    updated_at: created_at,
    status: 'received',
    events: [{ id: 1, created_at, status: 'received.testkit.ordered' }],
    ...changes,
  }
}

/** Returns an order that has partial results, and stands at `low` since. */
export function partialOrder(changes: Partial<Order> = {}, low: LowLevelStatus = 'partial_results'): Order {
  const reached: LowLevelStatus[] = ['delivered_to_lab', 'partial_results', low]
  const events = reached.map((each, index) => ({
    id: index + 1,
    created_at: `2026-11-${15 + index}T16:30:00Z`,
    status: formatEventStatus({ high: highLevelOf(each), method: 'testkit', low: each }),
  }))
  return makeOrder({ status: highLevelOf(low), events, ...changes })
}
