/** The overview against the raw orders: what needs action is counted once, and nothing that another order replaced. */
import { describe, expect, test } from 'vitest'
import type { OrderQuery, OrderSource } from '#lib/console/sources.ts'
import { MAX_CHECKED } from '#lib/domains/orders/console/overview/count.ts'
import { createOverview } from '#lib/domains/orders/console/overview/overview.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { EXCEPTION_STATUSES, lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { problemOf, STUCK_RULES } from '#lib/domains/orders/worklist/problems.ts'
import { encodeQuery } from '#lib/kernel/wire.ts'
import { testSandbox } from './sandbox.testing.ts'

const NOW = Date.parse('2026-11-21T08:00:30Z')
const lowOf = (order: Order) => lastLowLevelStatus(order.events) ?? order.status

const overviewOf = (searchOrders: OrderSource['searchOrders']) =>
  createOverview({ limits: async () => STUCK_DAYS, now: () => new Date(NOW), source: { searchOrders } }).overview(
    'sandbox',
    'UTC',
  )

/** The sample data behind the real service, and all of its orders. */
async function sample() {
  const { records, get } = await testSandbox({ users: 260, orders: 2600 }, new Date(NOW))
  const orders = records.map(({ order }) => order)
  const overview = await overviewOf(async (_, query) => {
    const answer = listOrders.response.parse(await (await get(`${listOrders.path}?${encodeQuery(query)}`)).json())
    return { orders: answer.orders, total: answer.total ?? null }
  })
  return { orders, overview }
}

describe('the overview of the sample data', () => {
  test('counts each exception that nothing replaced, and when the oldest that is work began', async () => {
    const { orders, overview } = await sample()
    const { statuses } = overview
    let replaced = 0
    for (const status of EXCEPTION_STATUSES) {
      const own = orders.filter((order) => lowOf(order) === status)
      const open = own.filter((order) => problemOf(order, NOW) !== null)
      const gone = own.filter((order) => successorOf(order) !== null).length
      const began = open.map((order) => problemOf(order, NOW)?.since ?? Number.NaN)
      expect(statuses.find((one) => one.status === status)).toEqual({
        status,
        count: own.length - gone,
        missing: null,
        oldest_at: open.length === 0 ? null : new Date(Math.min(...began)).toISOString(),
        replaced: gone,
        unchecked: 0,
      })
      replaced += gone
      const live = open.filter(({ order_transaction }) => order_transaction?.status === 'active')
      expect(live.length).toBe(open.length)
    }
    expect(replaced).toBeGreaterThan(20)
  })

  test('counts each stuck order once, by the rule of the settings', async () => {
    const { orders, overview } = await sample()
    const { stuck } = overview
    const expected = orders.filter((order) => problemOf(order, NOW)?.kind === 'stuck')
    expect(expected.length).toBeGreaterThan(20)
    for (const { name, statuses } of STUCK_RULES) {
      const members: readonly string[] = statuses
      const counted = stuck
        .filter(({ rule }) => rule === name)
        .reduce((sum, { count }) => sum + (count ?? Number.NaN), 0)
      expect([name, counted]).toEqual([name, expected.filter((order) => members.includes(lowOf(order))).length])
    }
  })
})

test('beyond the orders that are checked the rest counts, and is said to be unchecked', async () => {
  const { orders } = await sample()
  const lost = orders.find((order) => lowOf(order) === 'lost' && successorOf(order) === null)
  if (!lost) throw new Error('The sample data has no lost order.')
  const total = MAX_CHECKED + 7
  const { statuses } = await overviewOf(async (_, { status, page = 1, size = 50 }: OrderQuery) => {
    if (!status?.includes('lost')) return { orders: [], total: 0 }
    const all = Array.from({ length: total }, (_, index) => ({ ...lost, id: String(index), order_transaction: null }))
    return { orders: all.slice((page - 1) * size, page * size), total }
  })
  expect(statuses.find(({ status }) => status === 'lost')).toMatchObject({ count: total, replaced: 0, unchecked: 7 })
})
