/** The readable model of the store: plain maps, instant, and able to run in a browser. */
import { memoryAppointments, memoryCredentials, memoryImports } from './memory-flows.ts'
import { memoryOrders } from './memory-orders.ts'
import { emptyState, storedOrder } from './memory-state.ts'
import { memoryUsers } from './memory-users.ts'
import type { ServiceStore } from './port.ts'
import { COUNT_LIMITS, type CountLimits } from './search-keys.ts'

export function createMemoryStore(limits: CountLimits = COUNT_LIMITS): ServiceStore {
  const state = emptyState()
  const { users, connections, orders } = state

  return {
    ...memoryUsers(state),
    ...memoryOrders(state, limits),
    ...memoryCredentials(state),
    ...memoryImports(state),
    ...memoryAppointments(state),

    async insert(bundles) {
      for (const bundle of bundles) {
        const { user_id } = bundle.user
        if (users.has(user_id)) continue
        users.set(user_id, structuredClone(bundle.user))
        connections.set(user_id, new Map(structuredClone(bundle.connections).map((each) => [each.slug, each])))
        for (const record of structuredClone(bundle.orders)) orders.set(record.order.id, storedOrder(record))
      }
    },

    async isEmpty(team_id) {
      return ![...users.values()].some((user) => user.team_id === team_id)
    },
  }
}
