import { expect, test } from 'vitest'
import { isFiltered, NO_FILTERS, readDeliverySearch, rowsQuery, writeDeliverySearch } from './delivery-search.ts'

const ENDPOINT = '11111111-1111-4111-8111-111111111111'

test('an address says the filters, the page and the open delivery, and is read back', () => {
  const place = {
    filters: {
      states: ['gave_up'],
      codes: ['5xx', 'timeout'],
      event_types: ['a.b'],
      endpoints: [ENDPOINT],
      within: 'week',
    },
    offset: 50,
    limit: 50,
    delivery: 7,
  } as const
  const { ignored, ...read } = readDeliverySearch(writeDeliverySearch(place))
  expect([read, ignored]).toEqual([place, []])
})

test('nothing is said of what is usual; what is no filter is ignored, and named', () => {
  const usual = readDeliverySearch(new URLSearchParams())
  expect(usual).toEqual({ filters: NO_FILTERS, offset: 0, limit: 50, delivery: null, ignored: [] })
  expect(String(writeDeliverySearch(usual))).toBe('')
  expect(readDeliverySearch(new URLSearchParams('states=lost')).ignored).toEqual(['states'])
})

test('the period is sent as an instant of a whole minute', () => {
  const now = Date.parse('2026-11-21T08:00:42Z')
  expect(rowsQuery({ ...NO_FILTERS, codes: ['4xx'] }, now)).toEqual({
    codes: ['4xx'],
    from: '2026-11-20T08:00:00.000Z',
  })
  expect([isFiltered(NO_FILTERS), isFiltered({ ...NO_FILTERS, codes: ['4xx'] })]).toEqual([false, true])
})
