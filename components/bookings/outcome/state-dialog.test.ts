import { expect, test } from 'vitest'
import { bookingOf } from '#components/bookings/book/booking.testing.ts'
import { initialState, stateForm } from './state-dialog.tsx'

test('no state is assumed: without a proposal it has to be chosen', () => {
  const initial = initialState(bookingOf(), null, 'Asked the provider.')
  expect(initial.state).toBe('')
  const { error } = stateForm.safeParse(initial)
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([['state', 'Choose a state.']])
  expect(stateForm.parse({ ...initial, state: 'failed' })).toEqual({ state: 'failed', note: 'Asked the provider.' })
})

test('what somebody else’s word suggests is proposed', () => {
  expect(initialState(bookingOf(), 'cancelled', '').state).toBe('cancelled')
})

const NEW_YORK = { state: 'confirmed', note: 'Asked.', zone: 'America/New_York' } as const

test('a time that clocks skip is refused', () => {
  const { error } = stateForm.safeParse({ ...NEW_YORK, day: '2027-03-14', time: '02:30', which: '' })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['time', 'This time doesn’t exist that day: clocks in America/New York skip it. Enter another time.'],
  ])
})

test('of a time that comes twice one has to be chosen; a booking in the second stays there', () => {
  const twice = { ...NEW_YORK, day: '2027-11-07', time: '01:30' }
  expect(stateForm.safeParse({ ...twice, which: '' }).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'which',
  ])
  const startOf = (which: string) => stateForm.parse({ ...twice, which }).visit?.start_at
  expect([startOf('first'), startOf('second')]).toEqual(['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z'])
  const booking = bookingOf({ start_at: '2027-11-07T06:30:00Z', iana_timezone: 'America/New_York' })
  expect(initialState(booking, null, '')).toMatchObject({ day: '2027-11-07', time: '01:30', which: 'second' })
})
