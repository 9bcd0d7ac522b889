import { describe, expect, test } from 'vitest'
import { clock24 } from '#lib/utils/time/instants.ts'
import {
  filterProblem,
  hasQuery,
  NO_FILTERS,
  readUsersSearch,
  rowsFrom,
  type UserFilters,
  usersBody,
  writeUsersSearch,
} from './users-search.ts'
import { userFields } from './users-view.tsx'

const filters = (some: Partial<UserFilters>): UserFilters => ({ ...NO_FILTERS, ...some })
const DAYS = { created_from: '2026-03-01', created_to: '2026-03-31' }

const TODAY = '2026-03-31'

const UNUSABLE = ['limit', 'has_connections', 'created_from']

describe('what the address asks for', () => {
  test.each([
    ['', NO_FILTERS, 0, 100],
    ['sources=a&sources=b&offset=200&limit=50', filters({ sources: ['a', 'b'] }), 200, 50],
    ['has_connections=false', filters({ has_connections: false }), 0, 100],
    ['created_from=2026-03-01&created_to=2026-03-31', filters(DAYS), 0, 100],
    ['created_within=7d', filters({ created_within: '7d' }), 0, 100],
    ['order_key=time_zone', filters({ order_key: 'time_zone', order_direction: 'asc' }), 0, 100],
    // Unusable values are dropped, and text is never read from an address.
    ['created_from=yesterday&limit=501&has_connections=perhaps&text=okafor', NO_FILTERS, 0, 100, UNUSABLE],
  ])('%j', (search, expected, offset, limit, ignored: readonly string[] = []) => {
    const read = readUsersSearch(new URLSearchParams(search))
    expect(read).toEqual({ offset, limit, filters: expected, ignored: expect.arrayContaining([...ignored]) })
    expect(read.ignored).toHaveLength(ignored.length)
    expect(readUsersSearch(writeUsersSearch(expected, offset, limit))).toEqual({ ...read, ignored: [] })
  })

  test('becomes a question in which only what was asked for stands; a zone stands with days alone', () => {
    expect(usersBody(NO_FILTERS, '', 'Asia/Kolkata', TODAY)).toEqual({})
    expect(usersBody(filters({ sources: ['a'], has_connections: true }), 'member', 'Asia/Kolkata', TODAY)).toEqual({
      text: 'member',
      sources: ['a'],
      has_connections: true,
    })
    expect(
      usersBody(filters({ created_to: DAYS.created_to, has_connections: false }), '', 'Asia/Kolkata', TODAY),
    ).toEqual({
      created_to: '2026-03-31',
      has_connections: false,
      time_zone: 'Asia/Kolkata',
    })
  })

  test('a relative range is asked for as the days it comes to, and moves on with them', () => {
    const within = (today: string) => usersBody(filters({ created_within: '7d' }), '', 'UTC', today)
    const days = (created_from: string, created_to: string) => ({ created_from, created_to, time_zone: 'UTC' })
    expect(within('2026-03-31')).toEqual(days('2026-03-25', '2026-03-31'))
    expect(within('2026-04-02')).toEqual(days('2026-03-27', '2026-04-02'))
  })

  test.each([
    [NO_FILTERS, '', false],
    [NO_FILTERS, 'm', true],
    [filters({ sources: ['a'] }), '', true],
    [filters({ has_connections: false }), '', true],
    [filters({ created_to: '2026-03-31' }), '', true],
    [filters({ created_within: '7d' }), '', true],
  ])('%j with %j is a question: %j', (asked, text, expected) => {
    expect(hasQuery(asked, text)).toBe(expected)
  })
})

test.each([
  [NO_FILTERS, null],
  [filters(DAYS), null],
  [filters({ created_from: '2026-03-31', created_to: '2026-03-31' }), null],
  [filters({ created_from: '2026-04-01', created_to: '2026-03-31' }), /The last day is before the first day/],
  [filters({ has_connections: false, sources: ['a'] }), /Users without connections can’t have these sources/],
  [filters({ has_connections: true, sources: ['a'] }), null],
])('%j can find somebody, or says why not', (asked, words) => {
  const problem = filterProblem(asked)
  if (words === null) expect(problem).toBeNull()
  else expect(problem).toMatch(words)
})

test.each([
  // Nothing read, a part read, all read, all read of nobody.
  [0, null, 'live', 'live'],
  [500, null, 'live', 'directory'],
  [500, '2026-11-21T08:00:00Z', 'directory', 'directory'],
  [0, '2026-11-21T08:00:00Z', 'directory', 'directory'],
] as const)('with %i users, complete at %j, rows are %s, and %s with filters', (users, complete_at, all, asked) => {
  const state = { users, complete_at, crawl: null, problem: null, retry_at: null }
  expect([rowsFrom(state, false), rowsFrom(state, true)]).toEqual([all, asked])
})

describe('chips', () => {
  const fields = userFields((slug) => slug.toUpperCase(), null)
  const words = (asked: UserFilters) =>
    fields.flatMap(({ label, chip }) => {
      const said = chip(asked, clock24('UTC'))
      return said ? [`${label} ${said.operator} ${said.value}`] : []
    })

  test.each([
    [NO_FILTERS, []],
    [filters({ sources: ['a'] }), ['Source is A']],
    [filters({ sources: ['a', 'b'] }), ['Source is A or B']],
    [filters({ sources: ['a', 'b', 'c'] }), ['Source is one of 3 sources']],
    [filters({ created_from: '2026-03-01' }), ['Created from 1 Mar 2026']],
    [filters({ created_to: '2026-03-31' }), ['Created until 31 Mar 2026']],
    [filters(DAYS), ['Created between 1 Mar 2026 and 31 Mar 2026']],
    [filters({ created_from: '2026-03-01', created_to: '2026-03-01' }), ['Created on 1 Mar 2026']],
    [filters({ has_connections: false, sources: ['a'] }), ['Source is A', 'Connections is none']],
    [filters({ has_connections: true }), ['Connections at least one']],
    [filters({ created_within: '7d' }), ['Created in the last 7 days, your time']],
  ])('%j reads %j', (asked, expected) => {
    expect(words(asked)).toEqual(expected)
  })

  test('each is cleared by itself', () => {
    const all = filters({ ...DAYS, sources: ['a'], order_key: 'changed_on', has_connections: true })
    expect(fields.map(({ clear }) => words(clear(all)).length)).toEqual([3, 3, 3, 3])
    expect(fields.reduce((rest, { clear }) => clear(rest), all)).toEqual(NO_FILTERS)
  })
})
