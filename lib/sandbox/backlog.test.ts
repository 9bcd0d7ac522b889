import { expect, test } from 'vitest'
import { compareResults, newestResult } from '#lib/domains/orders/critical/critical-state.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { clashWords, visitOf } from '#lib/domains/orders/visit.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { acknowledgeBacklog, bookSampleVisits } from './backlog.ts'

const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
const WAITING = 5

test('all critical results but the newest are acknowledged, each within two hours of the result', async () => {
  const records = createMemoryStore()
  const bundles = [...generateBundles({ users: 260, orders: 2600, today: new Date('2026-11-21'), team_id: TEAM })]
  await records.insert(bundles)
  const console = createMemoryConsoleStore()
  const options = {
    records,
    acknowledgements: console,
    environment: 'sandbox',
    team_id: TEAM,
    waiting: WAITING,
    owners: [
      { id: 'one', name: 'One' },
      { id: 'two', name: 'Two' },
    ],
  } as const
  // A start that was killed does it again.
  for (const _ of [1, 2]) await acknowledgeBacklog(options)
  const search = orderSearch.parse({ is_critical: true, size: 100 })
  const orders = (await records.searchOrders(TEAM, search)).orders.map(({ order }) => order)
  const given = await console.acknowledgementsOf(
    'sandbox',
    orders.map(({ id }) => id),
  )
  expect(given.length).toBeGreaterThan(20)
  expect(new Set(given.map(({ order_id }) => order_id)).size).toBe(given.length)
  expect(new Set(given.map(({ owner_id }) => owner_id))).toEqual(new Set(['one', 'two']))
  for (const { at, result_at } of given) {
    const taken = Date.parse(at) - Date.parse(result_at)
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThan(2 * HOUR)
  }
  const newest = orders.toSorted((a, b) => compareResults(newestResult(b), newestResult(a))).slice(0, WAITING)
  const acknowledged = new Set(given.map(({ order_id }) => order_id))
  expect(newest.filter(({ id }) => acknowledged.has(id))).toEqual([])
  expect(orders.length - given.length).toBe(WAITING)
})

test('two visits contradict themselves: one canceled by phone alone, one whose order was canceled', async () => {
  const records = createMemoryStore()
  const today = new Date('2026-11-21')
  await records.insert([...generateBundles({ users: 260, orders: 2600, today, team_id: TEAM })])
  const bookings = createMemoryConsoleStore()
  const by = { id: 'one', name: 'Rosa Adeyemi' }
  await bookSampleVisits({ records, bookings, environment: 'sandbox', team_id: TEAM, by })
  const made = await bookings.liveBookings('sandbox', new Date(0))
  const order_ids = made.map(({ order_id }) => order_id)
  const { orders } = await records.searchOrders(TEAM, orderSearch.parse({ order_ids }))
  const words = orders.map(({ order }) => {
    const visit = visitOf(
      order,
      made.filter(({ order_id }) => order_id === order.id),
    )
    return visit && clashWords(visit)?.happened
  })
  expect(words.toSorted()).toEqual([
    'Canceled here by Rosa Adeyemi; the service still says scheduled.',
    'Order canceled, visit still booked.',
  ])
})
