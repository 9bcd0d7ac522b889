/**
 * Appointments over every store: one that is open an order, and no change made twice.
 * Run by lib/sandbox/service/flows.test.ts.
 */
import { expect, test } from 'vitest'
import { at, bundles, later, NOBODY, TODAY } from '#lib/domains/access/service/store.conformance.ts'
import type { Appointment } from '#lib/domains/bookings/appointment.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import type { AppointmentRecord, OrderRecord } from '#lib/service/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'

const orders = bundles.flatMap((bundle) => bundle.orders)

export function bookingOf({ order }: OrderRecord, change: Partial<AppointmentRecord> = {}): AppointmentRecord {
  const appointment: Appointment = {
    id: crypto.randomUUID(),
    user_id: order.user_id,
    order_id: order.id,
    address: { city: 'Phoenix' },
    type: 'phlebotomy',
    provider: 'somebody',
    status: 'reserved',
    event_status: 'reserved',
    events: [],
    event_data: {},
  }
  return { team_id: TEAM, appointment, confirm_at: null, give_up_at: later(60_000).toISOString(), ...change }
}

export function appointments(store: () => ServiceStore): void {
  test('an order has one that is open; after its end it may have another', async () => {
    const order = at(orders, 0)
    const first = bookingOf(order)
    expect(await store().reserveAppointment(first, TODAY)).toBe(true)
    expect(await store().getAppointment(first.appointment.id)).toEqual(first)
    expect(await store().reserveAppointment(bookingOf(order), TODAY)).toBe(false)
    const change = { order_status: null, at: TODAY }
    for (const [from, to] of [
      ['reserved', 'pending'],
      ['pending', 'confirmed'],
      ['confirmed', 'in_progress'],
    ] as const) {
      expect(
        await store().changeAppointment(first.appointment.id, from, { ...change, appointment: { status: to } }),
      ).not.toBeNull()
      expect(await store().reserveAppointment(bookingOf(order), TODAY)).toBe(false)
    }
    await store().changeAppointment(first.appointment.id, 'in_progress', {
      ...change,
      appointment: { status: 'completed' },
    })
    const second = bookingOf(order)
    expect(await store().reserveAppointment(second, TODAY)).toBe(true)
    await store().changeAppointment(second.appointment.id, 'reserved', {
      ...change,
      appointment: { status: 'cancelled' },
    })
    expect(await store().reserveAppointment(bookingOf(order), TODAY)).toBe(true)
    expect(await store().getAppointment(NOBODY)).toBeNull()
  })

  test('of many who book one order at once, one does', async () => {
    const order = at(orders, 1)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => store().reserveAppointment(bookingOf(order), TODAY)),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('a change needs the status it starts from: of many at once, one is made', async () => {
    const order = at(orders, 2)
    const { appointment } = bookingOf(order)
    await store().reserveAppointment(bookingOf(order, { appointment }), TODAY)
    const change = (status: string, low: 'appointment_scheduled' | 'appointment_cancelled') =>
      store().changeAppointment(appointment.id, 'reserved', {
        appointment: { status },
        order_status: low,
        at: later(5),
      })
    const results = await Promise.all([
      ...Array.from({ length: 5 }, () => change('confirmed', 'appointment_scheduled')),
      ...Array.from({ length: 5 }, () => change('cancelled', 'appointment_cancelled')),
    ])
    expect(results.filter((result) => result !== null)).toHaveLength(1)
    const events = (await store().getOrder(TEAM, order.order.id))?.order.events ?? []
    expect(events).toHaveLength(order.order.events.length + 1)
    expect(
      await store().changeAppointment(NOBODY, 'reserved', { appointment: {}, order_status: null, at: TODAY }),
    ).toBeNull()
  })

  test('its order gets the event, is found by it, and its siblings show it', async () => {
    const order =
      orders.find((each, index) => index > 10 && (each.order.order_transaction?.orders.length ?? 0) > 1) ??
      at(orders, 3)
    const { appointment } = bookingOf(order)
    await store().reserveAppointment(bookingOf(order, { appointment }), TODAY)
    const changed = await store().changeAppointment(appointment.id, 'reserved', {
      appointment: { status: 'confirmed', event_status: 'scheduled' },
      order_status: 'appointment_scheduled',
      at: later(1000),
    })
    expect(changed).toEqual(await store().getAppointment(appointment.id))
    expect(changed?.appointment).toEqual({ ...appointment, status: 'confirmed', event_status: 'scheduled' })
    const after = (await store().getOrder(TEAM, order.order.id))?.order
    expect(lastLowLevelStatus(after?.events ?? [])).toBe('appointment_scheduled')
    expect(after?.updated_at).toBe(later(1000).toISOString())
    const search = {
      status: ['appointment_scheduled'],
      order_ids: [order.order.id],
      updated_start_date: later(1000).toISOString(),
    }
    expect((await store().searchOrders(TEAM, orderSearch.parse(search))).orders.map((each) => each.order)).toEqual([
      after,
    ])
    for (const { id } of order.order.order_transaction?.orders ?? []) {
      const sibling = (await store().getOrder(TEAM, id))?.order.order_transaction?.orders
      expect(sibling?.find((each) => each.id === order.order.id)?.low_level_status).toBe('appointment_scheduled')
    }
  })

  test('overdue are those whose confirmation or end has come, while nothing is decided', async () => {
    const [late, ended, early, done] = [
      bookingOf(at(orders, 20), { confirm_at: later(1000).toISOString() }),
      bookingOf(at(orders, 21), { give_up_at: later(1000).toISOString() }),
      bookingOf(at(orders, 22), { confirm_at: later(1001).toISOString() }),
      bookingOf(at(orders, 23), { confirm_at: later(0).toISOString() }),
    ] as const
    for (const record of [late, ended, early, done]) await store().reserveAppointment(record, TODAY)
    await store().changeAppointment(late.appointment.id, 'reserved', {
      appointment: { status: 'pending' },
      order_status: null,
      at: TODAY,
    })
    await store().changeAppointment(done.appointment.id, 'reserved', {
      appointment: { status: 'confirmed' },
      order_status: null,
      at: TODAY,
    })
    const overdue = await store().overdueAppointments(later(1000))
    expect(overdue).toEqual(expect.arrayContaining([late.appointment.id, ended.appointment.id]))
    expect(overdue).not.toContain(early.appointment.id)
    expect(overdue).not.toContain(done.appointment.id)
  })
}
