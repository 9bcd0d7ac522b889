/** One suite over every store: the memory model says what is right, the databases must agree. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrderSearch, orderSearch } from '#lib/domains/orders/order.ts'
import { ORDER_KEYS } from '#lib/kernel/values.ts'
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import type { CountLimits } from '#lib/service/search-keys.ts'
import { ClientUserIdTaken, type ServiceStore } from '#lib/service/store.ts'
import { remembered } from '#lib/utils/data/remembered.testing.ts'
import { orderSearches, withOddNames } from './order-searches.testing.ts'
import { createMemoryStore } from './store-memory.ts'
import { createPostgresStore } from './store-sql.ts'

const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
const OTHER_TEAM = '70a2f9d3-1111-4222-8333-9a6f2c8151bc'
const TODAY = new Date('2026-11-21T00:00:00Z')
const RUNS = 1000
/** Within reach of this much data, so that the searches below cross them. */
const LIMITS: CountLimits = { matches: 300, unindexed: 500 }

const bundles = withOddNames([...generateBundles({ users: 60, orders: 600, today: TODAY, team_id: TEAM })])
const others = [...generateBundles({ users: 5, orders: 40, today: TODAY, team_id: OTHER_TEAM, seed: 7 })]

async function filled(store: ServiceStore): Promise<ServiceStore> {
  await store.insert(bundles)
  await store.insert(others)
  return store
}

const model = filled(createMemoryStore(LIMITS))
const expectedOrders = remembered(async (asked: OrderSearch) => (await model).searchOrders(TEAM, asked))

const search = orderSearches(bundles, TODAY)

function conformance(open: () => Promise<{ store: ServiceStore; close: () => Promise<void> }>) {
  let store: ServiceStore
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ store, close } = await open())
    expect(await store.isEmpty(TEAM)).toBe(true)
    await filled(store)
  })
  afterAll(() => close())

  test(`answers ${RUNS} random order searches as the model does`, async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(search, async (asked) => {
        const [expected, actual] = await Promise.all([expectedOrders(asked), store.searchOrders(TEAM, asked)])
        expect(actual).toEqual(expected)
        if (expected.orders.length > 0) found += 1
      }),
      { numRuns: RUNS },
    )
    expect(found).toBeGreaterThan(RUNS / 4)
  }, 120_000)

  test('every page together is every order, once, in one order', async () => {
    for (const order_key of ORDER_KEYS) {
      const seen: string[] = []
      for (let page = 1; page <= 7; page++) {
        const { orders, total } = await store.searchOrders(TEAM, orderSearch.parse({ order_key, page, size: 100 }))
        expect(total).toBe(600)
        seen.push(...orders.map(({ order }) => order.id))
      }
      expect(new Set(seen).size).toBe(600)
      expect(seen).toHaveLength(600)
    }
  })

  test('lists users newest first, with their sources, page by page', async () => {
    const expected = await (await model).listUsers(TEAM, { offset: 0, limit: 500 })
    expect(expected.total).toBe(60)
    expect(await store.listUsers(TEAM, { offset: 0, limit: 500 })).toEqual(expected)
    const pages = await Promise.all([0, 25, 50].map((offset) => store.listUsers(TEAM, { offset, limit: 25 })))
    expect(pages.flatMap(({ users }) => users)).toEqual(expected.users)
    expect((await store.listUsers(TEAM, { offset: 60, limit: 25 })).users).toEqual([])
  })

  test('keeps teams apart', async () => {
    const [mine, theirs] = [bundles[0]?.user.user_id ?? '', others[0]?.user.user_id ?? '']
    expect(await store.listConnections(TEAM, theirs)).toBeNull()
    expect(await store.listConnections(OTHER_TEAM, theirs)).toEqual(
      await (await model).listConnections(OTHER_TEAM, theirs),
    )
    expect(await store.updateUser(TEAM, theirs, { client_user_id: null }, TODAY)).toBeNull()
    expect((await store.searchOrders(OTHER_TEAM, orderSearch.parse({ user_id: mine }))).total).toBe(0)
    expect((await store.searchOrders(OTHER_TEAM, orderSearch.parse({}))).total).toBe(40)
    expect((await store.listUsers(OTHER_TEAM, { offset: 0, limit: 10 })).total).toBe(5)
  })

  test('updates, clears with null and keeps what is left out', async () => {
    const { user } = others[1] ?? {}
    const user_id = user?.user_id ?? ''
    const set = { fallback_time_zone: 'America/Denver', fallback_birth_date: '1980-02-29', client_user_id: 'new-1' }
    const stamp = { source_slug: 'manual', updated_at: TODAY.toISOString() }
    const changed = await store.updateUser(OTHER_TEAM, user_id, set, TODAY)
    expect(changed).toMatchObject({
      client_user_id: 'new-1',
      fallback_time_zone: { id: 'America/Denver', ...stamp },
      fallback_birth_date: { value: '1980-02-29', ...stamp },
    })
    const cleared = await store.updateUser(OTHER_TEAM, user_id, { fallback_time_zone: null }, TODAY)
    expect(cleared).toEqual({ ...changed, fallback_time_zone: null })
    const { users } = await store.listUsers(OTHER_TEAM, { offset: 0, limit: 10 })
    expect(users).toContainEqual(cleared)
  })

  test('a client_user_id belongs to one user of a team; another team may have the same', async () => {
    const [first, second] = [others[2]?.user, others[3]?.user]
    const taken = { client_user_id: first?.client_user_id ?? 'other-2' }
    await store.updateUser(OTHER_TEAM, first?.user_id ?? '', taken, TODAY)
    const refused = store.updateUser(OTHER_TEAM, second?.user_id ?? '', taken, TODAY)
    await expect(refused).rejects.toThrow(ClientUserIdTaken)
    await expect(refused).rejects.toMatchObject({ holder: { user_id: first?.user_id, created_on: first?.created_on } })
    const cleared = await store.updateUser(OTHER_TEAM, second?.user_id ?? '', { client_user_id: null }, TODAY)
    expect(cleared).toMatchObject({ client_user_id: null })
  })

  test('adding the same bundles again changes nothing', async () => {
    const before = await store.listUsers(TEAM, { offset: 0, limit: 500 })
    await store.insert(bundles)
    expect(await store.listUsers(TEAM, { offset: 0, limit: 500 })).toEqual(before)
    expect((await store.searchOrders(TEAM, orderSearch.parse({}))).total).toBe(600)
  })
}

