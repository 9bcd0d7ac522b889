import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { draw, ORDER_ID } from '#components/bookings/book/booking.testing.ts'
import { mock } from '#components/testing/mock.ts'
import { server } from '#components/testing/server.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { cityOf, visitLocations } from './visit-orders.ts'

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

test('an address is one line; a hidden one is left out, and an order is asked for once', async () => {
  const asked = answer([draw()])
  expect(await visitLocations('sandbox', [{ order_id: ORDER_ID }, { order_id: ORDER_ID }])).toEqual(
    new Map([[ORDER_ID, '2715 Stout St, Denver, CO 80205']]),
  )
  expect(asked).toEqual([1])
  answer([draw({ patient_address: { first_line: MASK, city: 'Denver', state: 'CO' } })])
  expect(await visitLocations('sandbox', [{ order_id: ORDER_ID }])).toEqual(new Map())
  expect(cityOf(draw())).toBe('Denver, CO')
  expect(cityOf(draw({ patient_address: null }))).toBe('')
})

test('two hundred and fifty visits take three calls, none no call', async () => {
  const asked = answer([])
  const ids = Array.from({ length: 250 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)
  await visitLocations(
    'sandbox',
    ids.map((order_id) => ({ order_id })),
  )
  expect(asked.sort((a, b) => b - a)).toEqual([100, 100, 50])
  await visitLocations('sandbox', [])
  expect(asked).toHaveLength(3)
})
