import { describe, expect, test } from 'vitest'
import { ageOn } from '#lib/domains/demographics/age.ts'
import { bookingOf, draw, withEvent } from './booking.testing.ts'
import { bookedElsewhere, type Check, orderWord, preflight, takesBooking } from './preflight.ts'

const TODAY = '2026-11-19'
const levels = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ name, level }) => [name, level]))
const ALL_WELL = { order: 'ok', method: 'ok', appointment: 'ok', age: 'ok', address: 'ok' }
const of = (order = draw(), bookings = [bookingOf({ state: 'failed' })]) => levels(preflight(order, bookings, TODAY))

describe('before a booking', () => {
  test('an order that is ready, also after a booking that came to nothing', () => {
    expect(of()).toEqual(ALL_WELL)
    expect(of(draw(), [])).toEqual(ALL_WELL)
  })

  test.each(['in_flight', 'pending', 'confirmed'] as const)('one made here that is %s stops another', (state) => {
    expect(of(draw(), [bookingOf({ state })])).toEqual({ ...ALL_WELL, appointment: 'block' })
  })

  test.each(['appointment_pending', 'appointment_scheduled'])('so does a newest event that is %s', (low) => {
    expect(of(withEvent(low))).toEqual({ ...ALL_WELL, appointment: 'block' })
    // Of one that was made here a person may know better.
    const asked_at = '2026-11-19T11:59:00.000Z'
    expect(of(withEvent(low), [bookingOf({ state: 'cancelled', asked_at })])).toMatchObject({ appointment: 'look' })
    expect(of(withEvent(low), [bookingOf({ state: 'cancelled' })])).toMatchObject({ appointment: 'block' })
  })

  test('all else is advice with its reason', () => {
    const patient_address = { ...draw().patient_address, city: ' ', zip: null }
    const order = {
      ...withEvent('cancelled'),
      patient_address,
      patient_details: { dob: '2008-11-20' },
      lab_test: { name: 'Lipids', method: 'testkit' },
    }
    const checks = preflight(order, [bookingOf({ state: 'unknown' })], TODAY)
    expect(levels(checks)).toEqual({
      order: 'look',
      method: 'look',
      lost: 'look',
      age: 'look',
      address: 'look',
    })
    expect(checks.find(({ name }) => name === 'address')?.reason).toContain('Missing: city, ZIP')
    expect(of(draw({ patient_details: null, patient_address: null }))).toMatchObject({ age: 'look', address: 'look' })
  })

  test.each([
    ['2008-11-19', 18],
    ['2008-11-20', 17],
    ['2008-02-29', 18],
    ['2026-11-20', null],
    ['19 Nov 2008', null],
  ])('born on %s: %o', (birth, age) => {
    expect(ageOn(birth, TODAY)).toBe(age)
  })
})

describe('what the order’s events say of a booking', () => {
  const pending = bookingOf({ state: 'pending', asked_at: '2026-11-19T11:00:00.000Z' })

  test.each([
    ['appointment_scheduled', 'confirmed'],
    ['appointment_cancelled', 'cancelled'],
    ['draw_completed', 'completed'],
  ])('%s since then: %s', (low, state) => {
    expect(orderWord(withEvent(low), pending)).toEqual({ state, low, at: '2026-11-19T12:00:00Z' })
  })

  test('nothing before it was asked for, nothing that is said already, nothing else', () => {
    expect(orderWord(withEvent('appointment_scheduled', '2026-11-19T10:59:59Z'), pending)).toBeNull()
    expect(orderWord(withEvent('appointment_scheduled'), { ...pending, state: 'confirmed' })).toBeNull()
    expect(orderWord(withEvent('appointment_pending'), pending)).toBeNull()
  })
})

describe('an appointment that this console did not make', () => {
  test.each(['appointment_pending', 'appointment_scheduled'])('is told by a newest event that is %s', (low) => {
    expect(bookedElsewhere(withEvent(low), [])).toMatchObject({ low })
    expect(bookedElsewhere(withEvent(low), [bookingOf({ state: 'failed' })])).toMatchObject({ low })
    expect(bookedElsewhere(withEvent(low), [bookingOf({ state: 'confirmed' })])).toBeNull()
    const asked_at = '2026-11-19T11:59:00.000Z'
    expect(bookedElsewhere(withEvent(low), [bookingOf({ state: 'cancelled', asked_at })])).toBeNull()
  })

  test('is not told by any other', () => {
    expect(bookedElsewhere(draw(), [])).toBeNull()
    expect(bookedElsewhere(withEvent('appointment_cancelled'), [])).toBeNull()
  })
})

test('a draw can be booked until it has taken place or the order has ended', () => {
  expect(takesBooking(draw())).toBe(true)
  expect(takesBooking(withEvent('appointment_cancelled'))).toBe(true)
  for (const low of [
    'draw_completed',
    'sample_with_lab',
    'delivered_to_lab',
    'partial_results',
    'completed',
    'cancelled',
  ])
    expect([low, takesBooking(withEvent(low))]).toEqual([low, false])
  expect(takesBooking({ ...draw(), lab_test: { ...draw().lab_test, method: 'testkit' } })).toBe(false)
})
