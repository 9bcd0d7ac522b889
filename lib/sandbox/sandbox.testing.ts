/** The sandbox's service in this process, with its data set in memory, for tests that ask it themselves. */

import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import type { OrderRecord } from '#lib/service/records.ts'

const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'

export interface TestSandbox {
  /** Every order that the service holds. */
  records: OrderRecord[]
  /** Reads from the service by path and query. */
  get: (path: string) => Promise<Response>
}

/** `today` is the UTC day after which nothing happens. */
export async function testSandbox(size: { users: number; orders: number }, today: Date): Promise<TestSandbox> {
  const bundles = [...generateBundles({ ...size, today, team_id: TEAM })]
  const store = createMemoryStore()
  await store.insert(bundles)
  const service = createService({
    ...(await testDeps()),
    store,
    key_header: 'x-service-api-key',
    teamOfKey: () => TEAM,
    onError: (error) => {
      throw error
    },
  })
  const headers = { 'x-service-api-key': 'any' }
  return {
    records: bundles.flatMap(({ orders }) => orders),
    get: async (path) => service.api.fetch(new Request(`http://sandbox.test${path}`, { headers })),
  }
}
