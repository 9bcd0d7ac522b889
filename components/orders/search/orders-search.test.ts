import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { listOrders } from '#lib/domains/orders/order.ts'
import { decodeQuery, encodeQuery } from '#lib/kernel/wire.ts'
import { orderFilters } from './orders-search.testing.ts'
import {
  filterProblem,
  isFiltered,
  linkProblem,
  MAX_IDS,
  NO_FILTERS,
  type OrderFilters,
  ordersPage,
  ordersQuery,
  readOrdersSearch,
  writeOrdersSearch,
} from './orders-search.ts'

const ID = '9c1e04b7-2f60-4c8b-8f1a-1d2e3f403ce1'
const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata'] as const
const USUAL = { order_key: 'created_at', order_direction: 'desc' } as const
const NOW = Date.parse('2026-11-21T08:00:00Z')
const BERLIN = { zone: 'Europe/Berlin', now: NOW }
const filters = (some: Partial<OrderFilters>): OrderFilters => ({ ...NO_FILTERS, ...some })

describe('each filter alone: its place in the address and what is asked of the service', () => {
  test.each<[string, Partial<OrderFilters>, string, Record<string, unknown>]>([
    ['nothing', {}, '', {}],
    ['status', { status: ['lost'] }, 'status=lost', { status: ['lost'] }],
    [
      'an unknown status',
      { status: ['a', 'held_for_review'] },
      'status=a&status=held_for_review',
      { status: ['a', 'held_for_review'] },
    ],
    ['method', { order_type: ['testkit'] }, 'order_type=testkit', { order_type: ['testkit'] }],
    [
      'activation',
      { order_activation_types: ['scheduled'] },
      'order_activation_types=scheduled',
      { order_activation_types: ['scheduled'] },
    ],
    ['result', { interpretation: 'unknown' }, 'interpretation=unknown', { interpretation: 'unknown' }],
    ['critical', { is_critical: true }, 'is_critical=true', { is_critical: true }],
    ['not critical', { is_critical: false }, 'is_critical=false', { is_critical: false }],
    ['created from', { start_date: '2026-10-25' }, 'start_date=2026-10-25', { start_date: '2026-10-24T22:00:00.000Z' }],
    ['created to', { end_date: '2026-10-25' }, 'end_date=2026-10-25', { end_date: '2026-10-25T22:59:59.999Z' }],
    [
      'updated from',
      { updated_start_date: '2026-03-29' },
      'updated_start_date=2026-03-29',
      { updated_start_date: '2026-03-28T23:00:00.000Z' },
    ],
    [
      'updated to',
      { updated_end_date: '2026-03-29' },
      'updated_end_date=2026-03-29',
      { updated_end_date: '2026-03-29T21:59:59.999Z' },
    ],
    [
      'an instant',
      { updated_end_date: '2026-03-29T10:00:00Z' },
      'updated_end_date=2026-03-29T10%3A00%3A00Z',
      { updated_end_date: '2026-03-29T10:00:00Z' },
    ],
    ['stuck', { stuck: true }, 'stuck=true', { stuck: true }],
    [
      'created within',
      { created_within: '7d' },
      'created_within=7d',
      { start_date: '2026-11-14T23:00:00.000Z', end_date: '2026-11-21T22:59:59.999Z' },
    ],
    [
      'updated within',
      { updated_within: 'month' },
      'updated_within=month',
      { updated_start_date: '2026-10-31T23:00:00.000Z', updated_end_date: '2026-11-21T22:59:59.999Z' },
    ],
    ['user', { user_id: ID }, `user_id=${ID}`, { user_id: ID }],
    ['A search can have up to', { order_ids: [ID] }, `order_ids=${ID}`, { order_ids: [ID] }],
    ['transaction', { order_transaction_id: ID }, `order_transaction_id=${ID}`, { order_transaction_id: ID }],
    ['key', { order_key: 'patient_name' }, 'order_key=patient_name', { order_key: 'patient_name' }],
    ['direction', { order_direction: 'asc' }, 'order_direction=asc', { order_direction: 'asc' }],
    // Filters that may name a person stay out of every address.
    ['any text', { search_input: 'Okafor' }, '', { search_input: 'Okafor' }],
    ['patient', { patient_name: 'Okafor' }, '', { patient_name: 'Okafor' }],
    ['recipient', { shipping_recipient_name: 'Okafor' }, '', { shipping_recipient_name: 'Okafor' }],
  ])('%s', (_, some, address, asked) => {
    const all = filters(some)
    const { search_input, patient_name, shipping_recipient_name } = all
    const written = writeOrdersSearch(all, 1, 50)
    expect(written.toString()).toBe(address)
    expect(readOrdersSearch(written, { search_input, patient_name, shipping_recipient_name })).toEqual({
      filters: all,
      page: 1,
      size: 50,
      ignored: [],
    })
    expect(filterProblem(all, BERLIN)).toBeNull()
    expect(ordersQuery(all, BERLIN)).toEqual({ ...USUAL, ...asked })
    expect(isFiltered(all)).toBe(Object.keys(asked).some((key) => !(key in USUAL)))
  })

  test('page and size stand in the address where they are not the usual ones', () => {
    expect(writeOrdersSearch(NO_FILTERS, 3, 25).toString()).toBe('page=3&size=25')
    expect(readOrdersSearch(new URLSearchParams('page=3&size=25'))).toMatchObject({ page: 3, size: 25 })
  })
})

