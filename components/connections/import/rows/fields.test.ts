import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FIELDS,
  guessMapping,
  looksSecret,
  NO_MAPPING,
  REQUIRED_FIELDS,
  readExpiry,
  readScopes,
  sampleOf,
} from './columns.ts'

const ID = '8a5fc03d-0000-4000-8000-00000000d25b'

describe('which column holds which field', () => {
  const guess = (columns: string[], rows: string[][] = []) => guessMapping({ columns, rows })

  test('the fields by their own names, whatever the case and the marks', () => {
    const own = { user_id: 0, access_token: 1, refresh_token: 2, provider_id: 3, expires_at: 4, oauth_scopes: 5 }
    expect(guess([...FIELDS])).toEqual(own)
    expect(guess(['User ID', 'accessToken', 'REFRESH-TOKEN', 'Provider Id', 'expiresAt', 'OAuth Scopes'])).toEqual(own)
    expect(REQUIRED_FIELDS).toEqual(FIELDS.slice(0, 5))
  })

  test('the names of an export', () => {
    expect(guess(['member_uuid', 'at', 'rt', 'ext_account', 'expiry', 'scopes'])).toEqual({
      user_id: 0,
      access_token: 1,
      refresh_token: 2,
      provider_id: 3,
      expires_at: 4,
      oauth_scopes: 5,
    })
  })

  test('an exact name wins over a second one; no column is taken twice', () => {
    expect(guess(['id', 'user_id', 'token', 'access_token'])).toMatchObject({ user_id: 1, access_token: 3 })
    const found = Object.values(guess(['token', 'token', 'id', 'exp'])).filter((column) => column !== null)
    expect(new Set(found).size).toBe(found.length)
  })

  test('without telling names by what is in them', () => {
    const rows = [
      [ID, 'x', '1900000000'],
      [ID, 'y', '2026-11-21T09:30:00Z'],
    ]
    expect(guess(['Column 1', 'Column 2', 'Column 3'], rows)).toEqual({ ...NO_MAPPING, user_id: 0, expires_at: 2 })
  })

  test('a token is never shown, wherever it stands', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.aaaaaaaaaaaaaaaaaaaaaaaaaaaa.zzzz'
    expect(sampleOf('access_token', [['short'], [token]], 0)).toEqual({ text: '', secret: true })
    expect(sampleOf('refresh_token', [[''], [token]], 0)).toEqual({ text: 'zzzz', secret: true })
    expect(sampleOf('provider_id', [[token]], 0)).toEqual({ text: 'zzzz', secret: true })
    expect(sampleOf('provider_id', [['account-1']], 0)).toEqual({ text: 'account-1', secret: false })
    expect([looksSecret(ID), looksSecret(token)]).toEqual([false, true])
  })
})

describe('when a token expires', () => {
  test.each([
    ['1795132800', 1_795_132_800, 'seconds'],
    ['1795132800.0', 1_795_132_800, 'seconds'],
    [1_795_132_800, 1_795_132_800, 'seconds'],
    ['1795132800123', 1_795_132_800, 'milliseconds'],
    ['0', 0, 'seconds'],
    ['2026-11-20T00:00:00Z', 1_795_132_800, 'iso'],
    ['2026-11-20 00:00:00', 1_795_132_800, 'iso'],
    ['2026-11-20 00:00:00 UTC', 1_795_132_800, 'iso'],
    ['2026-11-20T02:00:00.123456+02:00', 1_795_132_800, 'iso'],
    ['2026-11-20 02:00 +0200', 1_795_132_800, 'iso'],
    ['2026-11-20', 1_795_132_800, 'iso'],
    // As PostgreSQL, Python and word processors write them.
    ['2026-11-20 00:00:00+00', 1_795_132_800, 'iso'],
    ['2026-11-20 00:00:00 GMT', 1_795_132_800, 'iso'],
    ['2026-11-19T17:00:00\u221207:00', 1_795_132_800, 'iso'],
    ['1795132800.25', 1_795_132_800, 'seconds'],
    ['20 Nov 2026', 1_795_132_800, 'iso'],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 1_795_132_800, 'iso'],
    ['20 nov. 2026', 1_795_132_800, 'iso'],
    ['20 de noviembre de 2026', 1_795_132_800, 'iso'],
  ])('%j', (cell, at, form) => expect(readExpiry(cell, 'automatic')).toEqual({ ok: true, at, form }))

  test.each([
    ['', /is empty/],
    [null, /is empty/],
    ['tomorrow', /isn’t a time/],
    ['2026-13-45T00:00:00Z', /isn’t a real date/],
    ['1969-12-31T23:59:59Z', /before 1970/],
    ['-5', /isn’t a time/],
    ['20261120', /day without hyphens/],
    ['11/20/2026', /isn’t a time/],
    ['20 Nov 26', /isn’t a time/],
    ['46378.4444', /how a spreadsheet counts/],
    [true, /isn’t a time/],
  ])('%j is refused', (cell, why) =>
    expect(readExpiry(cell, 'automatic')).toMatchObject({ ok: false, why: expect.stringMatching(why) }),
  )

  test('a form that was chosen holds for every value', () => {
    expect(readExpiry('1795132800', 'milliseconds')).toEqual({ ok: true, at: 1_795_132, form: 'milliseconds' })
    expect(readExpiry('1795132800123', 'seconds')).toMatchObject({ ok: true, at: 1_795_132_800_123 })
    expect(readExpiry('2026-11-20', 'seconds')).toMatchObject({ ok: false, why: 'is not in Unix seconds' })
    expect(readExpiry('1795132800', 'iso')).toMatchObject({ ok: false, why: 'isn’t in ISO 8601' })
  })

  test('the three forms of one instant are one instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 946_684_800, max: 4_102_444_800 }), (at) => {
        for (const cell of [String(at), String(at * 1000), new Date(at * 1000).toISOString()])
          expect(readExpiry(cell, 'automatic')).toMatchObject({ ok: true, at })
      }),
    )
  })
})

describe('scopes', () => {
  test.each([
    ['a b  c', ['a', 'b', 'c']],
    ['a,b;c|d', ['a', 'b', 'c', 'd']],
    ['["a", "b"]', ['a', 'b']],
    [
      ['a', ' b ', 'a'],
      ['a', 'b'],
    ],
    [
      'https://scopes.example/read https://scopes.example/write',
      ['https://scopes.example/read', 'https://scopes.example/write'],
    ],
    ['', null],
    ['[]', null],
    [null, null],
    [[], null],
  ])('%j', (cell, scopes) => expect(readScopes(cell)).toEqual(scopes))
})
