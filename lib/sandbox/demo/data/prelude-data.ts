/** Finds orders and a source in the sample data for the past requests of a demo. */

import { providerKind } from '#lib/domains/connections/providers.ts'
import { type Order, type OrderSearch, orderSearch } from '#lib/domains/orders/order.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DAY } from '#lib/utils/time/durations.ts'

export interface Candidates {
  /** Critical results, newest first. */
  critical: readonly Order[]
  /** At-home draws without an appointment, newest first. */
  toBook: readonly Order[]
  /** A source that stopped sending. */
  stopped: { user_id: string; provider: string } | null
}

interface Options {
  store: Pick<ServiceStore, 'searchOrders' | 'listUsers' | 'listConnections'>
  team_id: string
  started_at: number
}

/** Orders whose last event is older: a past request must not come before an event of its order. */
const UNTOUCHED = 2 * DAY
const USERS = 100

/**
 * Finds the records that a demo's earlier changes can be about: orders without an update for two days, and a source
 * that stopped.
 */
export async function candidatesFor({ store, team_id, started_at }: Options): Promise<Candidates> {
  const find = async (search: Partial<OrderSearch>) => {
    const updated_end_date = new Date(started_at - UNTOUCHED).toISOString()
    const { orders } = await store.searchOrders(team_id, orderSearch.parse({ ...search, updated_end_date, size: 12 }))
    return orders.map(({ order }) => order)
  }
  return {
    critical: await find({ is_critical: true }),
    toBook: await find({ order_type: ['at_home_phlebotomy'], status: ['requisition_created'] }),
    stopped: await stoppedSource(store, team_id),
  }
}

async function stoppedSource(store: Options['store'], team_id: string): Promise<Candidates['stopped']> {
  const { users } = await store.listUsers(team_id, { offset: 0, limit: USERS })
  for (const { user_id } of users) {
    const connections = (await store.listConnections(team_id, user_id)) ?? []
    const stopped = connections.find(({ status, slug }) => status === 'error' && providerKind(slug) === 'cloud_oauth')
    if (stopped) return { user_id, provider: stopped.slug }
  }
  return null
}