test('200 combinations: the address gives back what it was made of, and the service is asked only what it takes', () => {
  fc.assert(
    fc.property(
      // `stuck` never reaches the service.
      orderFilters.map((all) => ({ ...all, stuck: null })),
      fc.integer({ min: 1 }),
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom(...ZONES),
      (all, page, size, zone) => {
        const { search_input, patient_name, shipping_recipient_name } = all
        const held = { search_input, patient_name, shipping_recipient_name }
        const address = new URLSearchParams(writeOrdersSearch(all, page, size).toString())
        expect([...address.keys()].filter((key) => key in held)).toEqual([])
        expect(readOrdersSearch(address, held)).toEqual({ filters: all, page, size, ignored: [] })

        const query = { ...ordersQuery(all, { zone, now: NOW }), page, size }
        const received = listOrders.query.parse(decodeQuery(listOrders.query, new URLSearchParams(encodeQuery(query))))
        expect(received).toEqual(query)
      },
    ),
    { numRuns: 200 },
  )
})

describe('days are the viewer’s, also where clocks change', () => {
  test.each([
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Asia/Kolkata', '2026-11-01', '2026-10-31T18:30:00.000Z', '2026-11-01T18:29:59.999Z'],
  ])('%s, %s', (zone, day, begins, ends) => {
    const one = filters({ start_date: day, end_date: day, updated_start_date: day, updated_end_date: day })
    expect(filterProblem(one, { zone, now: NOW })).toBeNull()
    expect(ordersQuery(one, { zone, now: NOW })).toMatchObject({
      start_date: begins,
      end_date: ends,
      updated_start_date: begins,
      updated_end_date: ends,
    })
  })
})

test('what an address holds and nobody can use is left out and named', () => {
  const search = new URLSearchParams(
    'status=&user_id=somebody&start_date=2026-02-30&is_critical=maybe&page=0&patient_name=Okafor',
  )
  const { filters: read, ignored } = readOrdersSearch(search)
  expect(read).toEqual(NO_FILTERS)
  expect(ignored.toSorted()).toEqual(['is_critical', 'page', 'start_date', 'status', 'user_id'])
})

test('an id in a link that nobody can use finds nothing and says so; any other value is left out', () => {
  const said = (address: string) => linkProblem(readOrdersSearch(new URLSearchParams(address)).ignored)
  expect(said('status=lost&page=x')).toBeNull()
  expect(said('user_id=somebody')).toMatch(/invalid user ID, so no orders are shown/)
  expect(said('order_ids=1&order_transaction_id=2')).toMatch(
    /invalid (order ID and transaction|transaction ID and order) ID/,
  )
})

test.each<[Partial<OrderFilters>, RegExp | null]>([
  [{}, null],
  [{ start_date: '2026-11-01', end_date: '2026-11-01' }, null],
  [{ start_date: '2026-11-02', end_date: '2026-11-01' }, /Created: the last day is before/],
  [{ updated_start_date: '2026-11-02', updated_end_date: '2026-11-01' }, /Updated: the last day is before/],
  [{ start_date: '2026-11-02', updated_end_date: '2026-11-01' }, /Orders can’t be updated before they’re created/],
  // An instant within the day, and one before it.
  [{ start_date: '2026-11-02T12:00:00Z', end_date: '2026-11-02' }, null],
  [{ start_date: '2026-11-02', end_date: '2026-11-01T22:59:59Z' }, /Created: the last day is before/],
  [{ is_critical: true, interpretation: 'critical' }, null],
  [{ is_critical: true, interpretation: 'normal' }, /Critical only/],
  [{ is_critical: false, interpretation: 'unknown' }, null],
  [{ is_critical: false, interpretation: 'critical' }, /Not critical/],
  [{ user_id: ID.slice(1) }, /valid user id/i],
  [{ order_transaction_id: 'x' }, /valid transaction id/i],
  [{ order_ids: Array.from({ length: MAX_IDS }, () => ID) }, null],
  [{ order_ids: Array.from({ length: MAX_IDS + 1 }, () => ID) }, /and this has 101/],
])('%j can find an order, or says why not', (some, words) => {
  const problem = filterProblem(filters(some), BERLIN)
  if (words === null) expect(problem).toBeNull()
  else expect(problem).toMatch(words)
})

test('a search is checked once in the browser: a page sends it as it was read', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return Response.json({ orders: [], total: 0, page: 2, size: 50 })
  })
  const query = ordersQuery(filters({ status: ['lost'] }), BERLIN)
  const checks = vi.spyOn(listOrders.query, 'safeParse')
  await ordersPage({ environment: 'sandbox' }, query, 50, 50).queryFn({ signal: AbortSignal.timeout(5_000) })
  expect(checks).not.toHaveBeenCalled()
  expect(sent).toEqual([
    '/api/service/sandbox/v3/orders?status=lost&order_key=created_at&order_direction=desc&page=2&size=50',
  ])
  vi.unstubAllGlobals()
  checks.mockRestore()
})
