/**
 * Tests of the store's flows over every store, and what they are made with.
 * Run by lib/sandbox/service/flows.test.ts.
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { STORES, type StoreName, TEAM } from '#lib/sandbox/service/service.testing.ts'
import type { ConnectionRecord } from '#lib/service/records.ts'
import type { ServiceStore } from '#lib/service/store.ts'

export const OTHER_TEAM = '70a2f9d3-1111-4222-8333-9a6f2c8151bc'
export const NOBODY = '00000000-0000-4000-8000-000000000000'
export const TODAY = new Date('2026-11-21T00:00:00Z')
export const bundles = [...generateBundles({ users: 400, orders: 600, today: TODAY, team_id: TEAM })]
export const ids = bundles.map(({ user }) => user.user_id)

export const later = (milliseconds: number) => new Date(TODAY.getTime() + milliseconds)

/** An item of a list that is long enough. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list.at(index)
  if (item === undefined) throw new Error('the data set is too small')
  return item
}

export function connectionOf(user_id: string, change: Partial<ConnectionRecord> = {}): ConnectionRecord {
  return {
    user_id,
    name: 'Test Source',
    slug: 'test_source',
    logo: null,
    status: 'connected',
    created_on: '2026-11-20T10:00:00.000Z',
    resource_availability: {},
    error_details: null,
    ...change,
  }
}

export async function slugsOf(store: ServiceStore, user_id: string): Promise<string[]> {
  return (await store.listConnections(TEAM, user_id))?.map(({ slug }) => slug) ?? []
}

/** Defines the same tests over each store; `store()` is the one of the running test. */
export function overEveryStore(define: (store: () => ServiceStore) => void): void {
  for (const name of ['memory', 'embedded PostgreSQL', 'PostgreSQL server'] satisfies StoreName[]) {
    describe(name, () => {
      let opened: Awaited<ReturnType<(typeof STORES)[StoreName]>> | null = null
      beforeAll(async () => {
        opened = await STORES[name]()
        await opened.store.insert(bundles)
      })
      afterAll(() => opened?.close())
      define(() => {
        if (!opened) throw new Error('the store is not open yet')
        return opened.store
      })
    })
  }
}
