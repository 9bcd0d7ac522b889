import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ASYNC_TIMEOUT, appointmentBooking, SYNC_TIMEOUT } from '#lib/domains/bookings/appointment.ts'
import { type BookingValues, bookingFormOf, EMPTY_VALUES, notesLength, rangeWords, UNITS } from './booking-form.ts'

const typed = (changes: Partial<BookingValues> = {}) =>
  bookingFormOf(false).safeParse({ ...EMPTY_VALUES, booking_key: ' bk_1 ', ...changes })
const problems = (changes: Partial<BookingValues>) =>
  typed(changes).error?.issues.map(({ path, message }) => [path[0], message])

test('what is typed becomes the body; times travel only where the service goes on by itself', () => {
  expect(typed({ sync_amount: 'soon' }).data).toEqual({
    booking_key: 'bk_1',
    appointment_notes: null,
    async_confirmation: false,
  })
  expect(typed({ mode: 'background', appointment_notes: ' Dog. ' }).data).toEqual({
    booking_key: 'bk_1',
    appointment_notes: 'Dog.',
    async_confirmation: true,
    sync_confirmation_timeout_millisecond: 2_500,
    async_confirmation_timeout_millisecond: 900_000,
  })
})

test('what is wrong is said at its box, in units that a person types', () => {
  expect(problems({ booking_key: '  ', appointment_notes: 'x'.repeat(1_001) })).toEqual([
    ['booking_key', 'Enter the booking key.'],
    ['appointment_notes', 'Keep the notes within 1000 characters.'],
  ])
  expect(problems({ mode: 'background', sync_amount: '11', async_amount: '49', async_unit: 'hours' })).toEqual([
    ['sync_amount', 'Between 1 and 10 seconds.'],
    ['async_amount', 'Between 1 minute and 48 hours.'],
  ])
  expect(problems({ mode: 'background', sync_amount: '', async_amount: 'x' })).toHaveLength(2)
  expect([rangeWords(SYNC_TIMEOUT), rangeWords(ASYNC_TIMEOUT)]).toEqual([
    'Between 1 and 10 seconds',
    'Between 1 minute and 48 hours',
  ])
})

test('notes are counted as the contract counts', () => {
  const notes = '😀'.repeat(1_000)
  expect([notesLength(` ${notes} `), typed({ appointment_notes: notes }).success]).toEqual([1_000, true])
  expect(typed({ appointment_notes: `${notes}.` }).success).toBe(false)
})

test('whatever is typed, what passes is a body that the contract takes', () => {
  const amount = fc.oneof(fc.double({ min: 0, max: 200, noNaN: true }).map(String), fc.nat().map(String), fc.string())
  const values = fc.record({
    booking_key: fc.string(),
    why: fc.string(),
    appointment_notes: fc.string(),
    mode: fc.constantFrom('wait' as const, 'background' as const),
    sync_amount: amount,
    sync_unit: fc.constantFrom(...UNITS),
    async_amount: amount,
    async_unit: fc.constantFrom(...UNITS),
  })
  fc.assert(
    fc.property(values, (each) => {
      const { data } = bookingFormOf(false).safeParse(each)
      if (data) expect(appointmentBooking.safeParse(data).success).toBe(true)
    }),
  )
})

test('an order that is drawn in another way needs a reason, which goes to the provider', () => {
  const explained = (why: string) => bookingFormOf(true).safeParse({ ...EMPTY_VALUES, booking_key: 'bk_1', why })
  expect(explained(' ').error?.issues).toMatchObject([{ path: ['why'] }])
  expect(explained(' Can’t walk. ').data).toMatchObject({ appointment_notes: 'At-home visit because: Can’t walk.' })
})
