import { expect, test } from 'vitest'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from './data-set.ts'

const SET = { users: 260, orders: 2600, seed: 0 }
const BEGUN = new Date('2026-11-21T00:00:00Z')
const LATER = new Date('2026-11-24T00:00:00Z')

test('a set that was cut short is known as such, and goes on for the day it was begun', async () => {
  const { db, close } = await openInMemory()
  const store = createPostgresStore(db)
  const count = async () => (await store.searchOrders(EMBEDDED_TEAM_ID, orderSearch.parse({ size: 1 }))).total
  let completed = 0
  let batches = 0
  const dying = {
    ...store,
    insert: (...given: Parameters<typeof store.insert>) => {
      batches += 1
      return batches === 1 ? store.insert(...given) : Promise.reject(new Error('killed'))
    },
  }
  const complete = async () => {
    completed += 1
  }
  await expect(writeDataSet(dying, SET, BEGUN, { complete })).rejects.toThrow('killed')
  expect(await store.unfinishedDataSets()).toEqual([{ ...SET, today: BEGUN }])
  expect([await count(), completed]).toEqual([expect.toSatisfy((total: number) => total > 0 && total < 2600), 0])
  await writeDataSet(store, SET, LATER, { complete })
  expect(await store.unfinishedDataSets()).toEqual([])
  expect([await count(), completed]).toEqual([2600, 1])
  const newest = orderSearch.parse({ size: 1, order_key: 'created_at', order_direction: 'desc' })
  const [stored] = (await store.searchOrders(EMBEDDED_TEAM_ID, newest)).orders
  expect(Date.parse(stored?.order.created_at ?? '')).toBeLessThanOrEqual(BEGUN.getTime() + 24 * 3_600_000)
  await close()
})
