/** Spec, endpoint 13: every filter finds what it says, and nothing else. Run by lib/service/conformance/*.test.ts. */

import type { Order } from '#lib/domains/orders/order.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { ORDER_METHODS } from '#lib/kernel/values.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const list = under('13. List orders')
const gap = (name: string) => under(`Gap "${name}"`)

const ids = (orders: Order[]) => orders.map(({ id }) => id)
const lowOf = ({ events }: Order) => events.at(-1)?.status.split('.')[2] ?? ''

/** The orders that a filter finds are those of all that fit, in the same order; and some there are. */
async function finds(kit: Kit, query: QueryValues, fits: (order: Order) => boolean) {
  const expected = (await kit.orders()).filter(fits)
  kit.expect(expected.length).toBeGreaterThan(0)
  kit.expect(ids(await kit.allOrders(query))).toEqual(ids(expected))
}

async function findsNothing(kit: Kit, query: QueryValues) {
  kit.expect(await kit.allOrders(query)).toEqual([])
}

async function refusedAt({ call, refused, expect }: Kit, query: QueryValues, place: string) {
  expect(refused(await call('GET', '/v3/orders', { query }), 422)).toEqual([place])
}

/** An order whose patient has another name than whoever receives its parcels. */
async function someOrder(kit: Kit) {
  for (const order of await kit.orders()) {
    const reply = await kit.call('GET', `/v2/user/${order.user_id}/info/latest`)
    const { first_name, last_name } = kit.ok(endpoints.get_latest_user_info, reply)
    const patient = `${first_name} ${last_name}`
    const recipient = order.patient_address?.receiver_name ?? ''
    if (recipient !== '' && recipient !== patient) return { order, patient, recipient }
  }
  throw new Error('No order goes to somebody else.')
}

