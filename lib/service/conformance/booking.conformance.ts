/**
 * Spec, endpoint 11, and "Appointment". What takes longer than seconds is proved with a clock of the test's own.
 * Run by lib/service/conformance/*.test.ts.
 */
import { type Appointment, SYNC_TIMEOUT } from '#lib/domains/bookings/appointment.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const book = under('11. Book phlebotomy appointment')
const limits = under('Limits')
const transitions = under('States and transitions')
const gap = (name: string) => under(`Gap "${name}"`)

const FIELDS =
  'id user_id order_id address location start_at end_at type provider status event_status provider_id can_reschedule events order_transaction_id iana_timezone external_id appointment_notes event_data'

const lowOf = ({ events }: Order) => events.at(-1)?.status.split('.')[2] ?? ''

/** Orders of a draw at home without an appointment. */
function takeOpen(kit: Kit) {
  const open = ['ordered', 'requisition_created', 'requisition_bypassed', 'appointment_cancelled']
  return kit.takeOrder((order) => order.details.type === 'at_home_phlebotomy' && open.includes(lowOf(order)))
}

async function send({ call }: Kit, order_id: string, body: unknown) {
  return call('POST', `/v3/order/${order_id}/phlebotomy/appointment/book`, { body })
}

async function booked(kit: Kit, order_id: string, body: object): Promise<Appointment> {
  return kit.ok(endpoints.book_phlebotomy_appointment, await send(kit, order_id, body))
}

async function orderNow({ call, ok }: Kit, id: string): Promise<Order> {
  const [order] = ok(endpoints.list_orders, await call('GET', '/v3/orders', { query: { order_ids: [id] } })).orders
  if (!order) throw new Error('The order is gone.')
  return order
}

async function refusedAt(kit: Kit, fields: object, place: string) {
  const { id } = await kit.takeOrderOnce('refused bookings', () => takeOpen(kit))
  const reply = await send(kit, id, { booking_key: 'sandbox_confirm', ...fields })
  kit.expect([...new Set(kit.refused(reply, 422))]).toEqual([place])
}

const SYNC = 'sync_confirmation_timeout_millisecond'
const ASYNC = 'async_confirmation_timeout_millisecond'

