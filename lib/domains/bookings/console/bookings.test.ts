import { expect, test } from 'vitest'
import { type OrderQuery, SourceFailure } from '#lib/console/sources.ts'
import type { BookingState } from '#lib/domains/bookings/booking.ts'
import type { BookingCall, SentBooking } from '#lib/domains/bookings/booking-plan.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
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
    orders: null,
    now: () => new Date(clock.at),
    lasts: LASTS,
    onUnsaved: (failure) => failures.push(failure),
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

/** A console whose journal has one confirmed booking, and a service whose order says more since. */
async function desk(low: string, isDown = false) {
  const clock = { at: Date.parse('2026-11-19T20:31:00Z') }
  const asked: OrderQuery[] = []
  const store = memoryBookings()
  const event = {
    id: 2,
    created_at: '2026-11-19T20:40:00Z',
    status: `collecting_sample.at_home_phlebotomy.${low}`,
  }
  const bookings = createBookings({
    store,
    orders: {
      async searchOrders(_, query) {
        asked.push(query)
        if (isDown) throw new SourceFailure('down')
        return { orders: [makeOrder({ id: CALL.order_id, events: [event] })], total: 1 }
      },
    },
    now: () => new Date(clock.at),
    lasts: LASTS,
    onUnsaved: (failure) => expect.unreachable(String(failure.error)),
  })
  await store.beginBooking('sandbox', {
    ...{ id: ID, order_id: CALL.order_id, asked_at: new Date(clock.at).toISOString() },
    ...{ asked_by: CALL.by, gives_up_at: null, digest: '' },
  })
  await store.endBooking('sandbox', ID, {
    ...{ at: new Date(clock.at + 1).toISOString(), state: 'confirmed', status: 200, answer: null },
    ...{ start_at: null, end_at: null, iana_timezone: null, provider: null },
  })
  clock.at += 30 * 60_000
  const list = (...state: BookingState[]) => bookings.list('sandbox', { state, offset: 0, limit: 50 })
  return { bookings, clock, asked, list }
}

test.each<[string, BookingState]>([
  ['appointment_cancelled', 'cancelled'],
  ['draw_completed', 'completed'],
  ['appointment_scheduled', 'confirmed'],
])('a filter by state goes by what the order has said since: %s', async (low, state) => {
  const { bookings, asked, list } = await desk(low)
  const found = await list(state)
  expect([found.total, found.cancelled]).toEqual([1, state === 'cancelled' ? 1 : 0])
  if (state !== 'confirmed') {
    expect((await list('confirmed')).total).toBe(0)
    const { history, said } = (await bookings.find('sandbox', ID)).booking
    expect(history.at(-1)).toMatchObject({ state, by: null, note: null })
    expect(said).toEqual({ state, at: '2026-11-19T20:40:00.000Z' })
  }
  expect(asked).toHaveLength(1)
})

test('the order is booked again straight away where it says that the visit is off', async () => {
  const { bookings } = await desk('appointment_cancelled')
  const again = { ...CALL, attempt: '9a1f7c52-1111-4222-8333-9a6f2c8165fe' }
  const send = async () => ({ response: Response.json({ detail: 'No.' }, { status: 400 }), fault: null })
  expect((await bookings.once(again, send)).status).toBe(400)
})

test('a service that is down hides no booking', async () => {
  const { list } = await desk('appointment_cancelled', true)
  expect((await list()).total).toBe(1)
})
