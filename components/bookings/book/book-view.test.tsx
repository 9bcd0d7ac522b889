/** Booking as one meets it: whatever becomes of the call, it was sent once and nothing is said that is not known. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { getBooking } from '#lib/domains/bookings/booking.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { desk, key, openDesk, record, review, send, show, text, user } from './book-page.testing.tsx'
import { draw, ORDER_ID } from './booking.testing.ts'

beforeEach(openDesk)

test('confirmed: looked at once more, sent once, told in the time of the place', async () => {
  show()
  await key()
  await user.click(screen.getByRole('button', { name: 'Use sandbox_confirm' }))
  await user.type(screen.getByRole('textbox', { name: /^Notes/ }), 'Dog')
  expect(screen.getByText('3 of 1,000')).toBeTruthy()
  const summary = await review()
  for (const words of ['Wren Halloran', 'sandbox_confirm', 'Dog']) expect(summary.getByText(words)).toBeTruthy()
  expect(desk.sent).toEqual([])
  await user.dblClick(summary.getByRole('button', { name: 'Book appointment' }))
  await text('Confirmed for Tue 24 Nov 2026, 08:00 to 08:30 MST.')
  expect(desk.sent).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: { booking_key: 'sandbox_confirm', appointment_notes: 'Dog', async_confirmation: false },
    },
  ])
  expect(window.location.search).toBe(`?attempt=${desk.sent[0]?.id}`)
  const visit = within(screen.getByRole('region', { name: 'Visit' }))
  expect(visit.getAllByText('15:00 to 15:30')).toHaveLength(2)
})

test('pending: never told as confirmed; what the order says since is offered, and set with a word', async () => {
  desk.answer = (id) => {
    const gives_up_at = new Date(clockNow() + 900_000).toISOString()
    return HttpResponse.json(record(id, { state: 'pending', gives_up_at }).appointment)
  }
  const status = 'collecting_sample.at_home_phlebotomy.appointment_scheduled'
  const scheduled = { id: 3, created_at: '2026-11-19T20:31:30Z', status }
  const { client } = show()
  await user.click(await screen.findByRole('radio', { name: /Keep trying/ }))
  expect(screen.getByText('2500 ms')).toBeTruthy()
  await send()
  await text('Not confirmed yet. Don’t tell the patient it’s booked.')
  expect(desk.sent[0]?.body).toMatchObject({
    async_confirmation: true,
    async_confirmation_timeout_millisecond: 900_000,
  })
  expect(screen.getByRole('timer', { name: /Pending booking/ }).textContent).toMatch(/^1[45]:\d\dleft/)
  desk.order = { ...draw(), events: [...draw().events, scheduled] }
  await act(() => client.refetchQueries())
  await user.click(await screen.findByRole('button', { name: 'Record as confirmed' }))
  const dialog = within(await screen.findByRole('dialog'))
  const how = dialog.getByRole('textbox', { name: 'How do you know?' })
  expect(how).toHaveProperty('value', expect.stringContaining('Appointment scheduled, 19 Nov 2026, 20:31 UTC'))
  await user.clear(how)
  await user.click(dialog.getByRole('button', { name: 'Record as confirmed' }))
  expect(dialog.getByText(/Say how you know/)).toBeTruthy()
  await user.type(how, 'They called.')
  await user.click(dialog.getByRole('button', { name: 'Record as confirmed' }))
  await text(/^Confirmed for/)
  expect(desk.stateChange).toEqual({ state: 'confirmed', note: 'They called.', version: 2 })
})

test('the documented 500: not tried again, nothing typed is lost, the next try is another attempt', async () => {
  desk.answer = (id) => {
    record(id, { state: 'failed', status: 500, detail: 'Not confirmed.', appointment: null, start_at: null })
    return HttpResponse.json({ detail: 'Not confirmed.' }, { status: 500 })
  }
  show()
  await send()
  await text('Not booked: the provider didn’t confirm.')
  await text(/It isn’t retried automatically.*Check the order’s events/)
  expect(await key()).toHaveProperty('value', 'bk_1')
  expect(desk.sent).toHaveLength(1)
  desk.answer = (id) => HttpResponse.json(record(id, {}).appointment)
  await send()
  await text(/^Confirmed for/)
  expect(new Set(desk.sent.map(({ id }) => id)).size).toBe(2)
})

test('refused: a conflict stops the next one with its reason, a field says what is wrong with it', async () => {
  desk.answer = () =>
    HttpResponse.json({ detail: [{ loc: ['body', 'booking_key'], msg: 'Too old', type: 'x' }] }, { status: 422 })
  show()
  await send()
  await text('The service refused this: “Too old”')
  expect((await key()).getAttribute('aria-invalid')).toBe('true')
  desk.answer = () => {
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
  desk.answer = () => HttpResponse.json({ detail: 'The booking key is unknown or has expired.' }, { status: 400 })
  show()
  await send()
  await text(/^This key is unknown or has expired\. Copy a new one/)
  expect((await key()).getAttribute('aria-invalid')).toBe('true')
  await user.type(await key(), '2')
  runShortcut('ctrl+enter')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a lost connection: the console is asked, and nothing is sent a second time', async () => {
  desk.answer = (id) => {
    record(id, {})
    return HttpResponse.error()
  }
  const { unmount } = show()
  await send()
  await text(/^Confirmed for/)
  expect(desk.sent).toHaveLength(1)
  unmount()

  // A request that never arrived is retried with the same name.
  desk.kept = []
  window.history.replaceState(null, '', `/sandbox/orders/${ORDER_ID}/book`)
  desk.answer = () => HttpResponse.error()
  show()
  await send()
  await text('Not sent: the booking never arrived.')
  await send()
  await waitFor(() => expect(desk.sent).toHaveLength(3))
  expect(desk.sent[2]?.id).toBe(desk.sent[1]?.id)
})

test('a lost connection and a session that ended with it: nothing is claimed', async () => {
  desk.answer = () => HttpResponse.error()
  const ended = () => HttpResponse.json({ detail: 'Sign in again.' }, { status: 401 })
  server.use(mock(at(getBooking, { environment: 'sandbox' }), ended))
  show()
  await send()
  await text('We don’t know whether it was booked. Check before trying again.')
  expect(screen.queryByText(/^Not sent/)).toBeNull()
  expect(window.location.search).toBe(`?attempt=${desk.sent[0]?.id}`)
})
