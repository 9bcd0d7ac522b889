import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { bookingOf, draw, ORDER_ID } from '#components/bookings/book/booking.testing.ts'
import { mock, server } from '#components/testing/server.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { cityOf, locationOf, readVisited } from './visit-orders.ts'

function answer(orders: Order[]): number[] {
  const asked: number[] = []
  server.use(
    mock(listOrders, ({ request }) => {
      asked.push(new URL(request.url).searchParams.getAll('order_ids').length)
      return HttpResponse.json({ orders, total: orders.length, page: 1, size: 100 })
    }),
  )
  return asked
}

test('an address is one line, a hidden one is empty', () => {
  expect(locationOf(draw())).toBe('2715 Stout St, Denver, CO 80205')
  expect(locationOf(draw({ patient_address: { first_line: MASK, city: 'Denver', state: 'CO' } }))).toBe('')
  expect(locationOf(null)).toBe('')
  expect(cityOf(draw())).toBe('Denver, CO')
  expect(cityOf(draw({ patient_address: null }))).toBe('')
})

test('a visit has the state of the newest evidence, and an order is asked for once', async () => {
  const event = {
    id: 3,
    created_at: '2026-11-19T21:00:00Z',
    status: 'collecting_sample.at_home_phlebotomy.appointment_cancelled',
  }
  const asked = answer([draw({ events: [...draw().events, event] })])
  const found = await readVisited('sandbox', [bookingOf(), bookingOf({ state: 'completed' })])
  expect(found.map(({ state, order }) => [state, order?.id])).toEqual([
    ['cancelled', ORDER_ID],
    ['completed', ORDER_ID],
  ])
  expect(asked).toEqual([1])
})

test('two hundred and fifty visits take three calls, none no call', async () => {
  const asked = answer([])
  const ids = Array.from({ length: 250 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)
  await readVisited(
    'sandbox',
    ids.map((order_id) => bookingOf({ order_id })),
  )
  expect(asked.sort((a, b) => b - a)).toEqual([100, 100, 50])
  await readVisited('sandbox', [])
  expect(asked).toHaveLength(3)
})
