import { act, screen, waitFor, within } from '@testing-library/react'
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
  expect(within(row).getByRole('link').textContent).toBe('Recipient Wren Halloran patient born 3 Feb 1982')
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
  expect(screen.getByText('Confirmed').closest('[data-tone]')?.getAttribute('data-tone')).toBe('closed')
})

test('a canceled order with a visit: its row says so in words, and the note names the patient before it is opened', async () => {
  shows(bookingOf())
  const canceled = { id: 3, created_at: '2026-11-20T08:00:00Z', status: 'cancelled.at_home_phlebotomy.cancelled' }
  const order = draw({ status: 'cancelled', events: [...draw().events, canceled] })
  const answer = { orders: [order], total: 1, page: 1, size: 100 }
  server.use(mock(listOrders, () => HttpResponse.json(answer)))
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />)
  expect(await screen.findByText('Order canceled, visit still booked.')).toBeDefined()
  const note = (await screen.findByRole('heading', { name: 'Order canceled, visit still booked 1' })).closest('details')
  if (!note) throw new Error('The note can’t be opened.')
  expect(note.open).toBe(false)
  expect(note.querySelector('summary')?.textContent).toContain('Wren Halloran patient born 3 Feb 1982')
  await userEvent.setup().click(screen.getByRole('heading', { name: /^Order canceled/ }))
  expect(note.open).toBe(true)
  expect(within(note).getByText('How to cancel or move a visit')).toBeDefined()
})

test('draws per day have no column for a day without any', async () => {
  shows(bookingOf())
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />)
  const card = await screen.findByRole('region', { name: 'Draws per day' })
  expect(
    within(card)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['City', 'Tue24', 'Total'])
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

test('a card of the week says its state and why it needs a look in a word, all of it to screen readers; a canceled time is struck', async () => {
  shows(bookingOf(), bookingOf({ id: OTHER, state: 'cancelled', said: null }))
  server.use(mock(listOrders, () => HttpResponse.json({ orders: [], total: 0, page: 1, size: 100 })))
  const search = '/sandbox/appointments?view=week&day=2026-11-24'
  renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />, { search })
  const words = await screen.findByText('Order not found', { selector: '[aria-hidden]' })
  const cards = screen.getAllByRole('listitem').filter((card) => card.querySelector('time'))
  const live = cards.find((card) => card.contains(words) && within(card).queryAllByRole('listitem').length === 0)
  expect(live?.textContent).toMatch(
    /^08:00 to 08:30MSTOrder not foundOrder not found, visit still booked\..*Visit confirmed$/,
  )
  expect(live?.querySelector('[data-tone=ok]')).toBeNull()
  expect(live?.textContent).not.toContain(ORDER_ID.slice(0, 8))
  const struck = screen
    .getAllByRole('button', { name: '08:00 to 08:30' })
    .map((stamp) => stamp.className.includes('line-through'))
  expect(struck).toEqual([true, false])
  expect(screen.getByRole('radio', { name: 'Patient’s time' })).toHaveProperty('checked', true)
})

test.each(['', '?view=week&day=2026-11-24'])(
  'a visit that has gone says so alone, struck and not counted (%s)',
  async (search) => {
    shows(bookingOf(), bookingOf({ id: OTHER }))
    const { client } = renderPage(<AppointmentsView environment="sandbox" first_weekday={1} failure={null} />, {
      search: `/sandbox/appointments${search}`,
    })
    const all = search ? '2 visits' : '2'
    await screen.findByText(all, { selector: 'h2 *' })
    shows(bookingOf())
    await act(() => client.invalidateQueries())
    const row = (await screen.findByText('No longer here')).closest('li')
    if (!row) throw new Error('The words are in no row.')
    expect(within(row).getByRole('button', { name: /^08:00/ }).className).toContain('line-through')
    expect(within(row).queryByText('Confirmed')).toBeNull()
    expect(screen.getAllByText('Confirmed')).toHaveLength(1)
    expect(screen.getByText(search ? '1 visit' : '1', { selector: 'h2 *' })).toBeDefined()
  },
)

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
