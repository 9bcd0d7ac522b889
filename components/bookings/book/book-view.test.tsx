/** Booking as one meets it: whatever becomes of the call, it was sent once and nothing is said that is not known. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { at, mock } from '#components/testing/mock.ts'
import { renderPage } from '#components/testing/render.tsx'
import { server } from '#components/testing/server.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import {
  ATTEMPT_HEADER,
  getBooking,
  listBookings,
  setBookingState,
  type WholeBooking,
} from '#lib/domains/bookings/booking.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { BookView } from './book-view.tsx'
import { bookingOf, draw, ORDER_ID } from './booking.testing.ts'

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: vi.fn() }),
  usePathname: () => window.location.pathname,
  useSearchParams: () => new URLSearchParams(window.location.search),
}))

const SANDBOX = { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' } as const
const NOW = '2026-11-19T20:32:00.000Z'

let order: Order
/** What the console has on record. */
let kept: WholeBooking[]
/** Attempt ids with the bodies that came with them. */
let sent: { id: string; body: unknown }[]
/** What the service does with a booking. */
let answer: (id: string) => Response
let stateChange: unknown

const record = (id: string, changes: Partial<WholeBooking>) => {
  const booking = bookingOf({ ...changes, id })
  kept = [booking, ...kept.filter((each) => each.id !== id)]
  return booking
}

beforeEach(() => {
  window.history.replaceState(null, '', `/sandbox/orders/${ORDER_ID}/book`)
  order = draw()
  kept = []
  sent = []
  answer = (id) => HttpResponse.json(record(id, {}).appointment)
  server.use(
    http.get('/healthz', () => new HttpResponse()),
    mock(listOrders, () => HttpResponse.json({ orders: [order], total: 1, page: 1, size: 50 })),
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings: kept, total: kept.length, now: NOW }),
    ),
    mock(at(getBooking, { environment: 'sandbox' }), ({ params }) => {
      const booking = kept.find(({ id }) => id === params.booking_id)
      return booking
        ? HttpResponse.json({ booking, now: NOW })
        : HttpResponse.json({ detail: 'No such booking.' }, { status: 404 })
    }),
    mock(at(setBookingState, { environment: 'sandbox' }), async ({ params, request }) => {
      stateChange = await request.json()
      return HttpResponse.json({ booking: record(String(params.booking_id), { version: 3 }), now: NOW })
    }),
    mock(at(bookPhlebotomyAppointment, { order_id: ORDER_ID }), async ({ request }) => {
      const id = request.headers.get(ATTEMPT_HEADER) ?? ''
      sent.push({ id, body: await request.json() })
      return answer(id)
    }),
  )
})

const user = userEvent.setup()
const key = () => screen.findByRole('textbox', { name: 'Booking key' })
const text = async (words: RegExp | string) => expect(await screen.findByText(words)).toBeTruthy()

function show(mayBook = true) {
  return renderPage(
    <BookView environment={SANDBOX} order_id={ORDER_ID} mayBook={mayBook} denial="Ask." failure={null} />,
  )
}

async function review() {
  await user.click(screen.getByRole('button', { name: /^Review booking/ }))
  return within(await screen.findByRole('dialog'))
}

async function send(booking_key = 'bk_1') {
  await user.clear(await key())
  await user.type(await key(), booking_key)
  await user.dblClick((await review()).getByRole('button', { name: 'Book appointment' }))
}

test('confirmed: looked at once more, sent once, told in the time of the place', async () => {
  show()
  await key()
  await user.click(screen.getByRole('button', { name: 'Use sandbox_confirm' }))
  await user.type(screen.getByRole('textbox', { name: /^Notes/ }), 'Dog')
  expect(screen.getByText('3 of 1,000')).toBeTruthy()
  const summary = await review()
  for (const words of ['Wren Halloran', 'sandbox_confirm', 'Dog']) expect(summary.getByText(words)).toBeTruthy()
  expect(sent).toEqual([])
  await user.dblClick(summary.getByRole('button', { name: 'Book appointment' }))
  await text('Confirmed for Tue 24 Nov 2026, 08:00 to 08:30 MST.')
  expect(sent).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: { booking_key: 'sandbox_confirm', appointment_notes: 'Dog', async_confirmation: false },
    },
  ])
  expect(window.location.search).toBe(`?attempt=${sent[0]?.id}`)
  const visit = within(screen.getByRole('region', { name: 'Visit' }))
  expect(visit.getAllByText('15:00 to 15:30')).toHaveLength(2)
})

