import { expect, test } from 'vitest'
import { countsQuery, EVENTS, rowsQuery } from './event-search.ts'

const NO_FILTERS = EVENTS.none
const NOW = Date.parse('2026-11-21T08:10:00Z')
const USER = '00000000-0000-4000-8000-000000000001'

test('an address without anything is the usual list, and back', () => {
  const { place, ignored } = EVENTS.read(new URLSearchParams())
  expect(place).toEqual({ filters: NO_FILTERS, offset: 0, limit: 50, up_to: null, event: null })
  expect([ignored, String(EVENTS.write(place))]).toEqual([[], ''])
})

test('an address says all that is chosen, and is read back', () => {
  const filters = {
    ...NO_FILTERS,
    outcomes: ['older', 'stored'] as const,
    event_types: ['daily.data.sleep.created'],
    sources: [''],
    user_id: USER,
    within: 'day' as const,
    from: '2026-11-21T06:00:00.000Z',
  }
  const place = { filters, offset: 50, limit: 100, up_to: 812, event: 7 }
  expect(EVENTS.read(EVENTS.write(place))).toEqual({ place, ignored: [] })
})

test('what an address can’t mean is named, and the rest stands', () => {
  const read = EVENTS.read(new URLSearchParams('outcomes=lost&within=day&event=x'))
  expect(read.ignored.sort()).toEqual(['event', 'outcomes'])
  expect(read.place.filters.within).toBe('day')
})

test('rows are of the period, or of the part that is chosen; counts are of the whole window', () => {
  const filters = { ...NO_FILTERS, within: 'day' as const }
  expect(rowsQuery(filters, NOW)).toEqual({ from: '2026-11-20T08:15:00.000Z' })
  const part = { ...filters, from: '2026-11-21T06:00:00.000Z', to: '2026-11-21T07:00:00.000Z' }
  expect(rowsQuery(part, NOW)).toEqual({ from: part.from, to: part.to })
  expect(countsQuery(part, NOW)).toMatchObject({
    from: part.from,
    window_from: '2026-11-20T08:15:00.000Z',
    window_to: '2026-11-21T08:15:00.000Z',
    bars: 96,
  })
})
