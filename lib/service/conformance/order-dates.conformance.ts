/** Spec, endpoint 13: the four date filters, to the millisecond. Run by lib/service/conformance/*.test.ts. */
import type { Order } from '#lib/domains/orders/order.ts'
import { type Kit, type Statement, under } from './kit.testing.ts'

const list = under('13. List orders')
const gap = under('Gap "dates without an offset"')

const ids = (orders: Order[]) => orders.map(({ id }) => id)

/** Orders by one of their times: what a filter has to find, said with plain instants. */
async function finds(
  kit: Kit,
  query: Record<string, string>,
  field: 'created_at' | 'updated_at',
  from: string,
  to: string,
) {
  const [low, high] = [Date.parse(from), Date.parse(to)]
  const expected = (await kit.orders()).filter((order) => {
    const at = Date.parse(order[field])
    return at >= low && at <= high
  })
  kit.expect(ids(await kit.allOrders(query))).toEqual(ids(expected))
  return expected.length
}

/** A day with several orders, and one of them. */
async function someDay(kit: Kit, field: 'created_at' | 'updated_at') {
  const all = await kit.orders()
  const order = all[Math.floor(all.length / 2)]
  const at = new Date(order?.[field] ?? '').toISOString()
  return { at, day: at.slice(0, 10) }
}

const EVER = '9999-12-31T00:00:00Z'
const NEVER = '0001-01-01T00:00:00Z'

export const orderDates: Statement[] = [
  list('a bare start_date is its 00:00:00', async (kit) => {
    const { day } = await someDay(kit, 'created_at')
    kit.expect(await finds(kit, { start_date: day }, 'created_at', `${day}T00:00:00Z`, EVER)).toBeGreaterThan(0)
  }),

  list('a bare end_date is its 23:59:59', async (kit) => {
    const { day } = await someDay(kit, 'created_at')
    kit.expect(await finds(kit, { end_date: day }, 'created_at', NEVER, `${day}T23:59:59Z`)).toBeGreaterThan(0)
    const query = { start_date: day, end_date: day }
    kit.expect(await finds(kit, query, 'created_at', `${day}T00:00:00Z`, `${day}T23:59:59Z`)).toBeGreaterThan(0)
  }),

  list('a bare updated_start_date is its 00:00:00', async (kit) => {
    const { day } = await someDay(kit, 'updated_at')
    kit.expect(await finds(kit, { updated_start_date: day }, 'updated_at', `${day}T00:00:00Z`, EVER)).toBeGreaterThan(0)
  }),

  list('a bare updated_end_date is its 00:00:00 as well', async (kit) => {
    const { day } = await someDay(kit, 'updated_at')
    kit.expect(await finds(kit, { updated_end_date: day }, 'updated_at', NEVER, `${day}T00:00:00Z`)).toBeGreaterThan(0)
    const query = { updated_start_date: day, updated_end_date: day }
    await finds(kit, query, 'updated_at', `${day}T00:00:00Z`, `${day}T00:00:00Z`)
  }),

  list('a date-time is that instant, in whatever offset', async (kit) => {
    const { at } = await someDay(kit, 'created_at')
    const shifted = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30')
    for (const instant of [at, shifted]) {
      const query = { start_date: instant, end_date: instant }
      kit.expect(await finds(kit, query, 'created_at', at, at)).toBeGreaterThan(0)
    }
    kit.expect(await finds(kit, { end_date: at }, 'created_at', NEVER, at)).toBeGreaterThan(0)
  }),

  gap('is UTC; both ends of a range are part of it', async (kit) => {
    const { at } = await someDay(kit, 'updated_at')
    const query = { updated_start_date: at.replace('Z', ''), updated_end_date: at.replace('Z', '') }
    kit.expect(await finds(kit, query, 'updated_at', at, at)).toBeGreaterThan(0)
  }),

  list('a range that ends before it starts is empty', async (kit) => {
    kit.expect(await kit.allOrders({ start_date: '2026-02-02', end_date: '2026-02-01' })).toEqual([])
  }),

  list('the first and the last year there are', async (kit) => {
    const { length } = await kit.orders()
    const widest = { start_date: '0001-01-01T00:00:00+14:00', end_date: '9999-12-31T23:59:59-14:00' }
    kit.expect(await kit.allOrders(widest)).toHaveLength(length)
    kit.expect(await kit.allOrders({ updated_start_date: '9999-12-31T23:59:59-14:00' })).toEqual([])
    kit.expect(await kit.allOrders({ updated_end_date: '0000-01-01T00:00:00Z' })).toEqual([])
  }),

  ...['start_date', 'end_date', 'updated_start_date', 'updated_end_date'].map((field) =>
    list(`${field} is YYYY-MM-DD or an ISO date-time`, async ({ call, refused, expect }) => {
      for (const wrong of [
        'yesterday',
        '2026-02-30',
        '2026-2-1',
        '2026-01-01 10:00',
        '1767225600',
        '2026-01-01T25:00:00Z',
        '',
      ]) {
        expect(refused(await call('GET', '/v3/orders', { query: { [field]: wrong } }), 422)).toEqual([`query.${field}`])
      }
    }),
  ),
]
