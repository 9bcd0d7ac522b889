/** News about bookings in events, and the bookings that each may change. */
import { describe, expect, test } from 'vitest'
import type { BookingState } from '#lib/domains/bookings/booking.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { bookingNews, bookingToChange } from './event-news.ts'
import type { BookingNews, KeptBooking } from './store.ts'

const ORDER = '00000000-0000-4000-8000-000000000001'
const USER = '00000000-0000-4000-8000-000000000002'
const OWN = '00000000-0000-4000-8000-00000000000a'
const OTHER = '00000000-0000-4000-8000-00000000000b'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString()

const appointment = (changes: object = {}) => ({
  id: OWN,
  user_id: USER,
  order_id: ORDER,
  address: {},
  type: 'phlebotomy',
  provider: 'vialroute',
  status: 'confirmed',
  event_status: 'scheduled',
  start_at: '2026-11-24T15:00:00Z',
  events: [9, 6].map((minute) => ({ created_at: at(minute), data: null })),
  event_data: null,
  ...changes,
})

function kept(
  state: BookingState,
  changes: Partial<KeptBooking> & { id?: string; asked_at?: string } = {},
): KeptBooking {
  const { id = '1', asked_at = at(5), ...rest } = changes
  const nothing = {
    answered_at: null,
    gives_up_at: null,
    start_at: null,
    end_at: null,
    iana_timezone: null,
    provider: null,
    said: null,
    entered: null,
  }
  const booking = { id, order_id: ORDER, state, version: 2, asked_at, asked_by: { id: 'a', name: 'Ada' }, ...nothing }
  return { booking, digest: '', status: null, answer: null, appointment_id: null, event_at: null, history: [], ...rest }
}

const news = (changes: Partial<BookingNews> = {}): BookingNews => ({
  order_id: ORDER,
  user_id: USER,
  appointment_id: OWN,
  state: 'confirmed',
  began_at: at(6),
  said_at: at(9),
  version_at: at(10),
  visit: null,
  ...changes,
})
/** The second event that arrived says it. */
const changed = (bookings: KeptBooking[], one: BookingNews) =>
  bookingToChange(bookings, { ...one, event_id: 2, at: at(10) })?.booking.id ?? null

describe('an event says of a booking', () => {
  test('what its appointment says, and since when there is one', () => {
    expect(bookingNews(appointment(), at(10))).toEqual(
      news({ visit: { start_at: '2026-11-24T15:00:00Z', end_at: null, iana_timezone: null, provider: 'vialroute' } }),
    )
    expect(bookingNews(appointment({ created_at: at(2) }), at(10))?.began_at).toBe(at(2))
  })

  test.each([
    ['confirmed', 'confirmed'],
    ['in_progress', 'confirmed'],
    ['pending', 'pending'],
    ['reserved', 'pending'],
    ['completed', 'completed'],
    ['cancelled', 'cancelled'],
  ])('of an appointment that is %s: %s', (status, state) => {
    expect(bookingNews(appointment({ status }), at(10))?.state).toBe(state)
  })

  test('nothing that a database doesn’t take', () => {
    expect(bookingNews(appointment({ provider: 'vial\0route\ud83d' }), at(10))?.visit?.provider).toBe('vial�route�')
    const events = [{ id: 1, created_at: at(6), status: 'collecting_sample.at_home_phlebotomy.appointment_scheduled' }]
    const order = makeOrder({
      id: ORDER,
      events,
      details: { type: 'at_home_phlebotomy', data: { appointment_id: 'x' } },
    })
    expect(bookingNews(order, at(10))).toMatchObject({ state: 'confirmed', appointment_id: null })
  })

  test.each<[string, BookingNews['state']]>([
    ['appointment_scheduled', 'confirmed'],
    ['appointment_pending', 'pending'],
    ['appointment_cancelled', 'cancelled'],
    ['draw_completed', 'completed'],
  ])('of an order whose newest status is %s: %s', (low, state) => {
    const status = (minute: number, name: string) => ({
      id: minute,
      created_at: at(minute),
      status: `collecting_sample.at_home_phlebotomy.${name}`,
    })
    const events = [status(8, low), status(7, 'ordered')]
    const order = makeOrder({
      id: ORDER,
      user_id: USER,
      events,
      details: { type: 'at_home_phlebotomy', data: { appointment_id: OWN } },
    })
    expect(bookingNews(order, at(10))).toEqual(news({ state, began_at: at(8), said_at: at(8) }))
  })

  test.each<[string, unknown]>([
    ['an order that waits for nothing', makeOrder({ events: [] })],
    ['an appointment in a state nobody knows', appointment({ status: 'dreaming' })],
    ['no order at all', { id: 1 }],
  ])('nothing where it is about %s', (_, data) => expect(bookingNews(data, at(1))).toBeNull())
})

