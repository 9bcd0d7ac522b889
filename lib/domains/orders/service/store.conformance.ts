/**
 * Events of orders over every store: each after the one it was based on, and none made twice.
 * Run by lib/sandbox/service/flows.test.ts.
 */
import { expect, test } from 'vitest'
import { at, bundles, later, NOBODY, OTHER_TEAM, TODAY } from '#lib/domains/access/service/store.conformance.ts'
import { bookingOf } from '#lib/domains/bookings/service/store.conformance.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { newestEvent } from '#lib/service/order-change.ts'
import type { OrderRecord } from '#lib/service/records.ts'
import type { OrderChange, ServiceStore } from '#lib/service/store.ts'

/** Away from those that the tests of appointments change. */
const orders = bundles.flatMap((bundle) => bundle.orders).slice(100)
const last = ({ order }: OrderRecord) => newestEvent(order)?.id ?? null

const COMPLETED: OrderChange = { low: 'completed', at: later(1000), interpretation: 'critical', appointment: null }

export function orderChanges(store: () => ServiceStore): void {
  test('an order gets its event, its result and its sample, and is found by them', async () => {
    const record = at(orders, 0)
    const { id } = record.order
    const changed = await store().changeOrder(TEAM, id, last(record), { ...COMPLETED, sample_id: 'M-1-1' })
    expect(changed).toEqual(await store().getOrder(TEAM, id))
    expect(changed?.order).toMatchObject({
      status: 'completed',
      updated_at: later(1000).toISOString(),
      interpretation: 'critical',
      sample_id: 'M-1-1',
    })
    expect(changed?.order.events).toHaveLength(record.order.events.length + 1)
    expect(lastLowLevelStatus(changed?.order.events ?? [])).toBe('completed')
    const found = async (search: object) =>
      (await store().searchOrders(TEAM, orderSearch.parse({ order_ids: [id], ...search }))).orders.length
    expect(await found({ status: ['completed'], is_critical: true, interpretation: 'critical' })).toBe(1)
    expect(await found({ updated_start_date: later(1000).toISOString() })).toBe(1)
  })

  test('a kit keeps what its shipment was and gets what is new; nothing else of its details changes', async () => {
    const record =
      orders.find(({ order }) => order.details.type === 'testkit' && order.details.data?.shipment) ?? at(orders, 1)
    const shipment = { ...record.order.details.data?.shipment, updated_at: later(5).toISOString() }
    const change: OrderChange = { low: 'with_customer', at: later(5), shipment, appointment: null }
    const changed = await store().changeOrder(TEAM, record.order.id, last(record), change)
    expect(changed?.order.details).toEqual({
      ...record.order.details,
      data: { ...record.order.details.data, shipment, updated_at: later(5).toISOString() },
    })
    expect(changed?.order.interpretation).toEqual(record.order.interpretation)
  })

  test('its siblings show the event, and the newest order decides how the transaction stands', async () => {
    const first = orders.find(({ order }) => successorOf(order) !== null) ?? at(orders, 2)
    const second = successorOf(first.order)?.id ?? ''
    const newest = await store().getOrder(TEAM, second)
    await store().changeOrder(TEAM, first.order.id, last(first), { ...COMPLETED, low: 'cancelled' })
    const transactionOf = async (id: string) => (await store().getOrder(TEAM, id))?.order.order_transaction
    expect((await transactionOf(second))?.status).toBe(first.order.order_transaction?.status)
    await store().changeOrder(TEAM, second, newest && last(newest), COMPLETED)
    for (const id of [first.order.id, second]) {
      const { status, orders: entries = [] } = (await transactionOf(id)) ?? {}
      expect(status).toBe('completed')
      expect(entries.find((each) => each.id === first.order.id)?.low_level_status).toBe('cancelled')
      expect(entries.find((each) => each.id === second)?.low_level_status).toBe('completed')
    }
  })

  test('of many at once after the same event, one succeeds', async () => {
    const record = at(orders, 20)
    const { id } = record.order
    const results = await Promise.all(
      Array.from({ length: 10 }, () => store().changeOrder(TEAM, id, last(record), COMPLETED)),
    )
    expect(results.filter((result) => result !== null)).toHaveLength(1)
    expect((await store().getOrder(TEAM, id))?.order.events).toHaveLength(record.order.events.length + 1)
  })

  test('nothing changes for another team, an unknown order, or after another event', async () => {
    const record = at(orders, 21)
    const { id } = record.order
    expect(await store().changeOrder(OTHER_TEAM, id, last(record), COMPLETED)).toBeNull()
    expect(await store().changeOrder(TEAM, NOBODY, last(record), COMPLETED)).toBeNull()
    expect(await store().changeOrder(TEAM, id, null, COMPLETED)).toBeNull()
    expect(await store().changeOrder(TEAM, id, 999_999, COMPLETED)).toBeNull()
    expect(await store().getOrder(TEAM, id)).toEqual(record)
  })

  test('its open appointment changes with it, or nothing does', async () => {
    const record = at(orders, 22)
    const { id } = record.order
    const { appointment, ...booking } = bookingOf(record)
    expect(await store().findOpenAppointment(id)).toBeNull()
    await store().reserveAppointment({ ...booking, appointment }, TODAY)
    expect((await store().findOpenAppointment(id))?.appointment).toEqual(appointment)
    const drawn = (from: string): OrderChange => ({
      low: 'draw_completed',
      at: later(1000),
      appointment: { id: appointment.id, from, change: { status: 'completed', event_status: 'completed' } },
    })
    expect(await store().changeOrder(TEAM, id, last(record), drawn('confirmed'))).toBeNull()
    expect(await store().changeOrder(TEAM, id, 999_999, drawn('reserved'))).toBeNull()
    expect(await store().getOrder(TEAM, id)).toEqual(record)
    expect((await store().getAppointment(appointment.id))?.appointment).toEqual(appointment)

    const changed = await store().changeOrder(TEAM, id, last(record), drawn('reserved'))
    expect(changed?.order.details.data).toMatchObject({ appointment_id: appointment.id })
    expect((await store().getAppointment(appointment.id))?.appointment).toMatchObject({ status: 'completed' })
    expect(await store().findOpenAppointment(id)).toBeNull()
  })
}
