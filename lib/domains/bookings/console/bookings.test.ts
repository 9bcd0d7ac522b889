import { expect, test } from 'vitest'
import type { BookingCall, SentBooking } from '#lib/domains/bookings/booking-guard.ts'
import { createBookings } from './bookings.ts'
import { memoryBookings } from './store-memory.ts'

const ID = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const CALL: BookingCall = {
  environment: 'sandbox',
  attempt: ID,
  order_id: '07ad9e52-1111-4222-8333-9a6f2c8165fe',
  body: '{"booking_key":"bk_1"}',
  by: { id: 'staff-1', name: 'Rosa Adeyemi' },
  request_id: 'request-1',
}
const LASTS = 60_000

test('a read changes nothing; what is overdue is unknown once it was looked for', async () => {
  const clock = { at: Date.parse('2026-11-19T20:31:00Z') }
  const failures: unknown[] = []
  const bookings = createBookings({
    store: memoryBookings(),
    now: () => new Date(clock.at),
    lasts: LASTS,
    onFailure: (failure) => failures.push(failure),
  })
  const sent = Promise.withResolvers<SentBooking>()
  const answered = bookings.once(CALL, () => sent.promise)
  const stateNow = async () => (await bookings.find('sandbox', ID)).booking.state
  await expect.poll(stateNow).toBe('in_flight')

  clock.at += LASTS
  await bookings.expireOverdue()
  expect(await stateNow()).toBe('in_flight')

  clock.at += 1
  expect(await stateNow()).toBe('in_flight')
  expect((await bookings.list('sandbox', { offset: 0, limit: 50 })).bookings.map(({ state }) => state)).toEqual([
    'in_flight',
  ])
  await bookings.expireOverdue()
  expect(await stateNow()).toBe('unknown')

  // An answer that comes after all is what is known then.
  sent.resolve({ response: Response.json({ detail: 'No such key.' }, { status: 400 }), fault: null })
  expect((await answered).status).toBe(400)
  expect(await stateNow()).toBe('refused')
  expect(failures).toEqual([])
})
