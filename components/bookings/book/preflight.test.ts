import { describe, expect, test } from 'vitest'
import { ageOn } from '#lib/domains/demographics/user-info.ts'
import { bookingOf, draw, ORDER_ID, withEvent } from './booking.testing.ts'
import { type Check, needsReason, preflight, takesBooking } from './preflight.ts'

const TODAY = '2026-11-19'
const levels = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ name, level }) => [name, level]))
const ALL_WELL = { order: 'ok', method: 'ok', appointment: 'ok', address: 'ok' }
const of = (order = draw(), bookings = [bookingOf({ state: 'failed' })]) => levels(preflight(order, bookings))

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
    // Staff may know more about a booking made here.
    const asked_at = '2026-11-19T11:59:00.000Z'
    const said = { state: 'confirmed', at: '2026-11-19T12:00:00.000Z' } as const
    const entered = { at: '2026-11-19T13:00:00.000Z', by: { id: 'r', name: 'Rosa Adeyemi' } }
    const off = bookingOf({ state: 'cancelled', asked_at, said, entered })
    expect(of(withEvent(low), [off])).toMatchObject({ appointment: 'look' })
    expect(of(withEvent(low), [bookingOf({ state: 'failed' })])).toMatchObject({ appointment: 'block' })
  })

  test('all else is advice with its reason', () => {
    const patient_address = { ...draw().patient_address, city: ' ', zip: null }
    const order = {
      ...withEvent('cancelled'),
      patient_address,
      lab_test: { name: 'Lipids', method: 'testkit' },
    }
    const checks = preflight(order, [bookingOf({ state: 'unknown' })])
    expect(levels(checks)).toEqual({
      order: 'look',
      method: 'look',
      lost: 'look',
      address: 'look',
    })
    expect(checks.find(({ name }) => name === 'address')?.reason).toContain('Missing: city, ZIP')
    expect(of(draw({ patient_address: null }))).toMatchObject({ address: 'look' })
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

test.each([
  ['2715 Stout St', 'CO', '80205', {}],
  ['PO Box 12', 'CO', '80205', { address: 'look' }],
  ['General Delivery', 'CO', '80205', { address: 'look' }],
  ['PSC 802 Box 74', 'AE', '09012', { address: 'look' }],
  ['2715 Stout St', 'CO', '10001', { zip: 'look' }],
  ['▒▒▒', 'CO', '80205', { address: 'look' }],
])('where nobody can draw blood the page warns: %s, %s %s', (first_line, state, zip, changed) => {
  const patient_address = { ...draw().patient_address, first_line, state, zip }
  expect(of(draw({ patient_address }))).toEqual({ ...ALL_WELL, ...changed })
})

test.each([
  ['at_home_phlebotomy', false],
  ['walk_in_test', true],
  ['testkit', true],
  ['on_site_collection', true],
])('an at-home visit for %s is explained: %s', (method, isAsked) => {
  expect(needsReason({ ...draw(), lab_test: { name: 'Lipids', method } })).toBe(isAsked)
})

test('a visit for an order that has ended is explained', () => {
  expect(needsReason(draw())).toBe(false)
  expect(needsReason(withEvent('appointment_cancelled'))).toBe(false)
  expect(needsReason(withEvent('cancelled'))).toBe(true)
  for (const status of ['active', 'completed', 'cancelled']) {
    const order = draw({ order_transaction: { id: ORDER_ID, status, orders: [] } })
    expect([needsReason(order), takesBooking(order)]).toEqual([status !== 'active', status === 'active'])
  }
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
