/** Which orders are work: only those that the service itself does not report as over. */
import { expect, test } from 'vitest'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import { TRANSACTION_STATUSES } from '#lib/kernel/values.ts'
import { problemOf, stuckOrder } from './problems.ts'

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

test.each<[string, Partial<Booking>, boolean]>([
  ['its visit lies ahead', { start_at: '2027-06-03T15:00:00Z' }, false],
  ['somebody has just confirmed it', { entered: { at: '2027-05-31T08:00:00Z', by: { id: 'r', name: 'Rosa' } } }, false],
  ['its visit is long over', { start_at: '2026-11-20T15:00:00Z' }, true],
  ['the attempt made no appointment', { state: 'refused', start_at: '2027-06-03T15:00:00Z' }, true],
])('an order whose booking says that %s is stuck: %s', (_, changes, isStuck) => {
  const order = orderAt('requisition_created', 'active')
  const said = { state: 'confirmed', at: '2026-11-18T08:00:00Z' } as const
  const booking: Booking = {
    ...{ id: 'b', order_id: order.id, state: 'confirmed', version: 2, asked_at: said.at, answered_at: said.at, said },
    ...{ asked_by: { id: 'r', name: 'Rosa' }, gives_up_at: null, start_at: null, end_at: null, iana_timezone: null },
    ...{ provider: null, entered: null, ...changes },
  }
  expect(stuckOrder(order, NOW)).not.toBeNull()
  expect(stuckOrder(order, NOW, undefined, [booking]) !== null).toBe(isStuck)
})