test('pending: never told as confirmed; what the order says since is offered, and set with a word', async () => {
  answer = (id) => {
    order = { ...draw(), events: [...draw().events, scheduled] }
    const gives_up_at = new Date(Date.now() + 900_000).toISOString()
    return HttpResponse.json(record(id, { state: 'pending', gives_up_at }).appointment)
  }
  const status = 'collecting_sample.at_home_phlebotomy.appointment_scheduled'
  const scheduled = { id: 3, created_at: '2026-11-19T20:31:30Z', status }
  show()
  await user.click(await screen.findByRole('radio', { name: /Keep trying/ }))
  expect(screen.getByText('2500 ms')).toBeTruthy()
  await send()
  await text('Not confirmed yet. Don’t tell the patient it’s booked.')
  expect(sent[0]?.body).toMatchObject({ async_confirmation: true, async_confirmation_timeout_millisecond: 900_000 })
  expect(screen.getByRole('timer', { name: /Pending booking/ }).textContent).toMatch(/^1[45]:\d\dleft/)
  await user.click(await screen.findByRole('button', { name: 'Set to confirmed' }))
  const dialog = within(await screen.findByRole('dialog'))
  const how = dialog.getByRole('textbox', { name: 'How you know' })
  expect(how).toHaveProperty('value', expect.stringContaining('Appointment scheduled, 19 Nov 2026, 20:31 UTC'))
  await user.clear(how)
  await user.click(dialog.getByRole('button', { name: 'Set to confirmed' }))
  expect(dialog.getByText(/Say how you know/)).toBeTruthy()
  await user.type(how, 'They called.')
  await user.click(dialog.getByRole('button', { name: 'Set to confirmed' }))
  await text(/^Confirmed for/)
  expect(stateChange).toEqual({ state: 'confirmed', note: 'They called.', version: 2 })
})

test('the documented 500: not tried again, nothing typed is lost, the next try is another attempt', async () => {
  answer = (id) => {
    record(id, { state: 'failed', status: 500, detail: 'Not confirmed.', appointment: null, start_at: null })
    return HttpResponse.json({ detail: 'Not confirmed.' }, { status: 500 })
  }
  show()
  await send()
  await text('Not booked: the provider didn’t confirm.')
  await text(/It isn’t retried automatically.*Check the order’s events/)
  expect(await key()).toHaveProperty('value', 'bk_1')
  expect(sent).toHaveLength(1)
  answer = (id) => HttpResponse.json(record(id, {}).appointment)
  await send()
  await text(/^Confirmed for/)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
})

test('refused: a conflict stops the next one with its reason, a field says what is wrong with it', async () => {
  answer = () =>
    HttpResponse.json({ detail: [{ loc: ['body', 'booking_key'], msg: 'Too old', type: 'x' }] }, { status: 422 })
  show()
  await send()
  await text('The service refused this: “Too old”')
  expect((await key()).getAttribute('aria-invalid')).toBe('true')
  answer = () => {
    record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', {})
    return HttpResponse.json({ detail: 'This order has a confirmed booking.' }, { status: 409 })
  }
  await send('bk_2')
  await text('Not sent: another booking is open.')
  await text('“This order has a confirmed booking.”')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Review/ })).toHaveProperty('disabled', true))
  await text(/^Order already has an appointment: A booking made here is confirmed/)
  expect(await key()).toHaveProperty('value', 'bk_2')
})

