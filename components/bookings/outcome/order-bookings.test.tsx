import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { bookingOf, draw, ORDER_ID } from '#components/bookings/book/booking.testing.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listBookings, listVisitTimes } from '#lib/domains/bookings/booking.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { OrderBookings } from './order-bookings.tsx'

test.each([
  ['America/Denver', 'Tue 24 Nov 2026, 08:00 to 08:30 MST', 'Local time at the visit (America/Denver)'],
  ['Mars/Olympus', 'Tue 24 Nov 2026, 15:00 to 15:30 UTC', 'Your time (UTC)'],
])('a visit in %s says its date and whose time it is, on paper too', async (iana_timezone, time, zone) => {
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({
        bookings: [bookingOf({ iana_timezone })],
        total: 1,
        cancelled: 0,
        now: '2026-11-19T20:32:00Z',
      }),
    ),
    mock(listOrders, () => HttpResponse.json({ orders: [draw()], total: 1, page: 1, size: 50 })),
  )
  renderPage(<OrderBookings environment="sandbox" order_id={ORDER_ID} />)
  const line = await screen.findByText(time)
  expect(line.nextElementSibling?.textContent).toBe(zone)
  expect(screen.queryByText('15:00 to 15:30 UTC for you') !== null).toBe(iana_timezone === 'America/Denver')
  expect(line.closest('[class*="print:hidden"]')).toBeNull()
})

test.each([
  ['typed', '2026-11-24T15:00:00Z', 'Tue 24 Nov 2026, 08:00 MST'],
  ['not known', null, 'The visit time isn’t available.'],
])('the time of a visit booked elsewhere is %s', async (_, start_at, words) => {
  const time = {
    ...{ id: ORDER_ID, order_id: ORDER_ID, start_at, iana_timezone: start_at && 'America/Denver', version: 1 },
    ...{ note: 'By phone.', at: '2026-11-19T20:00:00Z', by: { id: 'a', name: 'Ana Ruiz' } },
  }
  const order = draw()
  const scheduled = {
    id: 9,
    created_at: '2026-11-18T08:00:00Z',
    status: 'collecting_sample.at_home_phlebotomy.appointment_scheduled',
  }
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings: [], total: 0, cancelled: 0, now: '2026-11-19T20:32:00Z' }),
    ),
    mock(listOrders, () =>
      HttpResponse.json({ orders: [{ ...order, events: [...order.events, scheduled] }], total: 1, page: 1, size: 50 }),
    ),
    mock(listVisitTimes, () => HttpResponse.json({ times: [time] })),
  )
  renderPage(<OrderBookings environment="sandbox" order_id={ORDER_ID} />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Typed' }) !== null).toBe(start_at !== null)
})