export const orderFilters: Statement[] = [
  list('status: any of several low-level statuses, the newest event decides', async (kit) => {
    for (const status of [['completed'], ['with_customer', 'transit_lab'], ['appointment_pending']]) {
      await finds(kit, { status }, (order) => status.includes(lowOf(order)))
    }
  }),

  under('Versioning 2')('a status or method that nobody knows finds nothing and is no error', async (kit) => {
    await findsNothing(kit, { status: ['of_2031'] })
    await findsNothing(kit, { order_type: ['drone'] })
  }),

  list('order_type: any of several methods', async (kit) => {
    for (const method of ORDER_METHODS)
      await finds(kit, { order_type: [method] }, ({ details }) => details.type === method)
    const two = ['testkit', 'walk_in_test']
    await finds(kit, { order_type: two }, ({ details }) => two.includes(details.type))
  }),

  list('is_critical: those that are, and those that are not', async (kit) => {
    await finds(kit, { is_critical: true }, ({ interpretation }) => interpretation === 'critical')
    await finds(kit, { is_critical: false }, ({ interpretation }) => interpretation !== 'critical')
    await refusedAt(kit, { is_critical: 'maybe' }, 'query.is_critical')
  }),

  list('interpretation: one of three', async (kit) => {
    for (const wanted of ['normal', 'abnormal', 'critical']) {
      await finds(kit, { interpretation: wanted }, ({ interpretation }) => interpretation === wanted)
    }
    await refusedAt(kit, { interpretation: 'odd' }, 'query.interpretation')
  }),

  gap('interpretation filter `unknown`')('finds orders without one', async (kit) => {
    await finds(kit, { interpretation: 'unknown' }, ({ interpretation }) => !interpretation)
  }),

  list('order_activation_types: current and scheduled share all orders', async (kit) => {
    const everything = ids(await kit.orders())
    const [current, scheduled, both] = await Promise.all(
      [['current'], ['scheduled'], ['current', 'scheduled']].map((order_activation_types) =>
        kit.allOrders({ order_activation_types }),
      ),
    )
    kit.expect(scheduled?.length ?? 0).toBeGreaterThan(0)
    kit.expect(new Set(scheduled?.map(lowOf))).toEqual(new Set(['ordered']))
    kit.expect([...ids(current ?? []), ...ids(scheduled ?? [])].sort()).toEqual(everything.toSorted())
    kit.expect(ids(both ?? [])).toEqual(everything)
    await refusedAt(kit, { order_activation_types: ['later'] }, 'query.order_activation_types.0')
  }),

  list('user_id: that user’s orders', async (kit) => {
    const { order } = await someOrder(kit)
    await finds(kit, { user_id: order.user_id }, ({ user_id }) => user_id === order.user_id)
    await findsNothing(kit, { user_id: NOBODY })
    await refusedAt(kit, { user_id: 'somebody' }, 'query.user_id')
  }),

  list('order_ids: any of several', async (kit) => {
    const wanted = ids(await kit.orders()).filter((_, index) => index % 100 === 7)
    await finds(kit, { order_ids: [...wanted, NOBODY] }, ({ id }) => wanted.includes(id))
    await refusedAt(kit, { order_ids: [NOBODY, 'x'] }, 'query.order_ids.1')
  }),

  list('order_transaction_id: the orders of one transaction', async (kit) => {
    const two = (await kit.orders()).find(({ order_transaction }) => (order_transaction?.orders.length ?? 0) > 1)
    const id = two?.order_transaction?.id ?? ''
    await finds(kit, { order_transaction_id: id }, ({ order_transaction }) => order_transaction?.id === id)
    kit.expect((await kit.allOrders({ order_transaction_id: id })).length).toBeGreaterThan(1)
    await refusedAt(kit, { order_transaction_id: 'x' }, 'query.order_transaction_id')
  }),

  list('patient_name', async (kit) => {
    const { order, patient, recipient } = await someOrder(kit)
    kit.expect(ids(await kit.allOrders({ patient_name: patient }))).toContain(order.id)
    kit.expect(ids(await kit.allOrders({ patient_name: patient, user_id: order.user_id, size: 1 }))).toContain(order.id)
    kit.expect(ids(await kit.allOrders({ patient_name: recipient, user_id: order.user_id }))).not.toContain(order.id)
    await findsNothing(kit, { patient_name: 'No Such Person' })
  }),

  list('shipping_recipient_name', async (kit) => {
    const { recipient } = await someOrder(kit)
    const has = ({ patient_address }: Order) => patient_address?.receiver_name?.includes(recipient) ?? false
    await finds(kit, { shipping_recipient_name: recipient }, has)
    await findsNothing(kit, { shipping_recipient_name: 'No Such Person' })
  }),

  list('search_input: order id, user id, patient name, birth date and recipient', async (kit) => {
    const { order, patient, recipient } = await someOrder(kit)
    const dob = order.patient_details?.dob ?? ''
    for (const search_input of [order.id, order.user_id, patient, dob, recipient]) {
      kit.expect(ids(await kit.allOrders({ search_input }))).toContain(order.id)
    }
    await finds(kit, { search_input: order.id }, ({ id }) => id === order.id)
    await finds(kit, { search_input: order.user_id }, ({ user_id }) => user_id === order.user_id)
    await findsNothing(kit, { search_input: 'No Such Thing' })
  }),

  gap('text search')('any part of a text, whatever the case; marks mean themselves', async (kit) => {
    const { order, recipient } = await someOrder(kit)
    const part = recipient.slice(1, -1)
    for (const search_input of [part.toUpperCase(), ` ${part}  `, order.id.slice(3, 20).toUpperCase()]) {
      kit.expect(ids(await kit.allOrders({ search_input }))).toContain(order.id)
    }
    const [first = '', ...rest] = recipient.split(' ')
    const [year, month, day] = (order.patient_details?.dob ?? '').split('-')
    const typed = [
      `${rest.join(' ')}, ${first}`,
      `\u202d${first}\u00a0\u2009${rest.join(' ')}\u202c`,
      `“${recipient}”`,
      recipient.replaceAll(' ', ''),
    ]
    for (const search_input of [
      ...typed,
      `#${order.id.slice(0, 8)}`,
      `${month}/${day}/${year}`,
      `${day}.${month}.${year}`,
    ]) {
      kit.expect(ids(await kit.allOrders({ search_input, user_id: order.user_id }))).toContain(order.id)
    }
    for (const search_input of ['%', '_', '\\', 'a%b', '*']) await findsNothing(kit, { search_input })
    kit.expect(await kit.allOrders({ search_input: '' })).toEqual(await kit.allOrders({}))
  }),

  list('all filters are optional, and hold together', async (kit) => {
    const query = {
      order_type: ['testkit'],
      interpretation: 'normal',
      order_activation_types: ['current'],
      status: ['completed'],
    }
    await finds(
      kit,
      query,
      (order) => order.details.type === 'testkit' && order.interpretation === 'normal' && lowOf(order) === 'completed',
    )
    await findsNothing(kit, { interpretation: 'normal', is_critical: true })
  }),
]