test('a key that is unknown or expired is marked at its field; Ctrl+Enter reviews from anywhere on the page', async () => {
  answer = () => HttpResponse.json({ detail: 'The booking key is unknown or has expired.' }, { status: 400 })
  show()
  await send()
  await text(/^This key is unknown or has expired\. Copy a new one/)
  expect((await key()).getAttribute('aria-invalid')).toBe('true')
  await user.type(await key(), '2')
  runShortcut('ctrl+enter')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a lost connection: the console is asked, and nothing is sent a second time', async () => {
  answer = (id) => {
    record(id, {})
    return HttpResponse.error()
  }
  const { unmount } = show()
  await send()
  await text(/^Confirmed for/)
  expect(sent).toHaveLength(1)
  unmount()

  // What never arrived goes out again under the same name.
  kept = []
  window.history.replaceState(null, '', `/sandbox/orders/${ORDER_ID}/book`)
  answer = () => HttpResponse.error()
  show()
  await send()
  await text('Not sent: the booking never arrived.')
  await send()
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]?.id).toBe(sent[1]?.id)
})

test('a lost connection and a session that ended with it: nothing is claimed', async () => {
  answer = () => HttpResponse.error()
  const ended = () => HttpResponse.json({ detail: 'Sign in again.' }, { status: 401 })
  server.use(mock(at(getBooking, { environment: 'sandbox' }), ended))
  show()
  await send()
  await text('We don’t know whether it was booked. Check before trying again.')
  expect(screen.queryByText(/^Not sent/)).toBeNull()
  expect(window.location.search).toBe(`?attempt=${sent[0]?.id}`)
})

test('an unknown outcome: says so, and another is booked only by who has checked', async () => {
  record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', { state: 'unknown', status: null, appointment: null, start_at: null })
  show()
  await text('We don’t know yet whether it was booked. Check before trying again.')
  await user.click(screen.getByRole('button', { name: 'Book again' }))
  await user.type(await key(), 'bk_3')
  const summary = await review()
  await user.click(summary.getByRole('button', { name: 'Book appointment' }))
  expect(summary.getByText(/Check before you tick this/)).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(summary.getByRole('checkbox', { name: /I checked/ }))
  await user.click(summary.getByRole('button', { name: 'Book appointment' }))
  await text(/^Confirmed for/)
})

test('who may not book sees what is booked, and why there is no form', async () => {
  const { unmount } = show(false)
  await text('You don’t have access to the booking form')
  unmount()
  record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', {})
  show(false)
  await text(/^Confirmed for/)
  expect(screen.queryByRole('button', { name: 'Set state' })).toBeNull()
})

test('confirmed manually: a visit time with its zone is kept, and what the order says leads the page', async () => {
  const status = 'collecting_sample.at_home_phlebotomy.appointment_scheduled'
  order = { ...draw(), events: [...draw().events, { id: 3, created_at: '2026-11-19T20:31:30Z', status }] }
  record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', {
    state: 'unknown',
    appointment: null,
    start_at: null,
    end_at: null,
    iana_timezone: null,
  })
  show()
  const said = await screen.findByText(/Appointment scheduled, 19 Nov 2026, 20:31 UTC/)
  const head = screen.getByRole('heading', { name: /We don’t know yet/ })
  expect(said.compareDocumentPosition(head) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Set to confirmed' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Day'), '2026-12-01')
  await user.click(dialog.getByRole('button', { name: 'Set to confirmed' }))
  expect(dialog.getByText('Choose the time zone of the visit.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Time'), '09:30')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Time zone of the visit' }), 'America/Denver')
  await user.click(dialog.getByRole('button', { name: 'Set to confirmed' }))
  await waitFor(() =>
    expect(stateChange).toMatchObject({
      state: 'confirmed',
      visit: { start_at: '2026-12-01T16:30:00.000Z', iana_timezone: 'America/Denver' },
    }),
  )
})

test('the tab that loses leads to the booking that won', async () => {
  answer = () => {
    record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', {})
    return HttpResponse.json({ detail: 'This order has a confirmed booking.' }, { status: 409 })
  }
  show()
  await send()
  await text('Not sent: another booking is open.')
  await user.click(await screen.findByRole('button', { name: 'View booking' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without booking' }))
  await text(/^Confirmed for/)
  expect(window.location.search).toBe('?attempt=70a2f9d3-1111-4222-8333-9a6f2c8151bc')
})
