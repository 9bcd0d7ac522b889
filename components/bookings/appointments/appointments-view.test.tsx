import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { bookingOf, draw, ORDER_ID } from '#components/bookings/book/booking.testing.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { AppointmentsView } from './appointments-view.tsx'

const { id: BOOKING_ID } = bookingOf()
const OTHER = '00000000-0000-4000-8000-00000000beef'

test('a row has its patient, test and city, of one call for all orders; canceled ones are told apart', async () => {
  const asked: string[][] = []
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({
        bookings: [bookingOf(), bookingOf({ id: OTHER, order_id: OTHER, state: 'cancelled' })],
        total: 2,
        cancelled: 1,
        now: '2026-11-19T20:32:00Z',
      }),
    ),
    mock(listOrders, ({ request }) => {
      asked.push(new URL(request.url).searchParams.getAll('order_ids'))
      return HttpResponse.json({ orders: [draw()], total: 1, page: 1, size: 100 })
    }),
  )
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />)
  const name = await screen.findByText('Wren Halloran')
  const row = name.closest('li')
  if (!(row instanceof HTMLElement)) throw new Error('The name is in no row.')
  expect(within(row).getByText('Lipid and A1c')).toBeDefined()
  expect(within(row).getByText('Denver, CO')).toBeDefined()
  expect(within(row).getByRole('link').getAttribute('href')).toContain(BOOKING_ID)
  expect(screen.getByText('1 draw, 1 canceled')).toBeDefined()
  expect(screen.getAllByText('order not found')).not.toHaveLength(0)
  expect(asked).toEqual([[OTHER, ORDER_ID].sort()])
})

test('a visit whose order the service no longer has may still take place, and says so', async () => {
  const bookings = [bookingOf(), bookingOf({ id: OTHER, order_id: OTHER, state: 'cancelled' })]
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings, total: 2, cancelled: 1, now: '2026-11-19T20:32:00Z' }),
    ),
    mock(listOrders, () => HttpResponse.json({ orders: [], total: 0, page: 1, size: 100 })),
  )
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />)
  expect(await screen.findAllByText('Order not found, visit still booked.')).toHaveLength(1)
})

test('without the orders the bookings stay, and the page says what is missing', async () => {
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings: [bookingOf()], total: 1, cancelled: 0, now: '2026-11-19T20:32:00Z' }),
    ),
    mock(listOrders, () => HttpResponse.json({ detail: 'down' }, { status: 400 })),
  )
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />)
  expect(await screen.findByText(/The orders didn’t load/)).toBeDefined()
  expect(screen.queryByText(/visit still booked/)).toBeNull()
  expect(screen.getByText('Confirmed')).toBeDefined()
})

test.each([
  ['America/Denver', '08:00 MST', 'Patient’s time24 Nov 2026, 08:00:00 MST'],
  ['Mars/Olympus', '15:00 UTC', 'You24 Nov 2026, 15:00:00 UTC'],
])('a visit in %s: its zone is readable, the exact instant at hand', async (iana_timezone, words, exact) => {
  shows(bookingOf({ iana_timezone }))
  const user = userEvent.setup()
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />)
  const stamp = await screen.findByRole('button', { name: words })
  await user.hover(stamp)
  expect((await screen.findByRole('tooltip')).textContent).toContain(exact)
  expect(screen.queryByText(/time zone of the visit unknown/) === null).toBe(iana_timezone === 'America/Denver')
})

test('in the week the exact instant is a key away from the card, which leads to the booking', async () => {
  shows(bookingOf())
  const search = '/sandbox/appointments?view=week&day=2026-11-24'
  const user = userEvent.setup()
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />, { search })
  const stamp = await screen.findByRole('button', { name: '08:00 to 08:30' })
  await user.hover(stamp)
  expect((await screen.findByRole('tooltip')).textContent).toContain('UTC24 Nov 2026, 15:00:00')
  expect((await screen.findByRole('link', { name: /Wren Halloran/ })).getAttribute('href')).toContain(BOOKING_ID)
})

test('a day goes on paper by city, without its canceled visits, once that is on record', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const reported: unknown[] = []
  server.use(
    mock(reportAction, async ({ request }) => {
      reported.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  shows(bookingOf(), bookingOf({ id: OTHER, order_id: OTHER }), bookingOf({ id: THIRD, state: 'cancelled' }))
  const user = userEvent.setup()
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />)
  await user.click(await screen.findByRole('button', { name: 'Print day sheets, Tue 24 Nov' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(reported).toMatchObject([{ action: 'print_orders', subjects: [OTHER, ORDER_ID] }])
  const sheets = [...document.querySelectorAll('[data-print-sheet]')].map(({ textContent }) => textContent)
  expect(sheets).toHaveLength(2)
  expect(sheets[0]).toMatch(/Day sheet: city not known, Tue 24 Nov1 visit\..*Order not found/)
  expect(sheets[1]).toMatch(
    /Day sheet: Denver, CO, Tue 24 Nov1 visit\..*08:00 to 08:30 MST.*Wren Halloran.*2715 Stout St/,
  )
  vi.unstubAllGlobals()
})

const THIRD = '00000000-0000-4000-8000-00000000cafe'

function shows(...bookings: ReturnType<typeof bookingOf>[]) {
  const answer = { bookings, total: bookings.length, cancelled: 0, now: '2026-11-19T20:32:00Z' }
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () => HttpResponse.json(answer)),
    mock(listOrders, () => HttpResponse.json({ orders: [draw()], total: 1, page: 1, size: 100 })),
  )
}
