import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectionRecipe } from '#lib/domains/connections/connection.ts'
import type { Presence } from './batch.ts'
import { checkRow, type Settings } from './check-row.ts'
import { checkTable, expiryFacts, statusOf, summarize } from './check-table.ts'
import { FIELDS } from './columns.ts'
import type { Cell, Table } from './table.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const IN_AN_HOUR = String(NOW / 1000 + 3600)
const AN_HOUR_AGO = String(NOW / 1000 - 3600)
const mapping = { user_id: 0, access_token: 1, refresh_token: 2, provider_id: 3, expires_at: 4, oauth_scopes: 5 }
const settings: Settings = { provider: 'marrowfit', mapping, expiry: 'automatic', expired: 'send', duplicates: 'first' }

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const good = (number: number, change: Partial<Record<number, Cell>> = {}): Cell[] =>
  [id(number), 'access', 'refresh', `account-${number}`, IN_AN_HOUR, 'read'].map((cell, at) => change[at] ?? cell)

const textsOf = (row: readonly Cell[], change: Partial<Settings> = {}) =>
  checkRow(row, 6, { ...settings, ...change }, NOW).problems.map(({ level, text }) => `${level}: ${text}`)

describe('a row', () => {
  test('without a problem becomes a connection', () => {
    const { recipe, problems } = checkRow(good(1, { 0: id(1).toUpperCase(), 1: ' access ' }), 6, settings, NOW)
    expect(problems).toEqual([])
    expect(recipe).toEqual({
      user_id: id(1),
      access_token: 'access',
      refresh_token: 'refresh',
      provider_id: 'account-1',
      expires_at: Number(IN_AN_HOUR),
      oauth_scopes: ['read'],
    })
  })

  test.each<[number, Cell, string]>([
    [0, '', 'error: user_id is empty'],
    [0, '41fa88c3-0b7e', 'error: user_id is not a UUID'],
    [1, '  ', 'error: access_token is empty'],
    [2, '', 'error: refresh_token is empty'],
    [2, 'a\u0000b', 'error: refresh_token contains an invisible character (U+0000)'],
    [1, 'half \ud800 pair', 'error: access_token contains an invisible character (U+D800)'],
    [1, { a: 1 }, 'error: access_token is a list or object, not text'],
    [3, '', 'error: provider_id is empty'],
    [3, '1.23457E+14', 'error: provider_id was shortened by a spreadsheet, digits are missing'],
    [3, '1-Mar', 'error: provider_id was turned into a date by a spreadsheet'],
    [
      3,
      '123456789012345000',
      'warning: provider_id may have been rounded by a spreadsheet: all digits after the 15th are zeros',
    ],
    [3, "'12345", 'warning: provider_id begins with an apostrophe: spreadsheets mark texts with one'],
    [3, '1.1', 'warning: provider_id may have lost a 0 at its end: spreadsheets show 1.10 as 1.1'],
    [3, 'aa\u200b-1', 'error: provider_id contains a zero-width space (U+200B)'],
    [0, '2.19E+03', 'error: user_id was shortened by a spreadsheet, digits are missing'],
    [1, '2.19E+03', 'error: access_token was shortened by a spreadsheet, digits are missing'],
    [0, '3cb7\u00a00001', 'error: user_id contains a no-break space (U+00A0)'],
    [4, '1.79513E+09', 'error: expires_at was shortened by a spreadsheet, digits are missing'],
    [3, 2 ** 60, 'error: provider_id is a number that lost digits: put it in quotes'],
    [4, '', 'error: expires_at is empty'],
    [4, '2026-02-30', 'error: expires_at isn’t a real date'],
    [4, 'soon', 'error: expires_at isn’t a time: use Unix seconds, Unix milliseconds or ISO 8601'],
    [4, AN_HOUR_AGO, 'warning: Token expired 1 h ago, refresh will be tried'],
    [4, '1795132', 'warning: expires_at is in the year 1970: seconds or milliseconds?'],
    [5, ' ', 'warning: oauth_scopes is empty, all count as granted'],
  ])('column %j holding %j', (column, cell, text) => expect(textsOf(good(1, { [column]: cell }))).toEqual([text]))

  test('names every field that is wrong, and never a value', () => {
    const texts = textsOf(['nobody@clinic.test', '', '', '', 'x', ''])
    expect(texts).toHaveLength(5)
    expect(texts.join()).not.toContain('nobody')
  })

  test('with more values than columns is wrong, unless they are empty', () => {
    expect(textsOf([...good(1), '', ' '])).toEqual([])
    expect(textsOf([...good(1), 'x'])[0]).toMatch(/^error: More values than columns/)
    expect(textsOf(good(1).slice(0, 3))).toEqual(
      [
        'error: expires_at is empty',
        'error: provider_id is empty',
        'warning: oauth_scopes is empty, all count as granted',
      ].slice(0, 2),
    )
  })

  test('no column for scopes is not a problem', () => {
    expect(textsOf(good(1), { mapping: { ...mapping, oauth_scopes: null } })).toEqual([])
  })

  test('an expired token can be left out', () => {
    expect(textsOf(good(1, { 4: AN_HOUR_AGO }), { expired: 'leave_out' })).toEqual(['error: Token expired 1 h ago'])
  })

  test('any row is either a valid connection or has an error', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.constant('half \ud800 pair'),
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
      fc.constant(id(3)),
      fc.constant(IN_AN_HOUR),
    )
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 8 }), (row) => {
        const { recipe, problems } = checkRow(row, 6, settings, NOW)
        expect(recipe === null).toBe(problems.some(({ level, code }) => level === 'error' && code !== 'expired'))
        if (recipe) expect(connectionRecipe.parse(recipe)).toEqual(recipe)
      }),
    )
  })
})

