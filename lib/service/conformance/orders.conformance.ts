/** Spec, endpoint 13 and "Order": what an order is, pages and sorting. Run by lib/service/conformance/*.test.ts. */

import type { Order } from '#lib/domains/orders/order.ts'
import { parseEventStatus } from '#lib/domains/orders/status/status.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import {
  HIGH_LEVEL_STATUSES,
  LOW_LEVEL_STATUSES,
  ORDER_METHODS,
  ORDER_ORIGINS,
  TRANSACTION_STATUSES,
} from '#lib/kernel/values.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { type Kit, type Statement, under } from './kit.testing.ts'

const list = under('13. List orders')
const limits = under('Limits')
const order = under('Order')
const gap = (name: string) => under(`Gap "${name}"`)

async function send({ call }: Kit, query: QueryValues) {
  return call('GET', '/v3/orders', { query })
}

async function page(kit: Kit, query: QueryValues = {}) {
  return kit.ok(endpoints.list_orders, await send(kit, query))
}

const ids = (orders: Order[]) => orders.map(({ id }) => id)
const lowOf = ({ events }: Order) => events.at(-1)?.status.split('.')[2] ?? ''
const all = (values: Iterable<unknown>) => [...new Set(values)].sort()

export const orders: Statement[] = [
  list('orders, total, page and size, fifty by default', async (kit) => {
    const first = await page(kit)
    kit.expect(first).toMatchObject({ page: 1, size: 50, total: (await kit.orders()).length })
    kit.expect(first.orders).toHaveLength(50)
    kit.expect(Object.keys(first).sort()).toEqual(['orders', 'page', 'size', 'total'])
  }),

  list('pages together are every order, once', async (kit) => {
    const found = await kit.orders()
    kit.expect(new Set(ids(found)).size).toBe(found.length)
    const [third, beyond] = [await page(kit, { page: 3, size: 10 }), await page(kit, { page: 9_999_999, size: 100 })]
    kit.expect(ids(third.orders)).toEqual(ids(found.slice(20, 30)))
    kit.expect(beyond).toMatchObject({ orders: [], total: found.length })
  }),

  limits('`size` of list orders is 1 to 100', async (kit) => {
    kit.expect((await page(kit, { size: 100 })).orders).toHaveLength(100)
    kit.expect((await page(kit, { size: 1 })).orders).toHaveLength(1)
    for (const size of [0, 101, -5, 1.5, 'x', '']) {
      kit.expect(kit.refused(await send(kit, { size }), 422)).toEqual(['query.size'])
    }
  }),

  limits('`page` of list orders is at least 1', async (kit) => {
    for (const number of [0, -1, 1.5, 'x', '99999999999999999999']) {
      kit.expect(kit.refused(await send(kit, { page: number }), 422)).toEqual(['query.page'])
    }
  }),

  order('every field of the specification', async (kit) => {
    const found = await kit.orders()
    kit.have(
      'id team_id user_id patient_details priority patient_address details lab_test sample_id notes created_at updated_at status events origin order_transaction interpretation',
      ...found,
    )
    kit.have('dob gender', ...found.map((each) => each.patient_details))
    const address = 'receiver_name first_line second_line city state zip country phone_number'
    kit.have(address, ...found.map((each) => each.patient_address))
    kit.have('type data', ...found.map((each) => each.details))
    kit.have('name description method', ...found.map((each) => each.lab_test))
    kit.have('id created_at status', ...found.flatMap((each) => each.events))
    kit.have('id status orders', ...found.map((each) => each.order_transaction))
    const siblings = found.flatMap((each) => each.order_transaction?.orders ?? [])
    kit.have('id created_at updated_at low_level_status low_level_status_created_at origin', ...siblings)
  }),

  order('a test kit that was sent has a shipment', async (kit) => {
    const kits = (await kit.orders()).filter(({ details }) => details.type === 'testkit')
    kit.have('id shipment created_at updated_at', ...kits.map(({ details }) => details.data))
    const shipments = kits.flatMap(({ details }) => (details.data?.shipment ? [details.data.shipment] : []))
    kit.have(
      'id outbound_tracking_number outbound_tracking_url inbound_tracking_number inbound_tracking_url outbound_courier inbound_courier notes created_at updated_at',
      ...shipments,
    )
    kit.expect(shipments.length).toBeGreaterThan(100)
  }),

  order('every method, every low-level status and every interpretation is there', async (kit) => {
    const found = await kit.orders()
    kit.expect(all(found.map(({ details }) => details.type))).toEqual(all(ORDER_METHODS))
    kit
      .expect(all(found.flatMap(({ events }) => events.map(({ status }) => status.split('.')[2]))))
      .toEqual(all(LOW_LEVEL_STATUSES))
    kit
      .expect(all(found.map(({ interpretation }) => interpretation ?? 'none')))
      .toEqual(all(['normal', 'abnormal', 'critical', 'none']))
  }),

  order('an event reads <high_level>.<method>.<low_level_status>', async (kit) => {
    const wrong = (await kit.orders()).filter(({ events, details }) =>
      events.some(({ status }) => parseEventStatus(status)?.method !== details.type),
    )
    kit.expect(wrong).toEqual([])
  }),

  gap('high-level order statuses')('six, and the status of an order is that of its newest event', async (kit) => {
    const found = await kit.orders()
    kit.expect(all(found.map(({ status }) => status))).toEqual(all(HIGH_LEVEL_STATUSES))
    kit.expect(found.filter(({ status, events }) => events.at(-1)?.status.split('.')[0] !== status)).toEqual([])
  }),

  gap('order details of other methods')(
    'the type is the method; id and times, and an appointment where there is one',
    async (kit) => {
      const others = (await kit.orders()).filter(({ details }) => details.type !== 'testkit')
      kit.have('id created_at updated_at', ...others.map(({ details }) => details.data))
      const booked = others.filter(({ events }) => events.some(({ status }) => status.includes('.appointment_')))
      kit.have('appointment_id', ...booked.map(({ details }) => details.data))
      kit.expect(booked.length).toBeGreaterThan(10)
    },
  ),

  gap('order transaction')('three statuses and three origins', async (kit) => {
    const found = await kit.orders()
    kit.expect(all(found.map(({ order_transaction }) => order_transaction?.status))).toEqual(all(TRANSACTION_STATUSES))
    kit.expect(all(found.map(({ origin }) => origin))).toEqual(all(ORDER_ORIGINS))
  }),

  gap('order of orders')('newest first unless asked otherwise', async (kit) => {
    const created = (await kit.orders()).map(({ created_at }) => Date.parse(created_at))
    kit.expect(created).toEqual(created.toSorted((a, b) => b - a))
    kit.expect(ids((await page(kit, { order_key: 'created_at' })).orders)).toEqual(ids((await page(kit)).orders))
  }),

  list('order_key and order_direction sort', async (kit) => {
    const oldest = await kit.allOrders({ order_key: 'created_at', order_direction: 'asc' })
    const created = oldest.map(({ created_at }) => Date.parse(created_at))
    kit.expect(created).toEqual(created.toSorted((a, b) => a - b))
    for (const [order_direction, sign] of [
      ['asc', 1],
      ['desc', -1],
    ] as const) {
      const lows = (await kit.allOrders({ order_key: 'last_status', order_direction })).map(lowOf)
      kit.expect(lows).toEqual(lows.toSorted((a, b) => sign * (a < b ? -1 : Number(a > b))))
    }
    const [up, down] = await Promise.all(
      ['asc', 'desc'].map((order_direction) => kit.allOrders({ order_key: 'patient_name', order_direction })),
    )
    kit.expect(up?.[0]?.user_id).not.toBe(down?.[0]?.user_id)
    kit.expect(all(ids(up ?? []))).toEqual(all(ids(down ?? [])))
  }),

  list('sorted by patient name: those of one person stand together', async (kit) => {
    const names = await namesOfPatients(kit, await kit.allOrders({ order_key: 'patient_name', order_direction: 'asc' }))
    kit.expect(names.length).toBeGreaterThan(100)
    kit.expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
  }),

  list('order_key and order_direction are closed sets', async (kit) => {
    for (const field of ['order_key', 'order_direction']) {
      for (const wrong of ['price', 'ASC', '']) {
        kit.expect(kit.refused(await send(kit, { [field]: wrong }), 422)).toEqual([`query.${field}`])
      }
    }
  }),
]

/** Lower-case names as the orders run, as far as every fifth user tells them. */
async function namesOfPatients(kit: Kit, found: Order[]): Promise<string[]> {
  const names = new Map<string, string>()
  for (const { user_id } of (await kit.users()).filter((_, index) => index % 5 === 0)) {
    const reply = await kit.call('GET', `/v2/user/${user_id}/info/latest`)
    if (reply.status !== 200) continue
    const { first_name, last_name } = kit.ok(endpoints.get_latest_user_info, reply)
    names.set(user_id, `${first_name} ${last_name}`.toLowerCase())
  }
  return found.flatMap(({ user_id }) => names.get(user_id) ?? [])
}
