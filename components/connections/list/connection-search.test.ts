import { expect, test } from 'vitest'
import { CONNECTIONS, countsQuery, filterProblem, rowsQuery } from './connection-search.ts'

const NOW = Date.parse('2026-11-19T20:32:00Z')
const read = (search: string) => {
  const { place, ignored } = CONNECTIONS.read(new URLSearchParams(search))
  return { ...place, ignored }
}

test('an address is read as it was written; what cannot be used is as good as nothing', () => {
  expect(read('sources=a&sources=b&states=failing&created_from=2026-11-01&offset=50&limit=50')).toEqual({
    offset: 50,
    limit: 50,
    filters: {
      sources: ['a', 'b'],
      states: ['failing'],
      last_data: null,
      created_from: '2026-11-01',
      created_to: null,
      show: 'action',
    },
    ignored: [],
  })
  expect(read('created_from=yesterday&limit=501&sources=a&states=broken')).toEqual({
    offset: 0,
    limit: 100,
    filters: { sources: ['a'], states: [], last_data: null, created_from: null, created_to: null, show: 'action' },
    ignored: ['states', 'created_from', 'limit'],
  })
})

test('the zone travels with days and never alone; counts are of all sources', () => {
  const { filters } = read('sources=a&states=failing&created_to=2026-11-01')
  expect(rowsQuery(filters, 'Asia/Kolkata', NOW)).toEqual({
    sources: ['a'],
    states: ['failing'],
    created_to: '2026-11-01',
    time_zone: 'Asia/Kolkata',
  })
  expect(countsQuery(filters, 'Asia/Kolkata', NOW)).toEqual({ created_to: '2026-11-01', time_zone: 'Asia/Kolkata' })
  expect(rowsQuery(read('').filters, 'Asia/Kolkata', NOW)).toEqual({ action_on: '2026-11-19T20:00:00.000Z' })
  expect(rowsQuery(read('show=all').filters, 'Asia/Kolkata', NOW)).toEqual({})
})

test('days that end before they begin are explained and not asked for', () => {
  expect(filterProblem(read('created_from=2026-11-02&created_to=2026-11-01').filters)).toMatch(
    /The last day is before the first day/,
  )
  expect(filterProblem(read('created_from=2026-11-01&created_to=2026-11-01').filters)).toBeNull()
})

test('when data last arrived stays relative in the address, and is asked for to the hour', () => {
  const asked = (id: string) => rowsQuery(read(`last_data=${id}`).filters, 'UTC', NOW)
  expect(asked('within_day')).toEqual({ data_from: '2026-11-18T20:00:00.000Z' })
  expect(asked('not_for_day')).toEqual({ no_data_since: '2026-11-18T20:00:00.000Z' })
  expect(asked('not_for_week')).toEqual({ no_data_since: '2026-11-12T20:00:00.000Z' })
  expect(asked('never')).toEqual({ has_data: false })
  const { filters } = read('last_data=not_for_3_days')
  expect(countsQuery(filters, 'UTC', NOW)).toEqual({ no_data_since: '2026-11-16T20:00:00.000Z' })
  expect(CONNECTIONS.isFiltered(filters)).toBe(true)
  expect(CONNECTIONS.write({ filters, offset: 0, limit: 100 }).toString()).toBe('last_data=not_for_3_days')
  expect(read('last_data=yesterday').ignored).toEqual(['last_data'])
})
