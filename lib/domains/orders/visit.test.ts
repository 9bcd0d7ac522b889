/** Which evidence on a visit wins: the newest, whoever it comes from; and what is said where it contradicts itself. */
import { describe, expect, test } from 'vitest'
import type { Booking, BookingState } from '#lib/domains/bookings/booking.ts'
import { makeOrder } from './order.testing.ts'
import { bookingVisit, clashWords, visitAdvice, visitOf } from './visit.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString()
const HIGH: Readonly<Record<string, string>> = { cancelled: 'cancelled', requisition_created: 'received' }

/** An at-home order with events by minute. */
function orderWith(...events: [minute: number, low: string][]) {
  const method = 'at_home_phlebotomy'
  return makeOrder({
    details: { type: method },
    lab_test: { name: 'Lipids', method },
    events: [[0, 'requisition_created'] as const, ...events].map(([minute, low], id) => {
      return { id, created_at: at(minute), status: `${HIGH[low] ?? 'collecting_sample'}.${method}.${low}` }
    }),
  })
}

/** Asked for at minute 5, answered at minute 6; `entered` is the minute of a person's entry. */
function bookingOf(state: BookingState, changes: Partial<Booking> & { by?: number } = {}): Booking {
  const { by, ...rest } = changes
  return {
    ...{ id: '1', order_id: makeOrder().id, state, version: 2, asked_at: at(5), answered_at: at(6) },
    ...{ asked_by: { id: 'a', name: 'Ada' }, gives_up_at: null, start_at: null, end_at: null, iana_timezone: null },
    provider: null,
    said: { state: by === undefined ? state : 'confirmed', at: at(6) },
    entered: by === undefined ? null : { at: at(by), by: { id: 'r', name: 'Rosa Adeyemi' } },
    ...rest,
  }
}

const told = (order: ReturnType<typeof orderWith>, ...bookings: Booking[]) => {
  const visit = visitOf(order, bookings)
  return visit && { state: visit.state, by: visit.entered_by, still: visit.still, stands: visit.outlives_order }
}
const plain = { by: null, still: null, stands: false }
const ROSA = 'Rosa Adeyemi'

describe('the newest evidence wins', () => {
  test.each<[string, [number, string][], Booking[], object | null]>([
    ['nothing tells of a visit', [], [], null],
    ['events alone', [[7, 'appointment_scheduled']], [], { ...plain, state: 'confirmed' }],
    [
      'the last of events',
      [
        [7, 'appointment_scheduled'],
        [8, 'appointment_cancelled'],
      ],
      [],
      { ...plain, state: 'cancelled' },
    ],
    [
      'a sample at the lab was drawn',
      [
        [7, 'appointment_scheduled'],
        [9, 'delivered_to_lab'],
      ],
      [],
      { ...plain, state: 'completed' },
    ],
    ['a booking before any event', [], [bookingOf('pending')], { ...plain, state: 'pending' }],
    [
      'an event of an earlier visit is none of a later booking',
      [[3, 'appointment_cancelled']],
      [bookingOf('unknown', { said: null })],
      { ...plain, state: 'unknown' },
    ],
    [
      'an event after the answer',
      [[9, 'appointment_cancelled']],
      [bookingOf('confirmed')],
      { ...plain, state: 'cancelled' },
    ],
    [
      'a word of the service after the event',
      [[7, 'appointment_scheduled']],
      [bookingOf('cancelled', { said: { state: 'cancelled', at: at(9) } })],
      { ...plain, state: 'cancelled' },
    ],
    [
      'a person after the event',
      [[7, 'appointment_scheduled']],
      [bookingOf('cancelled', { by: 9 })],
      { state: 'cancelled', by: ROSA, still: 'confirmed', stands: false },
    ],
    [
      'a person after the answer alone',
      [],
      [bookingOf('cancelled', { by: 9 })],
      { state: 'cancelled', by: ROSA, still: 'confirmed', stands: false },
    ],
    [
      'a person, and the service agrees',
      [[7, 'appointment_scheduled']],
      [bookingOf('confirmed', { by: 9 })],
      { ...plain, state: 'confirmed', by: ROSA },
    ],
    [
      'an event after the person',
      [
        [7, 'appointment_scheduled'],
        [11, 'appointment_scheduled'],
      ],
      [bookingOf('cancelled', { by: 9 })],
      { ...plain, state: 'confirmed' },
    ],
    [
      'a person who found that there is none',
      [],
      [bookingOf('failed', { by: 9 })],
      { state: 'failed', by: ROSA, still: 'confirmed', stands: false },
    ],
    [
      'no appointment either way is no clash',
      [[7, 'appointment_cancelled']],
      [bookingOf('failed', { by: 9 })],
      { ...plain, state: 'failed', by: ROSA },
    ],
    [
      'an attempt that was refused is no evidence',
      [[3, 'appointment_scheduled']],
      [bookingOf('refused')],
      { ...plain, state: 'confirmed' },
    ],
    [
      'the open booking before a newer one that is over',
      [],
      [bookingOf('cancelled', { id: '2', asked_at: at(7) }), bookingOf('confirmed')],
      { ...plain, state: 'confirmed' },
    ],
    [
      'of bookings that are over the newest',
      [],
      [
        bookingOf('cancelled'),
        bookingOf('completed', { id: '2', asked_at: at(7), said: { state: 'completed', at: at(8) } }),
      ],
      { ...plain, state: 'completed' },
    ],
  ])('%s', (_, events, bookings, expected) => expect(told(orderWith(...events), ...bookings)).toEqual(expected))

  test('a visit that begins anew after the booking was over was booked elsewhere', () => {
    const visit = visitOf(orderWith([11, 'appointment_scheduled']), [bookingOf('cancelled')])
    expect([visit?.state, visit?.booking]).toEqual(['confirmed', null])
  })

  test('a booking that is over stays so in its own row, whatever later events tell of the order', () => {
    const order = orderWith([7, 'appointment_scheduled'], [20, 'appointment_scheduled'])
    expect(bookingVisit(order, bookingOf('cancelled')).state).toBe('cancelled')
    expect(bookingVisit(order, bookingOf('cancelled', { by: 9 }))).toMatchObject({ state: 'cancelled', still: null })
    expect(bookingVisit(orderWith([7, 'appointment_scheduled']), bookingOf('cancelled', { by: 9 })).still).toBe(
      'confirmed',
    )
    expect(bookingVisit(null, bookingOf('cancelled', { by: 9 })).still).toBe('confirmed')
  })
})

