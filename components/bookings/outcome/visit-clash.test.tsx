/** Pages of a visit with contradicting evidence say one thing: who says what, and what to do next. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { AppointmentsView } from '#components/bookings/appointments/appointments-view.tsx'
import { ElsewhereView } from '#components/bookings/appointments/elsewhere-view.tsx'
import { bookView, desk, openDesk, record, show, text, user } from '#components/bookings/book/book-page.testing.tsx'
import { bookingOf, draw, ORDER_ID, withEvent } from '#components/bookings/book/booking.testing.ts'
import { criticalConsole } from '#components/orders/critical/critical.testing.ts'
import { OrderView } from '#components/orders/detail/order-view.tsx'
import { OrderPeek } from '#components/orders/list/order-peek.tsx'
import { RecentOrdersCard } from '#components/orders/user/recent-orders-card.tsx'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listBookings, type WholeBooking } from '#lib/domains/bookings/booking.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { DrawAction, OrderBookings } from './order-bookings.tsx'
import { StateDialog } from './state-dialog.tsx'

const ID = '70a2f9d3-1111-4222-8333-9a6f2c8151bc'
const CANCELED_HERE = 'Canceled here by Rosa Adeyemi; the service still says scheduled.'
const STILL_BOOKED = 'Order canceled, visit still booked.'
const byPhone = {
  state: 'cancelled',
  said: { state: 'confirmed', at: '2026-11-19T20:31:02.000Z' },
  entered: { at: '2026-11-19T20:40:00.000Z', by: { id: 'r', name: 'Rosa Adeyemi' } },
} as const
const canceledOrder = () => {
  const order = withEvent('cancelled', '2026-11-20T08:00:00Z')
  return {
    ...order,
    status: 'cancelled',
    events: order.events.map((one) => ({
      ...one,
      status: one.status.replace(
        'collecting_sample.at_home_phlebotomy.cancelled',
        'cancelled.at_home_phlebotomy.cancelled',
      ),
    })),
  }
}

beforeEach(openDesk)

function open() {
  window.history.replaceState(null, '', `/sandbox/orders/${ORDER_ID}/book?attempt=${ID}`)
  show()
}

const filled = () => screen.getAllByRole('button').filter(({ className }) => className.includes('control-primary'))

test('canceled by phone: who canceled it and what the service still says; nothing offers to confirm it again', async () => {
  record(ID, byPhone)
  open()
  expect(await screen.findByRole('heading', { name: CANCELED_HERE })).toBeTruthy()
  await text(/^Ask the provider to cancel it with the service, too/)
  expect(filled()).toEqual([])
  expect(screen.queryByRole('button', { name: /confirmed/ })).toBeNull()
})

test.each(['confirmed', 'pending', 'unknown'] as const)(
  'an order that is canceled while its visit stands (%s): nobody is told that it is on, or books another',
  async (state) => {
    desk.order = canceledOrder()
    record(ID, { state })
    open()
    expect(await screen.findByRole('heading', { name: /^Order canceled, visit/ })).toBeTruthy()
    expect(screen.queryByText(/book again|tell the patient\.|Print instructions/i)).toBeNull()
    expect(filled()).toEqual([])
  },
)

test('an update of a confirmed visit is never the first button, and none is filled', async () => {
  record(ID, {})
  open()
  await text(/^Confirmed for/)
  const [first] = within(screen.getByRole('region', { name: /^Confirmed for/ })).getAllByRole('button')
  expect(first?.textContent).not.toContain('Record an update')
  expect(screen.getByRole('button', { name: 'Record an update' })).toBeTruthy()
  expect(filled()).toEqual([])
})

test('the order says that the visit is off: it can be booked again straight away', async () => {
  desk.order = withEvent('appointment_cancelled', '2026-11-20T08:00:00Z')
  record(ID, {})
  open()
  const again = await screen.findByRole('button', { name: 'Book again' })
  expect(filled()).toEqual([again])
  await user.click(again)
  await text('No open appointment')
  expect(screen.getByRole('button', { name: /^Review booking/ })).toHaveProperty('disabled', false)
})

test('another visit since: the booking stays canceled without the time of the other, and nothing books a third', async () => {
  desk.order = withEvent('appointment_scheduled', '2026-11-20T08:00:00Z')
  record(ID, { state: 'cancelled' })
  open()
  expect(await screen.findByRole('heading', { name: 'Canceled.' })).toBeTruthy()
  await text(/That visit wasn’t booked here/)
  expect(screen.queryByText(/^Confirmed/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Book again' })).toBeNull()
})

test.each([
  [CANCELED_HERE, draw(), bookingOf(byPhone)],
  [STILL_BOOKED, canceledOrder(), bookingOf()],
  [STILL_BOOKED, canceledOrder(), bookingOf({ state: 'pending' })],
])('the order’s card of bookings says so: %s', async (words, order, booking) => {
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings: [booking], total: 1, cancelled: 0, now: '2026-11-19T20:32:00Z' }),
    ),
    mock(listOrders, () => HttpResponse.json({ orders: [order], total: 1, page: 1, size: 50 })),
  )
  renderPage(<OrderBookings environment="sandbox" order_id={ORDER_ID} />)
  await text(words)
  expect(screen.queryByText('Tell the patient when the phlebotomist comes.')).toBeNull()
})

test('the form of a walk-in order leads to service centers, and takes nothing without a reason', async () => {
  desk.order = draw({
    lab_test: { name: 'Lipids', method: 'walk_in_test' },
    details: { type: 'walk_in_test', data: null },
  })
  show()
  const link = await screen.findByRole('link', { name: 'Find service centers near the patient' })
  expect(link.getAttribute('href')).toBe(`/sandbox/service-centers?order=${ORDER_ID}`)
  expect(screen.getByRole('textbox', { name: 'Why an at-home visit' })).toBeTruthy()
})

const role: Role = 'lab_coordinator'
const STATES: [state: string, booking: Partial<WholeBooking>, order: Order][] = [
  ['confirmed', {}, withEvent('appointment_scheduled')],
  ['pending', { state: 'pending' }, withEvent('appointment_pending')],
  [
    'pending here, confirmed by the order',
    { state: 'pending' },
    withEvent('appointment_scheduled', '2026-11-20T08:00:00Z'),
  ],
  ['canceled here, scheduled by the service', byPhone, withEvent('appointment_scheduled')],
  ['order canceled, visit standing', {}, canceledOrder()],
  ['canceled', { state: 'cancelled' }, withEvent('appointment_cancelled', '2026-11-20T08:00:00Z')],
]
const PAGES: Readonly<Record<string, (order: Order) => ReactNode>> = {
  booking: () => bookView(),
  order: () => (
    <OrderView
      environment="sandbox"
      order_id={ORDER_ID}
      failure={null}
      bookings={<OrderBookings environment="sandbox" order_id={ORDER_ID} />}
      drawAction={<DrawAction environment="sandbox" order_id={ORDER_ID} />}
    />
  ),
  'order preview': (order) => (
    <OrderPeek environment="sandbox" order={order} place="1 of 1" onCall={() => undefined} onClose={() => undefined} />
  ),
  week: () => <AppointmentsView environment="sandbox" first_weekday={1} failure={null} />,
  'booked elsewhere': () => <ElsewhereView environment="sandbox" views={null} />,
  appointments: () => <AppointmentsView environment="sandbox" first_weekday={1} failure={null} />,
}

const SHORT: Readonly<Record<string, (order: Order) => ReactNode>> = {
  'order preview': (order) => PAGES['order preview']?.(order),
  'user summary': ({ user_id }) => <RecentOrdersCard environment="sandbox" user_id={user_id} />,
}

test.each(
  Object.keys(SHORT).flatMap((place) => [
    [place, withEvent('appointment_scheduled'), byPhone, CANCELED_HERE] as const,
    [place, canceledOrder(), {}, STILL_BOOKED] as const,
  ]),
)('the %s marks a visit that differs here', async (place, order, booking, words) => {
  server.use(
    mock(getStuckLimits, () =>
      HttpResponse.json({ days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }),
    ),
  )
  desk.order = order
  record(ID, booking)
  renderPage(SHORT[place]?.(order))
  expect(await screen.findByTitle(words)).toBeTruthy()
})

test.each(STATES.flatMap((state) => Object.keys(PAGES).map((page) => [page, ...state] as const)))(
  'the %s page has one filled button at most: %s',
  async (page, state, booking, order) => {
    criticalConsole()
    server.use(
      mock(listCatalog, () => HttpResponse.json({ entries: [], methods: [] })),
      mock(getStuckLimits, () =>
        HttpResponse.json({ days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }),
      ),
    )
    desk.order = order
    if (page !== 'booked elsewhere') record(ID, booking)
    const week = '/sandbox/appointments?view=week&day=2026-11-24'
    const address = {
      week,
      booking: `/sandbox/orders/${ORDER_ID}/book?attempt=${ID}`,
      appointments: '/sandbox/appointments',
    }
    window.history.replaceState(
      null,
      '',
      { order: `/sandbox/orders/${ORDER_ID}`, ...address }[page] ?? '/sandbox/orders',
    )
    renderPage(<RoleProvider role={role}>{PAGES[page]?.(order)}</RoleProvider>)
    await screen.findAllByText(page === 'booked elsewhere' ? /^Checked/ : /Wrenna Halloran/)
    if (page === 'order') await screen.findAllByText('Open')
    const all = [...document.querySelectorAll('.control-primary')]
    // The action bar is a phone's, which leaves out what stands in the page for wider screens.
    const onPhone = all.filter((button) => !button.matches('.max-rail\\:hidden'))
    const onWide = all.filter((button) => !button.closest('[data-action-bar]'))
    expect([onPhone.length <= 1, onWide.length <= 1]).toEqual([true, true])
    if (state !== 'confirmed') return
    expect(all.filter(({ textContent }) => textContent?.includes('Record an update'))).toEqual([])
  },
)

const AHEAD = bookingOf({ id: ID, start_at: '2126-11-24T15:00:00.000Z' })
let colleague = () => {}
function Opened() {
  const [booking, setBooking] = useState(AHEAD)
  colleague = () => setBooking({ ...AHEAD, version: 9, state: 'cancelled' })
  const on = { onSaved: async () => {}, onStale: () => {}, onClose: () => {} }
  return <StateDialog environment="sandbox" order={desk.order} booking={booking} proposed={null} note="" {...on} />
}

test('an update is of the booking as it was opened, and a visit that lies ahead is not over', async () => {
  renderPage(<Opened />)
  await user.click(await screen.findByRole('radio', { name: /^Canceled/ }))
  expect(screen.queryByRole('radio', { name: /^Completed/ })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: /^How do you know/ }), 'The provider called.')
  act(() => colleague())
  await user.click(screen.getByRole('button', { name: 'Record as canceled' }))
  await waitFor(() => expect(desk.stateChange).toMatchObject({ state: 'cancelled', version: AHEAD.version }))
})
