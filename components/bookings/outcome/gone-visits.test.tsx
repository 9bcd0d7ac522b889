import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { bookingOf, ORDER_ID } from '#components/bookings/book/booking.testing.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { type BookingState, listBookings, setBookingState } from '#lib/domains/bookings/booking.ts'
import { GoneVisits } from './gone-visits.tsx'

test('a visit whose order is gone with its user says so there, until somebody records how it ended', async () => {
  let state: BookingState = 'confirmed'
  const booking = () => ({ ...bookingOf(), state })
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings: [booking()], total: 1, cancelled: 0, now: '2026-11-19T20:32:00Z' }),
    ),
    mock(at(setBookingState, { environment: 'sandbox', booking_id: booking().id }), async ({ request }) => {
      expect(await request.json()).toMatchObject({ state: 'cancelled', note: 'Called the provider.' })
      state = 'cancelled'
      return HttpResponse.json({ booking: booking(), now: '2026-11-19T20:32:00Z' })
    }),
  )
  window.history.replaceState(null, '', `/sandbox/orders/${ORDER_ID}/book`)
  renderPage(<GoneVisits />)
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Order not found, visit still booked\. .*restore the user\.$/,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Record an update' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record an update' }))
  expect(dialog.getByText(/the service no longer has the order/)).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /^Canceled/ }))
  await user.type(dialog.getByRole('textbox', { name: 'How do you know?' }), 'Called the provider.')
  await user.click(dialog.getByRole('button', { name: 'Record as canceled' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