describe('an event changes', () => {
  const own = { appointment_id: OWN }

  test.each<[BookingState, BookingNews['state'], boolean]>([
    ['pending', 'confirmed', true],
    ['pending', 'cancelled', true],
    ['pending', 'pending', false],
    ['unknown', 'pending', true],
    ['in_flight', 'confirmed', true],
    ['in_flight', 'pending', false],
    ['in_flight', 'cancelled', false],
    ['confirmed', 'cancelled', true],
    ['confirmed', 'completed', true],
    ['confirmed', 'pending', false],
    ['confirmed', 'confirmed', false],
    ['cancelled', 'confirmed', false],
    ['completed', 'cancelled', false],
    ['failed', 'confirmed', false],
    ['refused', 'confirmed', false],
  ])('its own %s booking by %s: %s', (before, state, isChanged) => {
    expect(changed([kept(before, own)], news({ state }))).toBe(isChanged ? '1' : null)
  })

  test('nothing when it is older than what was taken, or the same again', () => {
    const history = [{ at: at(10), state: 'pending' as const, by: null, note: null, event_id: 2 }]
    const taken = kept('pending', { ...own, event_at: at(10), history })
    expect(changed([taken], news())).toBeNull()
    expect(changed([taken], news({ version_at: at(9) }))).toBeNull()
    expect(changed([taken], news({ version_at: at(11) }))).toBe('1')
    const finer = (digits: string) => `2026-11-26T03:00:47.106${digits}Z`
    const precise = kept('confirmed', { ...own, event_at: finer('778') })
    expect(changed([precise], news({ state: 'cancelled', version_at: finer('112') }))).toBeNull()
    expect(changed([precise], news({ state: 'cancelled', version_at: finer('7781') }))).toBe('1')
  })

  test.each([
    [1, '1'],
    [2, null],
    [3, null],
  ])('of two that are equally new, the one received later; before it was event %i', (event_id, is) => {
    const byHand = {
      at: at(11),
      state: 'confirmed' as const,
      by: { id: 'a', name: 'Ada' },
      note: 'Asked.',
      event_id: null,
    }
    const history = [{ ...byHand, by: null, note: null, event_id }, byHand]
    const taken = kept('confirmed', { ...own, event_at: at(10), history })
    expect(changed([taken], news({ state: 'cancelled' }))).toBe(is)
  })

  const entry = (state: BookingState, minute: number, start_at: string | null = null) => {
    const one = kept(state, own)
    const entered = { at: at(minute), by: { id: 'r', name: 'Rosa' } }
    return { ...one, booking: { ...one.booking, entered, start_at } }
  }

  test.each<[string, KeptBooking, Partial<BookingNews>, boolean]>([
    ['older than a person’s entry: nothing', entry('confirmed', 9), { state: 'cancelled' }, false],
    ['however late its version', entry('cancelled', 9), { state: 'confirmed', version_at: at(50) }, false],
    ['newer than the entry', entry('cancelled', 8), { state: 'confirmed' }, true],
    ['newer, back to waiting', entry('completed', 8), { state: 'pending' }, true],
    [
      'older, but with the time that was missing',
      entry('confirmed', 9),
      { visit: { start_at: at(59), end_at: null, iana_timezone: null, provider: null } },
      true,
    ],
    [
      'older, and the time is known',
      entry('confirmed', 9, at(58)),
      { visit: { start_at: at(59), end_at: null, iana_timezone: null, provider: null } },
      false,
    ],
  ])('%s', (_, one, changes, isTaken) => {
    expect(changed([one], news(changes))).toBe(isTaken ? '1' : null)
  })

  test('a confirmed visit that has moved', () => {
    const visit = { start_at: '2026-11-25T15:00:00Z', end_at: null, iana_timezone: null, provider: null }
    expect(changed([kept('confirmed', own)], news({ visit }))).toBe('1')
  })

  test('the appointment as it was answered counts', () => {
    const answer = JSON.stringify(appointment())
    expect(changed([kept('confirmed', { answer })], news({ state: 'cancelled' }))).toBe('1')
    expect(changed([kept('pending', { answer })], news({ appointment_id: OTHER }))).toBeNull()
  })

  test('nothing under another user’s id than the one that a booking of the order was answered with', () => {
    const answer = JSON.stringify(appointment())
    const foreign = news({ state: 'cancelled', user_id: OTHER })
    expect(changed([kept('confirmed', { answer })], foreign)).toBeNull()
    expect(changed([kept('unknown', { id: '2' }), kept('cancelled', { answer })], foreign)).toBeNull()
  })

  test('of an unknown appointment only what waits, and only when it began after it was asked for', () => {
    expect(changed([kept('unknown')], news())).toBe('1')
    expect(changed([kept('unknown')], news({ began_at: at(1) }))).toBeNull()
    expect(changed([kept('unknown')], news({ began_at: null }))).toBeNull()
    expect(changed([kept('confirmed')], news({ state: 'cancelled' }))).toBeNull()
  })

  test('one booking at most: its own before any other, else the newest', () => {
    const lost = kept('unknown', { id: 'lost', asked_at: at(4) })
    const pending = kept('pending', { id: 'pending', asked_at: at(3), ...own })
    expect(changed([lost, pending], news({ state: 'cancelled' }))).toBe('pending')
    expect(changed([kept('unknown', { id: 'older', asked_at: at(3) }), lost], news())).toBe('lost')
    expect(changed([lost, kept('cancelled', { id: 'own', ...own })], news())).toBeNull()
  })
})
