import { expect, test } from 'vitest'
import { parseTour, tourParams } from './run.ts'

test.each([
  ['draw', '3', { tour: 'draw', step: 2 }],
  ['draw', null, { tour: 'draw', step: 0 }],
  ['data', '0', { tour: 'data', step: 0 }],
  ['data', '-4', { tour: 'data', step: 0 }],
  ['morning', '2.5', { tour: 'morning', step: 0 }],
  ['morning', 'x', { tour: 'morning', step: 0 }],
  ['other', '1', null],
  [null, '1', null],
])('?tour=%s&step=%s', (tour, step, parsed) => {
  expect(parseTour(tour, step)).toEqual(parsed)
})

test('a running tour is in the address, and one that is done is not', () => {
  const run = { tour: 'draw', step: 2, is_done: false, turn: 1, opener: null } as const
  expect(tourParams(run)).toEqual({ tour: 'draw', step: '3' })
  expect(tourParams({ ...run, is_done: true })).toEqual({ tour: '', step: '' })
  expect(tourParams(null)).toEqual({ tour: '', step: '' })
})
