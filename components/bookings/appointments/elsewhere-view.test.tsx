import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { bookingOf, draw, ORDER_ID, withEvent } from '#components/bookings/book/booking.testing.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import {
  type Booking,
  listBookings,
  listVisitTimes,
  typeVisitTime,
  type VisitTime,
} from '#lib/domains/bookings/booking.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { ElsewhereView } from './elsewhere-view.tsx'

const OTHER = '00000000-0000-4000-8000-00000000beef'
const scheduled = withEvent('appointment_scheduled')

const asksCanceled = (request: Request) => new URL(request.url).searchParams.getAll('status').includes('cancelled')
const NONE = { orders: [], total: 0, page: 1, size: 100 }

function answer(orders: Order[], bookings: Booking[], total = orders.length, canceled: Order[] = []) {
  server.use(
    mock(listOrders, ({ request }) =>
      HttpResponse.json(
        asksCanceled(request) ? { ...NONE, orders: canceled, total: canceled.length } : { ...NONE, orders, total },
      ),
    ),
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings, total: bookings.length, cancelled: 0, now: '2026-11-19T20:32:00Z' }),
    ),
  )
  renderPage(<ElsewhereView environment="sandbox" views={null} />)
}

test('an order with an appointment and no booking here is listed; one booked here is not; what was checked is said', async () => {
  answer([scheduled, { ...scheduled, id: OTHER }], [bookingOf({ order_id: OTHER })], 240)
  const link = await screen.findByRole('link')
  expect(link.getAttribute('href')).toBe(`/sandbox/orders/${ORDER_ID}`)
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(screen.getByText('Lipid and A1c')).toBeDefined()
  expect(screen.getByText('1+ visits booked elsewhere')).toBeDefined()
  expect(screen.getByText(/^Checked the newest 2 of 240 orders/)).toBeDefined()
})

test('a pending visit is counted apart: it isn’t booked', async () => {
  const status = 'collecting_sample.at_home_phlebotomy.appointment_pending'
  const pending = { ...scheduled, id: OTHER, events: [{ id: 9, created_at: '2026-11-19T12:00:00Z', status }] }
  answer([scheduled, pending], [])
  expect(await screen.findByText('1 visit booked elsewhere, 1 more pending')).toBeDefined()
  expect(screen.getAllByRole('row')).toHaveLength(3)
})

test('a canceled order whose visit stands is listed and says so; one whose visit is off is not', async () => {
  const cancel = { id: 9, created_at: '2026-11-19T13:00:00Z', status: 'cancelled.at_home_phlebotomy.cancelled' }
  const off = { ...cancel, id: 8, status: 'collecting_sample.at_home_phlebotomy.appointment_cancelled' }
  const stands = { ...scheduled, status: 'cancelled', events: [...scheduled.events, cancel] }
  answer([], [], 0, [stands, { ...stands, id: OTHER, events: [...scheduled.events, off, cancel] }])
  expect(await screen.findByText('1 visit booked elsewhere')).toBeDefined()
  expect(screen.getByText('Order canceled, visit still booked.')).toBeDefined()
  expect(screen.getAllByRole('row')).toHaveLength(2)
})

