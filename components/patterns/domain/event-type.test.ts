import { expect, test } from 'vitest'
import { eventWords } from './event-type.tsx'

test.each([
  ['daily.data.heart_rate.created', 'Heart rate'],
  ['daily.data.sleep.updated', 'Sleep updated'],
  ['historical.data.workouts.created', 'Workouts, history'],
  ['labtest.order.updated', 'Order updated'],
  ['labtest.result.critical', 'Critical result'],
  ['provider.connection.error', 'Connection error'],
  ['weather.changed', 'weather.changed'],
  ['', ''],
])('an agent reads %j as %j', (type, words) => {
  expect(eventWords(type)).toBe(words)
})