describe('an order that is canceled while its visit stands', () => {
  const CANCELED: [number, string] = [30, 'cancelled']

  test.each<[BookingState, boolean]>([
    ['pending', true],
    ['confirmed', true],
    ['unknown', true],
    ['completed', false],
    ['cancelled', false],
  ])('booked here, %s: %s', (state, stands) => {
    const booking = bookingOf(state)
    expect(visitOf(orderWith(CANCELED), [booking])?.outlives_order).toBe(stands)
    expect(bookingVisit(orderWith(CANCELED), booking).outlives_order).toBe(stands)
    expect(
      visitOf({ ...orderWith(), order_transaction: { id: '', status: 'cancelled', orders: [] } }, [booking])
        ?.outlives_order,
    ).toBe(stands)
    expect(visitOf(orderWith(), [booking])?.outlives_order).toBe(false)
  })

  test('booked elsewhere, until an event says that it is off', () => {
    const visit = visitOf(orderWith([7, 'appointment_scheduled'], CANCELED), [])
    expect(visit?.outlives_order).toBe(true)
    // No booking is here to record anything on.
    expect(visit && clashWords(visit)?.todo).toMatch(/It stays here until the service reports it\.$/)
    const booked = visitOf(orderWith(CANCELED), [bookingOf('confirmed')])
    expect(booked && clashWords(booked)?.todo).toMatch(/Then record it on the booking\.$/)
    expect(
      visitOf(orderWith([7, 'appointment_scheduled'], [8, 'appointment_cancelled'], CANCELED), [])?.outlives_order,
    ).toBe(false)
    expect(visitOf(orderWith(CANCELED), [])).toBeNull()
  })

  test('a person settles it', () => {
    expect(
      visitOf(orderWith([7, 'appointment_scheduled'], CANCELED), [bookingOf('cancelled', { by: 40 })])?.outlives_order,
    ).toBe(false)
  })
})

test('what contradicts itself is said with the name, and what to do; what agrees says nothing', () => {
  const words = (...bookings: Booking[]) => {
    const visit = visitOf(orderWith([7, 'appointment_scheduled']), bookings)
    return visit && clashWords(visit)
  }
  expect(words(bookingOf('cancelled', { by: 9 }))).toEqual({
    brief: 'Service says scheduled',
    happened: 'Canceled here by Rosa Adeyemi; the service still says scheduled.',
    todo: 'Ask the provider to cancel it with the service, too. Then book again if a draw is still needed.',
  })
  expect(words(bookingOf('confirmed'))).toBeNull()
  expect(words()).toBeNull()
})

test.each<[string, Booking, string | undefined]>([
  ['requisition_created', bookingOf('confirmed'), 'The appointment is booked.'],
  ['requisition_created', bookingOf('unknown', { said: null }), 'A booking’s outcome is unknown.'],
  ['appointment_scheduled', bookingOf('confirmed'), undefined],
  ['partial_results', bookingOf('completed'), undefined],
])('the words on an order at %s follow its visit', (low, booking, happened) => {
  expect(visitAdvice(low, visitOf(orderWith(), [booking]))?.happened).toBe(happened)
})