export const booking: Statement[] = [
  book('confirmed within the call: the appointment, every field', async (kit) => {
    const order = await takeOpen(kit)
    const appointment = await booked(kit, order.id, {
      booking_key: 'sandbox_confirm_0830',
      appointment_notes: 'Ring twice.',
    })
    kit.have(FIELDS, appointment)
    kit.have('first_line second_line city state zip_code unit access_notes', appointment.address)
    kit.have('lng lat', appointment.location)
    kit.expect(appointment).toMatchObject({
      order_id: order.id,
      user_id: order.user_id,
      order_transaction_id: order.order_transaction?.id ?? null,
      type: 'phlebotomy',
      appointment_notes: 'Ring twice.',
      address: { zip_code: order.patient_address?.zip, state: order.patient_address?.state },
    })
    const [start, end] = [appointment.start_at, appointment.end_at].map((at) => Date.parse(at ?? ''))
    kit.expect(appointment.start_at ?? '').toMatch(/Z$/)
    kit.expect(start).toBeGreaterThan(Date.now())
    kit.expect(end).toBeGreaterThan(start ?? 0)
  }),

  gap('appointment transitions')(
    'a confirmed booking is `confirmed` and `scheduled`, and its order says so',
    async (kit) => {
      const order = await takeOpen(kit)
      const appointment = await booked(kit, order.id, { booking_key: 'sandbox_confirm' })
      kit.expect(appointment).toMatchObject({ status: 'confirmed', event_status: 'scheduled', can_reschedule: true })
      kit.have('id created_at status data', ...(appointment.events ?? []))
      const now = await orderNow(kit, order.id)
      kit.expect(now.status).toBe('collecting_sample')
      kit.expect(now.events).toHaveLength(order.events.length + 1)
      kit.expect(now.events.at(-1)?.status).toBe('collecting_sample.at_home_phlebotomy.appointment_scheduled')
      kit.expect(now.details.data).toMatchObject({ appointment_id: appointment.id })
      const entry = now.order_transaction?.orders.find(({ id }) => id === order.id)
      kit.expect(entry?.low_level_status).toBe('appointment_scheduled')
    },
  ),

  book('a confirmation that is late within the call is waited for', async (kit) => {
    const { id } = await takeOpen(kit)
    const start = Date.now()
    kit.expect((await booked(kit, id, { booking_key: 'sandbox_slow_400' })).status).toBe('confirmed')
    kit.expect(Date.now() - start).toBeGreaterThanOrEqual(395)
  }),

  under('Errors')(
    'without async_confirmation and without confirmation: 500, and no appointment is made',
    async (kit) => {
      const order = await takeOpen(kit)
      kit.expect(kit.refused(await send(kit, order.id, { booking_key: 'sandbox_fail' }), 500)).toEqual([])
      kit.expect(await orderNow(kit, order.id)).toEqual(order)
      kit.expect((await booked(kit, order.id, { booking_key: 'sandbox_confirm' })).status).toBe('confirmed')
    },
  ),

  transitions('async: pending when confirmation is late, confirmed when it comes', async (kit) => {
    const { id } = await takeOpen(kit)
    const start = Date.now()
    const pending = await booked(kit, id, { booking_key: 'sandbox_slow_4000', async_confirmation: true, [SYNC]: 1000 })
    const took = Date.now() - start
    kit.expect(took).toBeGreaterThanOrEqual(995)
    kit.expect(pending).toMatchObject({ status: 'pending', event_status: 'pending', can_reschedule: false })
    kit.expect(lowOf(await orderNow(kit, id))).toBe('appointment_pending')
    await kit.until(async () => lowOf(await orderNow(kit, id)) === 'appointment_scheduled', 'the late confirmation')
    const events = (await orderNow(kit, id)).events.map(({ status }) => status.split('.')[2])
    kit.expect(events.slice(-2)).toEqual(['appointment_pending', 'appointment_scheduled'])
  }),

  transitions('async: a confirmation in time is answered at once', async (kit) => {
    const { id } = await takeOpen(kit)
    const timeouts = { async_confirmation: true, [SYNC]: 10_000, [ASYNC]: 60_000 }
    kit.expect((await booked(kit, id, { booking_key: 'sandbox_slow_200', ...timeouts })).status).toBe('confirmed')
  }),

  limits('the synchronous wait is 2,500 ms by default', async (kit) => {
    const { id } = await takeOpen(kit)
    const start = Date.now()
    const timeouts = { async_confirmation: true, [SYNC]: null, [ASYNC]: null }
    kit.expect((await booked(kit, id, { booking_key: 'sandbox_fail', ...timeouts })).status).toBe('pending')
    const took = Date.now() - start
    kit.expect(took).toBeGreaterThanOrEqual(2495)
    // Less than the longest that can be asked for, on a machine that has much else to do.
    kit.expect(took).toBeLessThan(SYNC_TIMEOUT.max)
  }),

  limits('sync_confirmation_timeout_millisecond: 1000 to 10000', async (kit) => {
    for (const wrong of [999, 10_001, 0, -1, 1000.5, '2000', true]) {
      await refusedAt(kit, { async_confirmation: true, [SYNC]: wrong }, `body.${SYNC}`)
    }
    for (const right of [1000, 10_000]) {
      const { id } = await takeOpen(kit)
      await booked(kit, id, { booking_key: 'sandbox_confirm', async_confirmation: true, [SYNC]: right })
    }
  }),

  limits('async_confirmation_timeout_millisecond: 60000 to 172800000', async (kit) => {
    for (const wrong of [59_999, 172_800_001, 0, '60000']) {
      await refusedAt(kit, { async_confirmation: true, [ASYNC]: wrong }, `body.${ASYNC}`)
    }
    for (const right of [60_000, 172_800_000]) {
      const { id } = await takeOpen(kit)
      await booked(kit, id, { booking_key: 'sandbox_confirm', async_confirmation: true, [ASYNC]: right })
    }
  }),

  book('timeouts only with async_confirmation true', async (kit) => {
    for (const field of [SYNC, ASYNC]) {
      const value = field === SYNC ? 2000 : 60_000
      await refusedAt(kit, { [field]: value }, `body.${field}`)
      await refusedAt(kit, { async_confirmation: false, [field]: value }, `body.${field}`)
    }
    const { id } = await takeOpen(kit)
    await booked(kit, id, { booking_key: 'sandbox_confirm', [SYNC]: null, [ASYNC]: null })
  }),

  limits('`appointment_notes` has at most 1,000 characters', async (kit) => {
    await refusedAt(kit, { appointment_notes: 'x'.repeat(1001) }, 'body.appointment_notes')
    const { id } = await takeOpen(kit)
    const appointment_notes = 'x'.repeat(1000)
    kit
      .expect(await booked(kit, id, { booking_key: 'sandbox_confirm', appointment_notes }))
      .toMatchObject({ appointment_notes })
  }),

  book('`booking_key` is required, `async_confirmation` a boolean', async (kit) => {
    for (const booking_key of [undefined, null, '', 7]) await refusedAt(kit, { booking_key }, 'body.booking_key')
    await refusedAt(kit, { async_confirmation: 'true' }, 'body.async_confirmation')
  }),

  gap('booking key')('one that was never offered: 400', async (kit) => {
    const { id } = await takeOpen(kit)
    for (const booking_key of ['abc', 'sandbox_slow_', 'sandbox_slow_1.5', 'SANDBOX_CONFIRM']) {
      kit.expect(kit.refused(await send(kit, id, { booking_key }), 400)).toEqual([])
    }
  }),

  gap('booking rules')('one open appointment an order: the second is 409', async (kit) => {
    const { id } = await takeOpen(kit)
    await booked(kit, id, { booking_key: 'sandbox_confirm' })
    kit.expect(kit.refused(await send(kit, id, { booking_key: 'sandbox_confirm' }), 409)).toEqual([])
    const scheduled = await kit.takeOrder((order) => lowOf(order) === 'appointment_scheduled')
    kit.expect(kit.refused(await send(kit, scheduled.id, { booking_key: 'sandbox_confirm' }), 409)).toEqual([])
  }),

  gap('booking rules')('of ten at once exactly one books', async (kit) => {
    const order = await takeOpen(kit)
    const keys = ['sandbox_confirm', 'sandbox_slow_150']
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(kit, order.id, { booking_key: keys[index % 2] })),
    )
    kit.expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    kit.expect((await orderNow(kit, order.id)).events).toHaveLength(order.events.length + 1)
  }),

  book('an order that nobody has, and an id that is none', async (kit) => {
    kit.expect(kit.refused(await send(kit, NOBODY, { booking_key: 'sandbox_confirm' }), 404)).toEqual([])
    kit.expect(kit.refused(await send(kit, 'x', { booking_key: 'sandbox_confirm' }), 422)).toEqual(['path.order_id'])
  }),
]
