import { beforeEach, expect, test } from 'vitest'
import { getBooking, listBookings, setBookingState } from '#lib/domains/bookings/booking.ts'
import { NOW, testConsole } from '#lib/system/console/console.testing.ts'

const ID = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const ORDER = '07ad9e52-1111-4222-8333-9a6f2c8165fe'
const NOTE = 'The provider has called about Maren.'
const ANSWER = {
  id: '0be71f43-1111-4222-8333-9a6f2c811b92',
  user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b',
  order_id: ORDER,
  address: { first_line: '2715 Stout St', access_notes: 'Buzzer 4' },
  type: 'phlebotomy',
  provider: 'wrenlow',
  status: 'pending',
  event_status: 'pending',
  event_data: {},
}

let backend: ReturnType<typeof testConsole>
const at = NOW.toISOString()
const params = { environment: 'sandbox', booking_id: ID }
const set = (changes: object = {}, as = 'lab_coordinator') =>
  backend.send(setBookingState, { params, json: { state: 'cancelled', note: NOTE, version: 2, ...changes }, as })

beforeEach(async () => {
  backend = testConsole()
  const asked_by = { id: 'staff-1', name: 'Rosa' }
  const attempt = { id: ID, order_id: ORDER, asked_at: at, asked_by, gives_up_at: at, digest: 'x' }
  await backend.store.beginBooking('sandbox', attempt)
  const nothing = { start_at: null, end_at: null, iana_timezone: null, provider: 'wrenlow' }
  const answer = JSON.stringify(ANSWER)
  await backend.store.endBooking('sandbox', ID, { ...nothing, at, state: 'pending', status: 200, answer })
})

test('whoever sees orders sees their bookings, with the server’s clock; nothing of it in the audit log but whom it is about', async () => {
  const list = await backend.send(listBookings, {
    params: { environment: 'sandbox' },
    query: { order_id: ORDER, state: 'pending' },
    as: 'read_only',
  })
  const found = listBookings.response.parse(await list.json())
  expect(found).toMatchObject({ bookings: [{ id: ID, state: 'pending', gives_up_at: at }], total: 1, now: at })
  expect(JSON.stringify(found)).not.toContain('Stout')
  const one = getBooking.response.parse(await (await backend.send(getBooking, { params, as: 'support' })).json())
  expect(one.booking).toMatchObject({ appointment: ANSWER, detail: null, history: [{}, { state: 'pending' }] })
  expect(backend.rows.map(({ action, subjects }) => [action, subjects])).toEqual([
    ['list_bookings', [ORDER]],
    ['get_booking', [ANSWER.user_id, ORDER]],
  ])
  expect((await backend.send(listBookings, { params: { environment: 'production' } })).status).toBe(200)
  expect((await backend.send(getBooking, { params: { ...params, environment: 'production' } })).status).toBe(404)
  expect(
    (await backend.send(listBookings, { params: { environment: 'sandbox' }, query: { state: 'odd' } })).status,
  ).toBe(422)
})

test('the state is set by who may book, with a word on how they know, on what they saw', async () => {
  expect((await set({}, 'support')).status).toBe(403)
  expect((await set({ note: ' ' })).status).toBe(422)
  const visit = { start_at: at, iana_timezone: 'America/Denver' }
  expect((await set({ visit })).status).toBe(422)
  expect((await set({ state: 'confirmed', visit: { ...visit, iana_timezone: 'Mars' } })).status).toBe(422)
  expect((await set({ state: 'in_flight' })).status).toBe(422)
  const done = getBooking.response.parse(await (await set()).json())
  expect(done.booking).toMatchObject({ state: 'cancelled', version: 3 })
  expect(done.booking.history.at(-1)).toMatchObject({ by: { name: 'Ada Marker' }, note: NOTE })
  const late = await set({ state: 'confirmed' })
  expect([late.status, (await late.json()).detail]).toEqual([
    409,
    expect.stringContaining('has changed since you opened it'),
  ])
  expect(JSON.stringify(backend.rows)).not.toMatch(/Maren|Stout|Buzzer/)
  expect(backend.rows.at(-1)).toMatchObject({ action: 'set_booking_state', outcome: 'refused' })
})

test('a visit that has not begun is not recorded as completed', async () => {
  const start_at = new Date(NOW.getTime() + 1).toISOString()
  const visit = { start_at, iana_timezone: 'America/Denver' }
  expect((await set({ state: 'confirmed', visit })).status).toBe(200)
  const early = await set({ state: 'completed', version: 3 })
  expect([early.status, (await early.json()).detail]).toEqual([409, expect.stringMatching(/^The visit hasn’t begun/)])
})
