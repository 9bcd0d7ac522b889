import { describe, expect, test } from 'vitest'
import { draw } from '#components/bookings/book/booking.testing.ts'
import type { Visited } from '#components/bookings/visit-orders.ts'
import { bookingVisit } from '#lib/domains/orders/visit.ts'
import { clock24 } from '#lib/utils/time/instants.ts'
import { weekOf } from '#lib/utils/time/visit-times.ts'
import { agenda, countVisits, drawsPerDay, hourRows, nextVisit, thirdOf } from './agenda.ts'
import { APPOINTMENTS, daysQuery, filterProblem, rowsQuery } from './appointments-search.ts'

function visit(id: string, start_at: string | null, iana_timezone: string | null): Visited {
  const booking = {
    ...({
      id,
      order_id: id,
      state: 'confirmed',
      version: 2,
      asked_at: '2026-10-20T12:00:00Z',
      answered_at: null,
    } as const),
    ...{ asked_by: { id: 'a', name: 'A' }, gives_up_at: null, start_at, iana_timezone, provider: null },
    end_at: start_at && new Date(Date.parse(start_at) + 1_800_000).toISOString(),
    ...{ said: null, entered: null },
  }
  return { ...booking, order: null, visit: bookingVisit(null, booking) }
}

/** The week in which New York turns its clocks back, on Sunday 1 November. */
const WEEK = weekOf('2026-11-01', 1)
const VISITS = [
  visit('late', '2026-11-01T04:30:00Z', 'America/New_York'),
  visit('after', '2026-11-01T13:00:00Z', 'America/New_York'),
  visit('hawaii', '2026-11-02T08:00:00Z', 'Pacific/Honolulu'),
  visit('nowhere', '2026-10-26T01:00:00Z', 'Mars/Olympus'),
  visit('timeless', null, 'America/New_York'),
]
const shown = (clock: 'site' | 'viewer', viewer: string) =>
  agenda(VISITS, WEEK, clock, clock24(viewer)).flatMap(({ day, visits }) =>
    visits.map(({ booking: { id }, time, isGuess }) => `${day} ${id} ${time.time} ${time.zone}${isGuess ? ' ?' : ''}`),
  )

describe('a week', () => {
  test('by the clocks of the places, across a change of clocks', () => {
    expect(shown('site', 'UTC')).toEqual([
      '2026-10-26 nowhere 01:00 to 01:30 UTC ?',
      '2026-11-01 late 00:30 to 01:00 EDT',
      '2026-11-01 after 08:00 to 08:30 EST',
      '2026-11-01 hawaii 22:00 to 22:30 HST',
    ])
  })

  test('by the viewer’s own', () => {
    expect(shown('viewer', 'America/Denver')).toEqual([
      '2026-10-31 late 22:30 to 23:00 MDT',
      '2026-11-01 after 06:00 to 06:30 MST',
    ])
    expect(agenda([], WEEK, 'site', clock24('UTC')).map(({ day }) => day)).toEqual(WEEK)
  })

  test('is asked for with a day more at each end', () => {
    expect(daysQuery({ ...APPOINTMENTS.none, state: ['pending'] }, WEEK)).toEqual({
      state: ['pending'],
      start_from: '2026-10-25T00:00:00.000Z',
      start_to: '2026-11-02T23:59:59.999Z',
      limit: 500,
    })
  })
})

describe('the address', () => {
  test('says what is asked for and nothing that is usual', () => {
    const { read, write } = APPOINTMENTS
    expect(write(read(new URLSearchParams()).place).toString()).toBe('')
    const search =
      'state=pending&state=unknown&method=walk_in_test&on_days=2026-11-01&from=2026-11-01&to=2026-11-02&view=week&clock=viewer&day=2026-11-01&period=14&offset=25&limit=25'
    const { ignored, place } = read(new URLSearchParams(search))
    expect([write(place).toString(), ignored]).toEqual([search, []])
    expect(read(new URLSearchParams('state=odd&limit=0&view=week'))).toMatchObject({
      place: { view: 'week', limit: 50 },
      ignored: ['state', 'limit'],
    })
  })

  test('days are the viewer’s, from midnight to midnight', () => {
    const filters = { ...APPOINTMENTS.none, from: '2026-11-01', to: '2026-11-01' }
    expect(rowsQuery(filters, 'America/New_York')).toEqual({
      // An attempt that made no appointment is none, unless it is asked for.
      state: ['in_flight', 'unknown', 'pending', 'confirmed', 'completed', 'cancelled'],
      start_from: '2026-11-01T04:00:00.000Z',
      start_to: '2026-11-02T04:59:59.999Z',
    })
    expect(filterProblem({ ...filters, to: '2026-10-31' })).toContain('The last day is before the first day')
    expect(filterProblem(filters)).toBeNull()
  })
})

test('draws of a day by city: canceled ones don’t count, the busiest city is first, thirds of the largest', () => {
  const of = (id: string, start_at: string, city: string, changes: Partial<Visited> = {}) => ({
    ...visit(id, start_at, 'America/New_York'),
    order: draw({ patient_address: { city, state: 'NY' } }),
    ...changes,
  })
  const visits = [
    of('1', '2026-11-01T13:00:00Z', 'Albany'),
    of('2', '2026-10-27T13:00:00Z', 'Utica'),
    of('3', '2026-10-27T14:00:00Z', 'Utica'),
    of('4', '2026-10-27T15:00:00Z', 'Albany', { state: 'cancelled' }),
  ]
  const found = drawsPerDay(agenda(visits, WEEK, 'site', clock24('UTC')))
  expect(found).toEqual({
    rows: [
      { city: 'Utica, NY', counts: [0, 2, 0, 0, 0, 0, 0], total: 2 },
      { city: 'Albany, NY', counts: [0, 0, 0, 0, 0, 0, 1], total: 1 },
    ],
    ...{ counts: [0, 2, 0, 0, 0, 0, 1], total: 3, most: 2 },
  })
  expect([0, 1, 2, 3, 6].map((count) => thirdOf(count, 6))).toEqual([0, 1, 1, 2, 3])
  expect(thirdOf(0, 0)).toBe(0)
})

test('an hour has one height on all days: that of the day with the most visits in it', () => {
  const at = (id: string, time: string) => visit(id, `2026-${time}Z`, 'UTC')
  const visits = [
    ...[at('1', '10-27T16:19:00'), at('2', '10-28T08:00:00'), at('3', '10-28T08:30:00')],
    ...[at('4', '10-29T08:55:00'), at('5', '10-29T10:00:00')],
  ]
  const { hours, rows } = hourRows(agenda(visits, WEEK, 'site', clock24('America/New_York')))
  expect(Object.fromEntries(hours)).toEqual({
    8: { at: 0, count: 2 },
    10: { at: 2, count: 1 },
    16: { at: 3, count: 1 },
  })
  expect(rows).toBe(4)
})

test('canceled visits stay in the week and are not counted', () => {
  const [late, after, ...rest] = VISITS
  if (!late || !after) throw new Error('visits')
  const days = agenda([{ ...late, state: 'cancelled' }, after, ...rest], WEEK, 'viewer', clock24('America/New_York'))
  const shownVisits = days.flatMap(({ visits }) => visits)
  expect(countVisits(days)).toEqual({ on: shownVisits.length - 1, off: 1 })
  expect(nextVisit(days, Date.parse('2026-11-01T00:00:00Z'))).toBe('after')
  expect(nextVisit(days, Date.parse('2026-12-01T00:00:00Z'))).toBe('')
})
