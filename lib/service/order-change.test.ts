import { describe, expect, test } from 'vitest'
import { order as orderSchema } from '#lib/domains/orders/order.ts'
import { parseEventStatus } from '#lib/domains/orders/status/status.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { withEvent } from './order-change.ts'
import type { OrderRecord } from './records.ts'

const records = [
  ...generateBundles({
    users: 60,
    orders: 600,
    today: new Date('2026-11-21'),
    team_id: '00000000-0000-4000-8000-000000000001',
  }),
].flatMap(({ orders }) => orders)

/** The orders of a transaction that has more than one. */
function pair(): [OrderRecord, OrderRecord] {
  for (const first of records) {
    const id = first.order.order_transaction?.id
    const second = records.find((other) => other !== first && other.order.order_transaction?.id === id)
    if (second) return [first, second]
  }
  throw new Error('the data set has no such transaction')
}

const AT = '2026-11-22T08:00:00.000Z'
const change = (order_id: string) =>
  ({ order_id, low: 'appointment_scheduled', at: new Date(AT), appointment_id: 'appointment-1' }) as const

describe('an event of an order', () => {
  test('is its newest, with an id of its own, and shows in its status and details', () => {
    const [first] = pair()
    const [changed] = withEvent([first], change(first.order.id))
    const { order } = changed ?? first
    expect(orderSchema.parse(order)).toEqual(order)
    const event = order.events.at(-1)
    expect(order.events.slice(0, -1)).toEqual(first.order.events)
    expect(event?.id).toBe(Math.max(...first.order.events.map(({ id }) => id)) + 1)
    expect(parseEventStatus(event?.status ?? '')).toEqual({
      high: 'collecting_sample',
      method: first.order.details.type,
      low: 'appointment_scheduled',
    })
    expect(order).toMatchObject({ status: 'collecting_sample', updated_at: AT, created_at: first.order.created_at })
    expect(order.details.data).toEqual({ ...first.order.details.data, updated_at: AT, appointment_id: 'appointment-1' })
  })

  test('shows at its siblings, which stay as they are otherwise', () => {
    const [first, second] = pair()
    const [changed, sibling] = withEvent([first, second], change(first.order.id))
    for (const record of [changed, sibling]) {
      const entries = record?.order.order_transaction?.orders ?? []
      expect(entries.find(({ id }) => id === first.order.id)).toMatchObject({
        low_level_status: 'appointment_scheduled',
        low_level_status_created_at: AT,
        updated_at: AT,
      })
      expect(entries.find(({ id }) => id === second.order.id)).toEqual(
        second.order.order_transaction?.orders.find(({ id }) => id === second.order.id),
      )
    }
    expect({ ...sibling?.order, order_transaction: null }).toEqual({ ...second.order, order_transaction: null })
  })

  test('changes nothing that was given', () => {
    const given = structuredClone(pair())
    const before = structuredClone(given)
    withEvent(given, change(given[0].order.id))
    expect(given).toEqual(before)
  })

  test('is possible for an order without a transaction or events', () => {
    const [first] = pair()
    const bare = { ...first, order: { ...first.order, order_transaction: null, events: [] } }
    const [changed] = withEvent([bare], change(first.order.id))
    expect(changed?.order.events).toMatchObject([{ id: 1 }])
    expect(changed?.order.order_transaction).toBeNull()
  })
})
