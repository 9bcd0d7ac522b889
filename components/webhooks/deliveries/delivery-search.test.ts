import { expect, test } from 'vitest'
import { countsQuery, DELIVERIES, rowsQuery } from './delivery-search.ts'

const { none: NO_FILTERS, isFiltered, read, write } = DELIVERIES

const ENDPOINT = '11111111-1111-4111-8111-111111111111'

test('an address says the filters, the page and the open delivery, and is read back', () => {
  const place = {
    filters: {
      states: ['gave_up'],
      codes: ['5xx', 'timeout'],
      event_types: ['a.b'],
      endpoints: [ENDPOINT],
      subject: ENDPOINT,
      within: 'week',
      from: '2026-11-20T08:00:00.000Z',
      to: null,
    },
    offset: 50,
    limit: 50,
    delivery: 7,
  } as const
  expect(read(write(place))).toEqual({ place, ignored: [] })
})

test('nothing is said of what is usual; what is no filter is ignored, and named', () => {
  const usual = read(new URLSearchParams())
  expect(usual).toEqual({ place: { filters: NO_FILTERS, offset: 0, limit: 50, delivery: null }, ignored: [] })
  expect(String(write(usual.place))).toBe('')
  expect(read(new URLSearchParams('states=lost')).ignored).toEqual(['states'])
})

test('rows are of the period, or of the part that is chosen; counts are of the whole window', () => {
  const now = Date.parse('2026-11-21T08:00:42Z')
  const filters = { ...NO_FILTERS, codes: ['4xx'] as const }
  expect(rowsQuery(filters, now)).toEqual({ codes: ['4xx'], from: '2026-11-20T08:15:00.000Z' })
  const part = { ...filters, from: '2026-11-21T06:00:00.000Z', to: '2026-11-21T07:00:00.000Z' }
  expect(rowsQuery(part, now)).toEqual({ codes: ['4xx'], from: part.from, to: part.to })
  expect(countsQuery(part, now)).toMatchObject({
    from: part.from,
    window_from: '2026-11-20T08:15:00.000Z',
    window_to: '2026-11-21T08:15:00.000Z',
    bars: 96,
  })
  expect([isFiltered(NO_FILTERS), isFiltered(filters), isFiltered({ ...NO_FILTERS, to: part.to })]).toEqual([
    false,
    true,
    true,
  ])
})
