/** A console that keeps bookings of one order, and the form for them, for the tests of this folder. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { BookView } from '#components/bookings/outcome/book-view.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import {
  ATTEMPT_HEADER,
  getBooking,
  listBookings,
  setBookingState,
  type WholeBooking,
} from '#lib/domains/bookings/booking.ts'
import { getLatestUserInfo, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { bookingOf, draw, ORDER_ID } from './booking.testing.ts'

const SANDBOX = { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' } as const
const NOW = '2026-11-19T20:32:00.000Z'
const USER_ID = draw().user_id

export const INFO: UserInfo = {
  first_name: 'Wrenna',
  last_name: 'Halloran',
  email: 'wrenna@example.com',
  phone_number: '+13035550148',
  gender: 'female',
  dob: '1982-02-03',
  address: { first_line: '9 Pearl St', zip_code: '80301', state: 'CO', city: 'Boulder' },
}

interface BookingDesk {
  order: Order
  /** Bookings on record in the console. */
  kept: WholeBooking[]
  /** Attempt ids with the bodies that came with them. */
  sent: { id: string; body: unknown }[]
  /** The service's response to a booking. */
  answer: (id: string) => Response
  stateChange: unknown
  /** The service's response to a demographics read. */
  demographics: () => Response | Promise<Response>
  /** The user's time zone. */
  zone: string | null
}

const newDesk = (): BookingDesk => ({
  order: draw(),
  kept: [],
  sent: [],
  answer: (id) => HttpResponse.json(record(id, {}).appointment),
  stateChange: undefined,
  demographics: () => HttpResponse.json(INFO),
  zone: 'America/Denver',
})

export const desk = newDesk()

export function record(id: string, changes: Partial<WholeBooking>) {
  const booking = bookingOf({ ...changes, id })
  desk.kept = [booking, ...desk.kept.filter((each) => each.id !== id)]
  return booking
}

/** Before each test: nothing is booked, and everything answers. */
export function openDesk() {
  window.history.replaceState(null, '', `/sandbox/orders/${ORDER_ID}/book`)
  Object.assign(desk, newDesk())
  server.use(
    http.get('/healthz', () => new HttpResponse()),
    mock(listOrders, () => HttpResponse.json({ orders: [desk.order], total: 1, page: 1, size: 50 })),
    mock(at(getLatestUserInfo, { user_id: USER_ID }), () => desk.demographics()),
    mock(at(getDirectoryUser, { environment: 'sandbox', user_id: USER_ID }), () =>
      HttpResponse.json({ user: userRow(), seen_at: NOW, problem: null }),
    ),
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings: desk.kept, total: desk.kept.length, cancelled: 0, now: NOW }),
    ),
    mock(at(getBooking, { environment: 'sandbox' }), ({ params }) => {
      const booking = desk.kept.find(({ id }) => id === params.booking_id)
      return booking
        ? HttpResponse.json({ booking, now: NOW })
        : HttpResponse.json({ detail: 'No such booking.' }, { status: 404 })
    }),
    mock(at(setBookingState, { environment: 'sandbox' }), async ({ params, request }) => {
      desk.stateChange = await request.json()
      return HttpResponse.json({ booking: record(String(params.booking_id), { version: 3 }), now: NOW })
    }),
    mock(at(bookPhlebotomyAppointment, { order_id: ORDER_ID }), async ({ request }) => {
      const id = request.headers.get(ATTEMPT_HEADER) ?? ''
      desk.sent.push({ id, body: await request.json() })
      return desk.answer(id)
    }),
  )
}

function userRow() {
  const set = { source_slug: 'manual', updated_at: '2026-11-01T10:00:00Z' }
  return {
    user_id: USER_ID,
    team_id: draw().team_id,
    client_user_id: 'member-20931',
    created_on: '2026-03-04T10:00:00Z',
    connected_sources: [],
    fallback_time_zone: desk.zone && { id: desk.zone, ...set },
    fallback_birth_date: null,
  }
}

export const user = userEvent.setup()
export const key = () => screen.findByRole('textbox', { name: 'Booking key' })

export async function text(words: RegExp | string) {
  expect(await screen.findByText(words)).toBeTruthy()
}

export const bookView = (mayBook = true) => (
  <BookView environment={SANDBOX} order_id={ORDER_ID} mayBook={mayBook} denial="Ask." failure={null} />
)

export const show = (mayBook = true) => renderPage(bookView(mayBook))

export async function review() {
  await user.click(screen.getByRole('button', { name: /^Review booking/ }))
  return within(await screen.findByRole('dialog'))
}

export async function send(booking_key = 'bk_1') {
  await user.clear(await key())
  await user.type(await key(), booking_key)
  await user.dblClick((await review()).getByRole('button', { name: 'Book appointment' }))
}
