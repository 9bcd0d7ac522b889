import { expect, test } from 'vitest'
import { RELATIVE_DAYS, relativeDays, resolveRelative } from './day-ranges.ts'

test.each([
  ['1d', '2026-11-21'],
  ['7d', '2026-11-15'],
  ['month', '2026-11-01'],
  ['30d', '2026-10-23'],
] as const)('%s ends today and begins on %s', (range, from) => {
  expect(relativeDays(range, '2026-11-21')).toEqual({ from, to: '2026-11-21' })
})

test('every range is one of whole days', () => {
  for (const range of RELATIVE_DAYS) expect(relativeDays(range, '2026-11-21').from <= '2026-11-21').toBe(true)
})

test('the days are those of the zone and the moment, not of when the range was saved', () => {
  const now = Date.parse('2026-11-21T03:00:00Z')
  expect(resolveRelative({ created_within: '7d' } as const, 'UTC', now)).toEqual({
    start_date: '2026-11-15T00:00:00.000Z',
    end_date: '2026-11-21T23:59:59.999Z',
  })
  // In Denver it is still the 20th.
  expect(resolveRelative({ created_within: '7d' } as const, 'America/Denver', now)).toEqual({
    start_date: '2026-11-14T07:00:00.000Z',
    end_date: '2026-11-21T06:59:59.999Z',
  })
  expect(resolveRelative({ updated_within: '1d' } as const, 'UTC', now + 86_400_000)).toEqual({
    updated_start_date: '2026-11-22T00:00:00.000Z',
    updated_end_date: '2026-11-22T23:59:59.999Z',
  })
  expect(resolveRelative({ start_date: '2026-11-01', created_within: null }, 'UTC', now)).toEqual({
    start_date: '2026-11-01',
  })
})
