/** Which visits the worklist has as problems, and how their orders are found. */
import { expect, test } from 'vitest'
import { memoryRecords } from '#lib/console/records.ts'
import type { OrderQuery } from '#lib/console/sources.ts'
import type { Booking, BookingState } from '#lib/domains/bookings/booking.ts'
import { createWorklist } from '#lib/domains/orders/console/worklist.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { createOverview } from './overview.ts'

const NOW = Date.parse('2026-11-21T08:00:00Z')
const METHOD = 'at_home_phlebotomy'
const idOf = (place: number) => `6d0f6a4e-000${place}-4c47-8ace-5589bb58a797`

function orderAt(place: number, ...statuses: string[]) {
  const events = statuses.map((status, id) => {
    const high = status === 'cancelled' ? 'cancelled' : 'collecting_sample'
    return { id, created_at: `2026-11-20T0${id}:00:00Z`, status: `${high}.${METHOD}.${status}` }
  })
  return makeOrder({ id: idOf(place), events, lab_test: { name: 'Lipids', method: METHOD }, details: { type: METHOD } })
}

function bookingOf(place: number, state: BookingState, isByHand = false): Booking {
  const by = { id: 'r', name: 'Rosa Adeyemi' }
  return {
    ...{ id: idOf(place), order_id: idOf(place), state, version: 2, asked_at: '2026-11-20T00:00:00Z' },
    ...{ answered_at: null, asked_by: by, gives_up_at: null, start_at: null, end_at: null, iana_timezone: null },
    ...{ provider: null, said: { state: isByHand ? 'confirmed' : state, at: '2026-11-20T00:00:01Z' } },
    entered: isByHand ? { at: '2026-11-20T09:00:00Z', by } : null,
  }
}

const ORDERS = [
  orderAt(1, 'requisition_created', 'cancelled'),
  orderAt(2, 'requisition_created', 'appointment_scheduled'),
  orderAt(3, 'requisition_created', 'appointment_scheduled', 'cancelled'),
  orderAt(4, 'requisition_created', 'cancelled'),
  orderAt(5, 'requisition_created', 'appointment_cancelled'),
  orderAt(6, 'requisition_created', 'appointment_cancelled'),
]
const BOOKINGS = [
  bookingOf(1, 'confirmed'),
  bookingOf(2, 'cancelled', true),
  bookingOf(4, 'cancelled'),
  bookingOf(6, 'confirmed', true),
  // Their orders are gone with their user.
  bookingOf(7, 'confirmed'),
  bookingOf(8, 'cancelled', true),
]

test('visits that outlive their orders or were canceled here alone are work; what somebody booked again isn’t', async () => {
  const asked: OrderQuery[] = []
  const { problems } = createOverview({
    limits: async () => STUCK_DAYS,
    bookings: async () => BOOKINGS,
    now: () => new Date(NOW),
    source: {
      async searchOrders(_, query) {
        asked.push(query)
        const { order_ids, status, updated_end_date } = query
        const low = (order: (typeof ORDERS)[number]) => order.events.at(-1)?.status.split('.').at(-1) ?? ''
        const orders = ORDERS.filter((order) =>
          order_ids ? order_ids.includes(order.id) : !updated_end_date && status?.includes(low(order)),
        )
        return { orders, total: orders.length }
      },
    },
  })
  const worklist = createWorklist({ problems, store: memoryRecords(), now: () => new Date(NOW) })
  const { items, counts } = await worklist.list('sandbox', { filter: 'all', check: 'first', limit: 50, viewer_id: '' })
  const found = items.map(({ order_id, kind, visit }) => [order_id, kind, visit?.entered_by, visit?.booking_id])
  expect(found.toSorted()).toEqual([
    [idOf(1), 'visit_stands', null, idOf(1)],
    [idOf(2), 'appointment_cancelled', 'Rosa Adeyemi', idOf(2)],
    [idOf(3), 'visit_stands', null, null],
    [idOf(5), 'appointment_cancelled', undefined, undefined],
    [idOf(7), 'visit_stands', null, idOf(7)],
  ])
  expect(counts).toEqual({ all: 5, visit_stands: 3, appointment_cancelled: 2 })
  expect(asked.flatMap(({ order_ids }) => order_ids ?? [])).toEqual([idOf(1), idOf(2), idOf(6), idOf(7), idOf(8)])
})

test('an order that waits as it did when its visit was canceled here is work once: by its visit', async () => {
  const [, scheduled] = ORDERS
  const { overview } = createOverview({
    limits: async () => STUCK_DAYS,
    bookings: async () => BOOKINGS,
    now: () => new Date(NOW),
    source: {
      async searchOrders(_, { status, updated_end_date }) {
        const orders = scheduled && updated_end_date && status?.includes('appointment_scheduled') ? [scheduled] : []
        return { orders, total: orders.length }
      },
    },
  })
  const { stuck } = await overview('sandbox', 'UTC')
  expect(stuck.some(({ statuses }) => statuses.includes('appointment_scheduled'))).toBe(true)
  expect(stuck.map(({ count }) => count)).toEqual(stuck.map(() => 0))
})
