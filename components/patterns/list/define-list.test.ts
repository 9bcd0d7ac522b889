import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineList, toggled } from './define-list.ts'

const LIST = defineList({
  address: z.object({
    states: z.array(z.enum(['on', 'off'])).optional(),
    within: z.enum(['day', 'week']).default('day'),
    offset: z.int().default(0),
  }),
  place: ['offset'],
  always: ['within'],
})

test('filters stand apart from the place, and those that always stand filter nothing', () => {
  const { place, ignored } = LIST.read(new URLSearchParams('states=on&within=week&offset=50&x=1'))
  expect([place, ignored]).toEqual([{ filters: { states: ['on'], within: 'week' }, offset: 50 }, []])
  expect(String(LIST.write(place))).toBe('states=on&within=week&offset=50')
  expect(LIST.none).toEqual({ states: [], within: 'day' })
  const cleared = LIST.cleared(place.filters)
  expect([cleared, LIST.isFiltered(cleared), LIST.isFiltered(place.filters)]).toEqual([
    { states: [], within: 'week' },
    false,
    true,
  ])
})

test('a value is chosen and left again', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a'], 'a')).toEqual([])
})