test('older orders are checked on request, with their own bookings', async () => {
  const user = userEvent.setup()
  const order_ids: string[][] = []
  server.use(
    mock(listOrders, ({ request }) => {
      if (asksCanceled(request)) return HttpResponse.json(NONE)
      const page = Number(new URL(request.url).searchParams.get('page'))
      const order = page === 1 ? scheduled : { ...scheduled, id: OTHER }
      return HttpResponse.json({ orders: [order], total: 2, page, size: 100 })
    }),
    mock(at(listBookings, { environment: 'sandbox' }), ({ request }) => {
      order_ids.push(new URL(request.url).searchParams.getAll('order_ids'))
      return HttpResponse.json({ bookings: [], total: 0, cancelled: 0, now: '2026-11-19T20:32:00Z' })
    }),
  )
  renderPage(<ElsewhereView environment="sandbox" views={null} />)
  expect(await screen.findByText(/^Checked the newest 1 of 2 orders/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Check 1 more' }))
  expect(await screen.findByText('2 visits booked elsewhere')).toBeDefined()
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(order_ids).toEqual([[ORDER_ID], [OTHER]])
  expect(screen.queryByRole('button', { name: /^Check/ })).toBeNull()
})

test('an appointment that is over, or an empty search, is no visit', async () => {
  answer([draw()], [])
  expect(await screen.findByText('No visits booked elsewhere')).toBeDefined()
  expect(screen.getByText(/^Checked 1 order with/)).toBeDefined()
})

test('a search that fails says so and can be repeated', async () => {
  server.use(mock(listOrders, () => HttpResponse.json({ detail: 'down' }, { status: 400 })))
  renderPage(<ElsewhereView environment="sandbox" views={null} />)
  expect(await screen.findByRole('button', { name: /try again/i })).toBeDefined()
})

test('visits without a time come first, the longest waiting on top; then those with one, the soonest on top', async () => {
  const [soon, later, fresh, waits] = ['1', '2', '3', '4'].map((last) => OTHER.slice(0, -1) + last)
  const timeOf = (order_id: string | undefined, start_at: string) =>
    listVisitTimes.response.shape.times.element.parse({
      ...{
        id: order_id,
        order_id,
        version: 1,
        start_at,
        iana_timezone: 'America/Denver',
        note: 'The patient told us.',
      },
      ...{ at: '2026-11-19T20:30:00Z', by: { id: 'ana', name: 'Ana Ruiz' } },
    })
  const times = [timeOf(later, '2026-11-25T16:00:00Z'), timeOf(soon, '2026-11-24T16:00:00Z')]
  server.use(mock(at(listVisitTimes, { environment: 'sandbox' }), () => HttpResponse.json({ times })))
  const at12 = [later, fresh, soon].map((id) => ({ ...scheduled, id: `${id}` }))
  answer([...at12, { ...withEvent('appointment_scheduled', '2026-11-18T12:00:00Z'), id: `${waits}` }], [])
  await screen.findByText('4 visits booked elsewhere')
  const ids = () => screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('/').pop())
  await waitFor(() => expect(ids()).toEqual([waits, fresh, soon, later]))
})

test('a time is typed with a word on how one knows; it stands in the list with who typed it', async () => {
  const user = userEvent.setup()
  let times: VisitTime[] = []
  server.use(
    mock(at(listVisitTimes, { environment: 'sandbox' }), () => HttpResponse.json({ times })),
    mock(typeVisitTime, async ({ request }) => {
      const { id, visit, note, version } = typeVisitTime.body.parse(await request.json())
      const by = { id: 'ana', name: 'Ana Ruiz' }
      const time = { id, order_id: ORDER_ID, version: version + 1, ...visit, note, at: '2026-11-19T20:30:00Z', by }
      times = [listVisitTimes.response.shape.times.element.parse(time)]
      return HttpResponse.json({ time })
    }),
  )
  answer([scheduled], [])
  await user.click(await screen.findByRole('button', { name: 'Add time' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add the time' }))
  await user.type(dialog.getByLabelText('Day'), '2026-11-24')
  await user.type(dialog.getByLabelText('Time'), '09:00')
  await user.selectOptions(dialog.getByLabelText('Time zone of the visit'), 'America/Denver')
  await user.type(dialog.getByLabelText('How do you know?'), 'The patient told us.')
  await user.click(dialog.getByRole('button', { name: 'Save time' }))
  expect(await screen.findByText(/Tue.*Nov.*9:00|Tue.*Nov.*09:00/)).toBeDefined()
  const typed = screen.getByRole('button', { name: 'Typed' })
  expect(typed.parentElement?.textContent).toBe('Typed by Ana Ruiz: The patient told us.')
  await user.hover(typed)
  expect((await screen.findByRole('tooltip')).textContent).toContain('19 Nov 2026, 20:30:00')
  expect(screen.getByRole('button', { name: 'Change time' })).toBeDefined()
})
