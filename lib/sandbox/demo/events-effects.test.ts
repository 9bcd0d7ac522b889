/** Effects of events in a demo, the same as on a server. */
import { expect, test } from 'vitest'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER, getBooking } from '#lib/domains/bookings/booking.ts'
import { countSourceDays, listEvents } from '#lib/domains/events/received.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { testBrowser } from './engine.testing.ts'

const ATTEMPT = '5f0c6d1e-1111-4222-8333-1a2b3c4d5e6f'

test('a pending booking is confirmed by its event alone, at the time of the event, also after a reload', async () => {
  const browser = testBrowser()
  const { engine, send, read, errors } = await browser.openTab({ scenario: 'booking-late' })
  const query = { order_type: ['at_home_phlebotomy'], status: ['requisition_created'], size: 1 }
  const [order] = (await read(listOrders, { query })).orders
  const made = await send(bookPhlebotomyAppointment, {
    params: { order_id: order?.id ?? '' },
    json: { booking_key: 'any', async_confirmation: true },
    headers: { [ATTEMPT_HEADER]: ATTEMPT },
  })
  expect(await made.json()).toMatchObject({ status: 'pending' })
  const bookingIn = async ({ read: from }: Pick<Awaited<ReturnType<typeof browser.openTab>>, 'read'>) =>
    (await from(getBooking, { params: { booking_id: ATTEMPT } })).booking
  expect((await bookingIn({ read })).state).toBe('pending')
  const asked_at = Date.parse((await bookingIn({ read })).asked_at)
  await engine.pause()
  await engine.advance(HOUR)

  const settled = await bookingIn({ read })
  expect(settled.state).toBe('confirmed')
  const { events } = await read(listEvents, { query: { order_id: order?.id ?? '' } })
  const confirmed = events.find(({ event_type }) => event_type === 'labtest.appointment.updated')
  expect(Date.parse(confirmed?.received_at ?? '') - asked_at).toBeLessThan(5 * MINUTE)
  expect(settled.history.at(-1)).toMatchObject({ state: 'confirmed', event_id: confirmed?.id })
  expect(errors).toEqual([])
  expect((await bookingIn(await browser.openTab())).state).toBe('confirmed')
})

test('two weeks of days have data, of most people who have a source', async () => {
  const { engine, read } = await testBrowser().openTab()
  const { users } = await read(listUsers, { query: { limit: 60 } })
  const connected = users.filter(({ connected_sources }) => connected_sources.length > 0)
  const to = new Date(engine.snapshot().clock.now).toISOString()
  const counts = await Promise.all(
    connected.map(async ({ user_id }) => (await read(countSourceDays, { query: { user_id, to } })).sources),
  )
  expect(counts.filter((sources) => sources.length > 0).length).toBeGreaterThan(connected.length * 0.85)
  const days = counts.flat().map((source) => source.days.filter((count) => count > 0).length)
  expect(days.filter((filled) => filled >= 5).length).toBeGreaterThan(days.length / 2)
})
