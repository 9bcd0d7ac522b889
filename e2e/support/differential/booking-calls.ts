/** Draws that are booked, and orders that move on by themselves, with good input and bad. */
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { CONSOLE, NOBODY, SERVICE } from './every-path.ts'
import { each } from './every-read.ts'
import type { Send } from './record.ts'

async function bookable(send: Send): Promise<string[]> {
  const query = 'order_type=at_home_phlebotomy&status=requisition_created&size=20&order_key=created_at'
  const { orders } = listOrders.response.parse(await send('GET', `${SERVICE}/v3/orders?${query}`))
  return orders.filter(({ events }) => events.at(-1)?.status.endsWith('requisition_created')).map(({ id }) => id)
}

const attempt = (turn: number) => `5f0c6d1e-1111-4222-8333-00000000000${turn}`

export async function bookDraws(send: Send) {
  const [first = '', second = '', third = '', fourth = ''] = await bookable(send)
  const book = (order_id: string, turn: number, body: object) =>
    send('POST', `${SERVICE}/v3/order/${order_id}/phlebotomy/appointment/book`, body, {
      [ATTEMPT_HEADER]: attempt(turn),
    })
  await book(first, 1, { booking_key: 'sandbox_confirm', appointment_notes: 'Ring twice.' })
  await book(first, 1, { booking_key: 'sandbox_confirm' })
  await book(first, 2, { booking_key: 'sandbox_confirm' })
  await book(second, 3, { booking_key: 'sandbox_slow_50', async_confirmation: false })
  // Long pending: it is neither settled nor given up while the sides are compared.
  const slow = { async_confirmation: true, async_confirmation_timeout_millisecond: 172_800_000 }
  await book(third, 4, {
    booking_key: 'sandbox_slow_90000000',
    ...slow,
    sync_confirmation_timeout_millisecond: 1000,
  })
  await book(third, 5, { booking_key: 'sandbox_confirm' })
  await book(fourth, 6, { booking_key: 'of_nobody' })
  await book(fourth, 7, { booking_key: '', sync_confirmation_timeout_millisecond: 5 })
  await book(fourth, 8, { booking_key: 'sandbox_fail', sync_confirmation_timeout_millisecond: 1000 })
  await book(NOBODY, 9, { booking_key: 'sandbox_confirm' })
  await each(send, 'GET', CONSOLE, [
    '/bookings/demo',
    '/bookings/demo?limit=2&offset=1',
    `/bookings/demo?order_id=${first}`,
  ])
  for (const turn of [1, 3, 4, 6, 8]) await send('GET', `${CONSOLE}/bookings/demo/${attempt(turn)}`)
  for (const [id, body] of [
    [attempt(1), { state: 'cancelled', note: 'The phlebotomist has called.', version: 2 }],
    [attempt(1), { state: 'cancelled', note: 'Too late.', version: 2 }],
    [attempt(4), { state: 'cancelled', note: ' ', version: 2 }],
    [NOBODY, { state: 'completed', note: 'Whose?', version: 1 }],
  ] as const)
    await send('POST', `${CONSOLE}/bookings/demo/${id}/state`, body)
  await each(send, 'GET', `${SERVICE}/v3/orders?order_ids=`, [first, second, third, fourth])
  for (const [order_id, body] of [
    [first, { status: 'draw_completed' }],
    [first, {}],
    [second, { status: 'partial_results', interpretation: 'critical' }],
    [second, { status: 'unheard_of' }],
    [third, { status: 'cancelled', after_event_id: 1 }],
    [NOBODY, {}],
  ] as const)
    await send('POST', `${CONSOLE}/simulation/demo/orders/${order_id}/events`, body)
  await send('DELETE', `${CONSOLE}/events/demo/999999999/body`)
  await each(send, 'GET', `${SERVICE}/v3/orders?order_ids=`, [first, second])
}
