/** Filter counts match the searches they announce, for random searches. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { countOrderSearches } from '#lib/domains/orders/order-counts.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { type OrderViewFilter, orderViewFilter } from '#lib/domains/orders/views.ts'
import { stuckOrder } from '#lib/domains/orders/worklist/problems.ts'
import { INTERPRETATION_FILTERS, LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { orderSearches } from '#lib/sandbox/service/order-searches.testing.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { NOW, testConsole } from '#lib/system/console/console.testing.ts'

const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
const RUNS = 60

const bundles = [...generateBundles({ users: 40, orders: 400, today: NOW, team_id: TEAM })]

const filters = fc
  .record({ asked: orderSearches(bundles, NOW), stuck: fc.constantFrom(undefined, undefined, true) })
  .map(({ asked: { search_input, patient_name, shipping_recipient_name, page, size, ...asked }, stuck }) =>
    orderViewFilter.parse({ ...asked, ...(stuck && { stuck }) }),
  )
/** Choices of the list's fields. */
const choices = fc.constantFrom<OrderViewFilter[]>(
  LOW_LEVEL_STATUSES.map((status) => ({ status: [status] })),
  ORDER_METHODS.map((method) => ({ order_type: [method] })),
  INTERPRETATION_FILTERS.map((interpretation) => ({ interpretation })),
  [{ is_critical: true }, { is_critical: false }, { stuck: true }, {}],
  [{ order_activation_types: ['current'] }, { order_activation_types: ['scheduled'] }],
)

function suite(open: () => Promise<{ store: ServiceStore; close: () => Promise<void> }>) {
  let store: ServiceStore
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ store, close } = await open())
    await store.insert(bundles)
  })
  afterAll(() => close())

  async function shown({ stuck, order_key, order_direction, size, ...filter }: OrderViewFilter): Promise<number> {
    const { orders, total } = await store.searchOrders(TEAM, orderSearch.parse({ ...filter, size: 100 }))
    if (!stuck) return total ?? Number.NaN
    const all = [...orders]
    for (let page = 2; all.length < (total ?? 0); page++) {
      all.push(...(await store.searchOrders(TEAM, orderSearch.parse({ ...filter, page, size: 100 }))).orders)
    }
    return all.filter(({ order }) => stuckOrder(order, NOW.getTime()) !== null).length
  }

  test(`${RUNS} random filters: each choice is counted as the list would show it`, async () => {
    const { send } = testConsole({
      orders: {
        searchOrders: async (_, query) => {
          const { orders, total } = await store.searchOrders(TEAM, orderSearch.parse(query))
          return { orders: orders.map(({ order }) => order), total }
        },
      },
    })
    const params = { environment: 'sandbox' }
    let sum = 0
    await fc.assert(
      fc.asyncProperty(filters, choices, async (filter, some) => {
        const json = { time_zone: 'UTC', filter, choices: some }
        const answer = await send(countOrderSearches, { params, json, as: 'read_only' })
        expect(answer.status).toBe(200)
        const { counts } = countOrderSearches.response.parse(await answer.json())
        const expected = await Promise.all(some.map((choice) => shown(dated({ ...filter, ...choice }))))
        expect(counts).toEqual(expected.map((count) => ({ count, missing: null })))
        sum += expected.reduce((all, count) => all + count, 0)
      }),
      { numRuns: RUNS },
    )
    expect(sum).toBeGreaterThan(RUNS * 10)
  }, 120_000)
}

/** A calendar day is a whole one of the viewer, here of UTC. */
function dated(filter: OrderViewFilter): OrderViewFilter {
  const end = (value: string | undefined) => (value?.length === 10 ? `${value}T23:59:59.999Z` : value)
  return orderViewFilter.parse(
    JSON.parse(
      JSON.stringify({ ...filter, end_date: end(filter.end_date), updated_end_date: end(filter.updated_end_date) }),
    ),
  )
}

describe('memory', () => suite(async () => ({ store: createMemoryStore(), close: async () => undefined })))

describe('embedded PostgreSQL', () =>
  suite(async () => {
    const { db, close } = await openInMemory()
    return { store: createPostgresStore(db), close }
  }))

test('limits count what they would mark before they are saved, each status by its own', async () => {
  const store = createMemoryStore()
  await store.insert(bundles)
  const { send } = testConsole({
    orders: {
      searchOrders: async (_, query) => {
        const { orders, total } = await store.searchOrders(TEAM, orderSearch.parse(query))
        return { orders: orders.map(({ order }) => order), total }
      },
    },
  })
  const statuses = Object.keys(STUCK_DAYS)
  for (const stuck_days of [{}, { with_customer: 1, delivered_to_lab: 2 }, { with_customer: 365 }]) {
    const choices = statuses.map((status) => ({ status: [status] }))
    const json = { time_zone: 'UTC', filter: { stuck: true }, choices, stuck_days }
    const answer = await send(countOrderSearches, { params: { environment: 'sandbox' }, json, as: 'read_only' })
    const { counts } = countOrderSearches.response.parse(await answer.json())
    const limits = { ...STUCK_DAYS, ...stuck_days }
    const marked = bundles.flatMap(({ orders }) =>
      orders.flatMap(({ order }) => (stuckOrder(order, NOW.getTime(), limits) ? lastLowLevelStatus(order.events) : [])),
    )
    expect(counts.map(({ count }) => count)).toEqual(
      statuses.map((status) => marked.filter((one) => one === status).length),
    )
  }
})

test.each([
  ['a name', { filter: { patient_name: 'Zoë' }, choices: [{}] }],
  ['a text', { filter: {}, choices: [{ search_input: 'Zoë' }] }],
  ['nothing to count', { filter: {}, choices: [] }],
  ['too many', { filter: {}, choices: Array.from({ length: 51 }, () => ({})) }],
])('%s is not counted, and not repeated in the answer', async (_, asked) => {
  const { send } = testConsole()
  const json = { time_zone: 'UTC', ...asked }
  const answer = await send(countOrderSearches, { params: { environment: 'sandbox' }, json, as: 'support' })
  expect(answer.status).toBe(422)
  expect(await answer.text()).not.toContain('Zoë')
})

test('a service that fails leaves the number unknown, and says why', async () => {
  const { send } = testConsole()
  const json = { time_zone: 'UTC', filter: {}, choices: [{ status: ['lost'] }] }
  const answer = await send(countOrderSearches, { params: { environment: 'sandbox' }, json, as: 'read_only' })
  expect(await answer.json()).toEqual({ counts: [{ count: null, missing: 'The service can’t be reached.' }] })
})
