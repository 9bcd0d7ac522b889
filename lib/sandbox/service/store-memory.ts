/** The readable model of the store: plain maps, instant, and able to run in a browser. */

import { memoryHistory } from '#lib/domains/connections/service/history-memory.ts'
import { memoryOrders } from '#lib/domains/orders/service/store-memory.ts'
import { memoryUsers } from '#lib/domains/users/service/store-memory.ts'
import { memoryWebhooks } from '#lib/domains/webhooks/service/store-memory.ts'
import { emptyState, storedOrder } from '#lib/service/memory-state.ts'
import type { UserBundle } from '#lib/service/records.ts'
import { COUNT_LIMITS, type CountLimits } from '#lib/service/search-keys.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { memoryAppointments, memoryCredentials, memoryImports } from './store-memory-flows.ts'

export interface MemoryStore extends ServiceStore {
  /** `insert` without the copy, many times faster: for bundles that no other code holds or changes. */
  adopt(bundles: Iterable<UserBundle>): void
}

/**
 * Creates the service's store in memory, for the demo and tests; `limits` bound how many filtered orders are counted.
 */
export function createMemoryStore(limits: CountLimits = COUNT_LIMITS): MemoryStore {
  const state = emptyState()
  const { users, connections, orders } = state

  function adopt({ user, connections: sources, orders: records }: UserBundle) {
    users.set(user.user_id, user)
    connections.set(user.user_id, new Map(sources.map((each) => [each.slug, each])))
    for (const record of records) orders.set(record.order.id, storedOrder(record))
  }

  return {
    ...memoryUsers(state),
    ...memoryOrders(state, limits),
    ...memoryCredentials(state),
    ...memoryImports(state),
    ...memoryAppointments(state),
    ...memoryHistory(state),
    ...memoryWebhooks(state),

    async insert(bundles) {
      for (const bundle of bundles) if (!users.has(bundle.user.user_id)) adopt(structuredClone(bundle))
    },

    adopt(bundles) {
      for (const bundle of bundles) if (!users.has(bundle.user.user_id)) adopt(bundle)
    },

    // Nothing in memory outlives a process that is killed.
    beginDataSet: async ({ today }) => today,
    finishDataSet: async () => undefined,
    unfinishedDataSets: async () => [],

    async isEmpty(team_id) {
      return ![...users.values()].some((user) => user.team_id === team_id)
    },
  }
}
