import { expect, test } from 'vitest'
import { BOOKING_STATES } from './booking.ts'
import { bookPath, isOverdue, nextStep, recheckInterval } from './queries.ts'

const END = Date.parse('2026-11-21T08:15:00Z')
const pending = { state: 'pending', gives_up_at: '2026-11-21T08:15:00.000Z' } as const

test('a pending booking is overdue once the service should have given up, and is then told as such', () => {
  expect([isOverdue(pending, END - 1), isOverdue(pending, END)]).toEqual([false, true])
  expect(isOverdue({ ...pending, gives_up_at: null }, END)).toBe(false)
  expect(isOverdue({ ...pending, state: 'confirmed' }, END)).toBe(false)
  expect(nextStep(pending, END - 1)).toContain('Don’t tell the patient it’s booked')
  expect(nextStep(pending, END)).toContain('Should have been canceled by now, but no event has said so')
  expect(new Set(BOOKING_STATES.map((state) => nextStep({ ...pending, state }, 0))).size).toBe(BOOKING_STATES.length)
})

test('what changes by itself is looked at again', () => {
  expect([recheckInterval(undefined), recheckInterval([]), recheckInterval([{ state: 'confirmed' }])]).toEqual([
    false,
    false,
    false,
  ])
  expect(recheckInterval([{ state: 'confirmed' }, { state: 'unknown' }])).toBeGreaterThan(0)
  expect(bookPath('sandbox', 'o', 'b')).toBe('/sandbox/orders/o/book?attempt=b')
})
