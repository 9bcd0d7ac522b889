import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { bookingOf, draw, ORDER_ID, withEvent } from '#components/bookings/book/booking.testing.ts'
import { at, mock } from '#components/testing/mock.ts'
import { renderPage } from '#components/testing/render.tsx'
import { server } from '#components/testing/server.ts'
import { type Booking, listBookings } from '#lib/domains/bookings/booking.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { ElsewhereView } from './elsewhere-view.tsx'

const OTHER = '00000000-0000-4000-8000-00000000beef'
const scheduled = withEvent('appointment_scheduled')

function answer(orders: Order[], bookings: Booking[], total = orders.length) {
  server.use(
    mock(listOrders, () => HttpResponse.json({ orders, total, page: 1, size: 100 })),
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings, total: bookings.length, cancelled: 0, now: '2026-11-19T20:32:00Z' }),
    ),
  )
  renderPage(<ElsewhereView environment="sandbox" views={null} />)
}

test('an order with an appointment and no booking here is listed; one booked here is not; what was checked is said', async () => {
  answer([scheduled, { ...scheduled, id: OTHER }], [bookingOf({ order_id: OTHER })], 240)
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.textContent).toMatch(/Booked elsewhere.*Time unknown.*Lipid and A1c/)
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/sandbox/orders/${ORDER_ID}`)
  expect(screen.getByText('1 visit booked elsewhere')).toBeDefined()
  expect(screen.getByText(/^Checked the newest 2 of 240 orders/)).toBeDefined()
})

test('an appointment that is over, or an empty search, is no visit', async () => {
  answer([draw()], [])
  expect(await screen.findByText('No visits booked elsewhere')).toBeDefined()
  expect(screen.getByText(/^Checked 1 order whose/)).toBeDefined()
})

test('a search that fails says so and can be repeated', async () => {
  server.use(mock(listOrders, () => HttpResponse.json({ detail: 'down' }, { status: 400 })))
  renderPage(<ElsewhereView environment="sandbox" views={null} />)
  expect(await screen.findByRole('button', { name: /try again/i })).toBeDefined()
})
