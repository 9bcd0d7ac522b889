/** Likely next steps, both legs of a shipment, a transaction's orders, carrier links and unknown fields. */
import { describe, expect, test } from 'vitest'
import { trackingLink } from '#components/orders/detail/shipments-card.tsx'
import { order as orderSchema } from '#lib/domains/orders/order.ts'
import { siblingsOf, successorOf } from '#lib/domains/orders/siblings.ts'
import { stuckOrder } from '#lib/domains/orders/worklist/problems.ts'
import { extraFields } from '#lib/kernel/extra-fields.ts'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { expectedNext, isShipping, legStates } from './next-steps.ts'
import { readEvents, standingOf } from './timeline.ts'

describe('what follows', () => {
  test.each(ORDER_METHODS)('%s leads from the order to its result, by known statuses, without a circle', (method) => {
    const seen: string[] = []
    let low: string | undefined = 'ordered'
    while (low !== undefined) {
      expect(seen).not.toContain(low)
      seen.push(low)
      low = expectedNext(method, low)?.low
    }
    expect(seen.at(-1)).toBe('completed')
    expect(seen).toContain(method === 'testkit' ? 'with_customer' : 'draw_completed')
  })

  test.each(LOW_LEVEL_STATUSES)('nothing after %s if nothing more is expected, or a new order is', (low) => {
    const ends = standingOf(low, null).is_final || low === 'redraw_available'
    expect(expectedNext('testkit', low) === null).toBe(ends)
  })

  test('an unknown status or method claims nothing', () => {
    expect(expectedNext('testkit', 'constructor')).toBeNull()
    expect(expectedNext('drone_pickup', 'requisition_created')).toBeNull()
    expect(expectedNext('drone_pickup', 'transit_lab')).toEqual({ low: 'delivered_to_lab', by: 'courier' })
  })
})

describe('the two ways', () => {
  const legs = (...lows: string[]) =>
    legStates(
      readEvents(lows.map((low, id) => ({ id, created_at: `2026-11-12T0${id}:00:00Z`, status: `x.testkit.${low}` }))),
    ).map(({ reached, newest }) => [reached, newest?.low ?? null])

  test.each([
    [[], [0, null], [0, null]],
    [['ordered'], [0, null], [0, null]],
    [
      ['ordered', 'transit_customer', 'out_for_delivery'],
      [2, 'out_for_delivery'],
      [0, null],
    ],
    [
      ['transit_customer', 'problem_in_transit_customer'],
      [1, 'problem_in_transit_customer'],
      [0, null],
    ],
    [
      ['transit_customer', 'lost'],
      [1, 'lost'],
      [0, null],
    ],
    [
      ['with_customer', 'transit_lab', 'lost'],
      [3, 'with_customer'],
      [1, 'lost'],
    ],
    [
      ['with_customer', 'delivered_to_lab', 'completed'],
      [3, 'with_customer'],
      [2, 'delivered_to_lab'],
    ],
    [
      ['with_customer', 'failure_to_deliver_to_lab'],
      [3, 'with_customer'],
      [0, 'failure_to_deliver_to_lab'],
    ],
  ])('%j', (lows, outbound, inbound) => {
    expect(legs(...lows)).toEqual([outbound, inbound])
  })

  test('what tells of a parcel', () => {
    expect(LOW_LEVEL_STATUSES.filter(isShipping)).toHaveLength(10)
    expect(['ordered', 'completed', 'draw_completed', 'constructor'].some(isShipping)).toBe(false)
  })
})

describe('one transaction', () => {
  const sibling = (id: string, created_at: string, origin: string) => ({
    id,
    created_at,
    updated_at: created_at,
    low_level_status: 'ordered',
    low_level_status_created_at: created_at,
    origin,
  })
  const first = sibling('a', '2026-11-12T09:00:00Z', 'initial')
  const second = sibling('b', '2026-11-18T09:00:00+02:00', 'redraw')
  const third = sibling('c', '2026-11-18T08:00:00Z', 'redraw')
  const order_transaction = { id: 't', status: 'active', orders: [third, first, second] }

  test('the first order first; the newest takes the place of those before it', () => {
    expect(siblingsOf({ order_transaction }).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(successorOf({ ...first, order_transaction })?.id).toBe('c')
    expect(successorOf({ ...second, order_transaction })?.id).toBe('c')
    expect(successorOf({ ...third, order_transaction })).toBeNull()
  })

  test('an order whose place was taken is never stuck; the one that took it is', () => {
    const events = [{ id: 1, created_at: '2026-11-12T09:00:00Z', status: 'sample_with_lab.testkit.delivered_to_lab' }]
    const rest = { events, status: 'sample_with_lab', order_transaction }
    const now = Date.parse('2026-12-24T00:00:00Z')
    expect(stuckOrder({ ...first, ...rest }, now)).toBeNull()
    expect(stuckOrder({ ...third, ...rest }, now)?.days).toBe(7)
    expect(stuckOrder({ ...third, ...rest }, now, { delivered_to_lab: 60 })).toBeNull()
    const failed = [{ id: 1, created_at: '2026-11-12T09:00:00Z', status: 'failed.testkit.sample_error' }]
    expect(stuckOrder({ ...third, ...rest, events: failed }, now, { sample_error: 1 })).toBeNull()
  })

  test('without a transaction, or one that does not hold the order itself, nothing is claimed', () => {
    expect(siblingsOf({})).toEqual([])
    expect(successorOf(first)).toBeNull()
    expect(successorOf({ id: 'z', created_at: '2026-12-01T00:00:00Z', order_transaction })).toBeNull()
  })
})

test.each([
  ['https://www.fedex.com/track?n=1', 'www.fedex.com'],
  ['https://ups.com/1', 'ups.com'],
  ['https://track.parcelwing.example/parcels/PW1', 'track.parcelwing.example'],
  ['HTTPS://UPS.COM/1', 'ups.com'],
  ['http://ups.com/1', null],
  ['https://ups.com.evil.test/1', null],
  ['https://notups.com/1', null],
  ['https://user:pass@ups.com/1', null],
  ['https://ups.com:8443/1', null],
  ['https://elsewhere.test/1', null],
  ['javascript:alert(1)//ups.com', null],
  ['//ups.com/1', null],
  ['PW 4471', null],
  ['', null],
])('a tracking link %s leads to %s', (sent, host) => {
  expect(trackingLink(sent)?.host ?? null).toBe(host)
})

test('what a later version sends is found at every depth, and nothing else', () => {
  const at = '2026-11-12T09:00:00Z'
  const order = {
    id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b',
    details: { type: 'testkit', data: { id: 'd', appointment_id: 'p', shipment: { id: 's', weight: 2 } } },
    patient_address: null,
    events: [{ id: 1, created_at: at, status: 'x', note: 'n' }],
    __proto__x: 1,
    constructor: { a: 1 },
  }
  expect(extraFields(orderSchema, order)).toEqual([
    { path: 'details.data.appointment_id', value: 'p' },
    { path: 'details.data.shipment.weight', value: 2 },
    { path: 'events.0.note', value: 'n' },
    { path: '__proto__x', value: 1 },
    { path: 'constructor', value: { a: 1 } },
  ])
})
