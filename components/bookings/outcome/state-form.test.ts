import { expect, test } from 'vitest'
import { bookingOf } from '#components/bookings/book/booking.testing.ts'
import { initialState, stateForm } from './state-form.ts'

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
