/** Which orders are work: only those that the service itself does not report as over. */
import { expect, test } from 'vitest'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import { TRANSACTION_STATUSES } from '#lib/kernel/values.ts'
import { problemOf } from './problems.ts'

const NOW = Date.parse('2027-06-01T08:00:00Z')
const CREATED = '2026-11-17T16:30:00Z'

function orderAt(low: string, transaction: string | null) {
  const order = makeOrder({ events: [{ id: 1, created_at: CREATED, status: `received.testkit.${low}` }] })
  const entry = {
    ...{ id: order.id, created_at: CREATED, updated_at: CREATED, low_level_status: low, origin: 'initial' },
    low_level_status_created_at: CREATED,
  }
  const order_transaction = { id: order.team_id, status: transaction ?? '', orders: [entry] }
  return { ...order, order_transaction: transaction === null ? null : order_transaction }
}

test.each([...EXCEPTION_STATUSES, 'with_customer', 'delivered_to_lab'])(
  '%s: work while its transaction is active or unknown, none once the service has settled it',
  (low) => {
    const isWork = (transaction: string | null) => problemOf(orderAt(low, transaction), NOW) !== null
    expect(TRANSACTION_STATUSES.filter(isWork)).toEqual(['active'])
    expect([isWork(null), isWork('on_hold')]).toEqual([true, true])
  },
)

test('a visit that stands is work although its transaction is canceled', () => {
  expect(problemOf(orderAt('appointment_scheduled', 'cancelled'), NOW)?.kind).toBe('visit')
  expect(problemOf(orderAt('appointment_scheduled', 'completed'), NOW)).toBeNull()
})