async function overDatabase(open: Promise<OpenDatabase>) {
  const database = await open
  return { store: createPostgresStore(database.db, LIMITS), close: database.close }
}

describe('memory', () => {
  conformance(async () => ({ store: createMemoryStore(LIMITS), close: async () => undefined }))
})

test('a memory store that adopts bundles answers as one that copies them', async () => {
  const adopting = createMemoryStore(LIMITS)
  adopting.adopt(structuredClone(bundles))
  adopting.adopt(structuredClone(bundles))
  adopting.adopt(structuredClone(others))
  for (const asked of fc.sample(search, { numRuns: 200, seed: 1 })) {
    expect(await adopting.searchOrders(TEAM, asked)).toEqual(await expectedOrders(asked))
  }
  const page = { offset: 0, limit: 500 }
  expect(await adopting.listUsers(TEAM, page)).toEqual(await (await model).listUsers(TEAM, page))
})

test('a memory store keeps what was inserted, whatever becomes of the bundle', async () => {
  const store = createMemoryStore(LIMITS)
  const bundle = structuredClone(bundles[0])
  if (!bundle) throw new Error('there is no bundle')
  const { user_id, created_on } = bundle.user
  await store.insert([bundle])
  bundle.user.created_on = 'never'
  expect(await store.getUser(TEAM, user_id)).toMatchObject({ created_on })
})

describe('embedded PostgreSQL', () => {
  conformance(() => overDatabase(openInMemory()))
})

describe('PostgreSQL server', () => {
  conformance(async () => {
    const server = await startPostgres()
    const opened = await overDatabase(openDatabase({ data_dir: '', database_url: server.url }))
    return { store: opened.store, close: () => opened.close().then(server.stop) }
  })
})