function tableOf(rows: Cell[][]): Table {
  const numbers = rows.map((_, index) => index + 2)
  return { format: 'csv', unit: 'row', columns: [...FIELDS], rows, numbers, provider: null }
}

const check = (rows: Cell[][], change: Partial<Settings> = {}, presence: Presence[] = []) => {
  const table = tableOf(rows)
  const problems = checkTable(table, { ...settings, ...change }, new Map(presence.entries()), NOW)
  return { status: rows.map((_, index) => statusOf(problems.get(index))), problems }
}

describe('a table', () => {
  test('uses one row of a duplicate user: the first, or the last', () => {
    const rows = [good(1), good(2), good(1), good(1, { 3: 'other' })]
    const first = check(rows)
    expect(first.status).toEqual(['ready', 'ready', 'error', 'error'])
    expect(first.problems.get(2)?.[0]?.text).toBe('Same user_id as row 2')
    expect(first.problems.get(3)?.[0]?.text).toBe('Same user_id as row 2, with another provider_id')
    const last = check(rows, { duplicates: 'last' })
    expect(last.status).toEqual(['error', 'ready', 'error', 'ready'])
    expect(last.problems.get(0)?.[0]?.text).toBe('Same user_id as row 5, with another provider_id, which is used')
  })

  test('prefers a row that can be sent over an earlier duplicate that cannot', () => {
    expect(check([good(1, { 2: '' }), good(1)]).status).toEqual(['error', 'ready'])
    const expired = [good(1, { 4: AN_HOUR_AGO }), good(1)]
    expect(check(expired).status).toEqual(['warning', 'error'])
    expect(check(expired, { expired: 'leave_out' }).status).toEqual(['error', 'ready'])
  })

  test('counts what the look-up found', () => {
    const { status, problems } = check([good(1), good(2), good(3), good(3)], {}, [
      'connected',
      'no_user',
      'absent',
      'no_user',
    ])
    expect(status).toEqual(['warning', 'error', 'ready', 'error'])
    expect(problems.get(1)?.[0]?.text).toBe('No user with this user_id')
  })

  test('is summed up by row, and by problem', () => {
    const { problems } = check([good(1), good(1), good(2, { 1: '', 2: '' }), good(3, { 4: AN_HOUR_AGO })])
    expect(summarize(4, problems)).toEqual({
      total: 4,
      ready: 1,
      warnings: 1,
      errors: 2,
      by_code: { duplicate: 1, access_token: 1, refresh_token: 1, expired: 1 },
    })
  })

  test('of any rows, no user is sent twice and every row is one of three', () => {
    const row = fc.tuple(fc.nat(4), fc.boolean(), fc.boolean())
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.constantFrom('first', 'last'), (rows, duplicates) => {
        const cells = rows.map(([user, broken, old]) =>
          good(user, { ...(broken && { 2: '' }), ...(old && { 4: AN_HOUR_AGO }) }),
        )
        const { status } = check(cells, { duplicates })
        const sent = rows.flatMap(([user], index) => (status[index] === 'error' ? [] : [user]))
        const sound = rows.flatMap(([user, broken]) => (broken ? [] : [user]))
        expect(sent).toHaveLength(new Set(sent).size)
        expect(new Set(sent)).toEqual(new Set(sound))
      }),
    )
  })

  test('reports how its times are read', () => {
    const table = tableOf([
      good(1, { 4: 'x' }),
      good(2),
      good(3, { 4: '2026-11-21' }),
      good(4, { 4: `${IN_AN_HOUR}000` }),
    ])
    expect(expiryFacts(table, settings)).toEqual({
      forms: { seconds: 1, milliseconds: 1, iso: 1 },
      first: Number(IN_AN_HOUR),
    })
    expect(expiryFacts(table, { ...settings, mapping: { ...mapping, expires_at: null } })).toEqual({
      forms: {},
      first: null,
    })
  })
})
