/** Orders, in memory: the plain statement of what every filter of order search means. */
import type { OrderSearch } from '#lib/contract/order.ts'
import { byCodePoint } from '#lib/utils/code-points.ts'
import { type MemoryState, plainOrder, type StoredOrder } from './memory-state.ts'
import type { OrderStore } from './port.ts'
import {
  type CountLimits,
  isFiltered,
  mostCounted,
  type SearchPlan,
  searchPlan,
  totalOfLastPage,
} from './search-keys.ts'

export function memoryOrders({ orders }: MemoryState, limits: CountLimits): OrderStore {
  return {
    async searchOrders(team_id, search) {
      const plan = searchPlan(search)
      const ofTeam = [...orders.values()].filter(({ order }) => order.team_id === team_id)
      const found = ofTeam.filter((stored) => matches(stored, search, plan))
      found.sort((a, b) => compare(a, b, plan) || byCodePoint(a.order.id, b.order.id))
      const page = found.slice(plan.offset, plan.offset + plan.limit).map(plainOrder)
      const most = mostCounted(plan, ofTeam.length, limits)
      const isTooMany = isFiltered(search) && (most === 0 || found.length > most)
      return { orders: page, total: totalOfLastPage(plan, page.length) ?? (isTooMany ? null : found.length) }
    },

    async getOrder(team_id, order_id) {
      const stored = orders.get(order_id)
      return stored?.order.team_id === team_id ? plainOrder(stored) : null
    },
  }
}

function within(at: number, { from, to }: SearchPlan['created']) {
  return (from === null || at >= from.getTime()) && (to === null || at <= to.getTime())
}

function among(value: string, wanted: readonly string[] | undefined) {
  return !wanted?.length || wanted.includes(value)
}

function matches(stored: StoredOrder, search: OrderSearch, plan: SearchPlan) {
  const { order, activation_type, keys, created, updated } = stored
  return (
    within(created, plan.created) &&
    within(updated, plan.updated) &&
    keys.search_key.includes(plan.search) &&
    keys.patient_key.includes(plan.patient) &&
    keys.recipient_key.includes(plan.recipient) &&
    among(keys.last_status, search.status) &&
    among(keys.method, search.order_type) &&
    among(activation_type, search.order_activation_types) &&
    among(order.id, search.order_ids) &&
    (search.interpretation === undefined || keys.interpretation === search.interpretation) &&
    (search.is_critical === undefined || (keys.interpretation === 'critical') === search.is_critical) &&
    (search.user_id === undefined || order.user_id === search.user_id) &&
    (search.order_transaction_id === undefined || order.order_transaction?.id === search.order_transaction_id)
  )
}

function compare(a: StoredOrder, b: StoredOrder, { sort, descending }: SearchPlan) {
  const order = sort === 'created_at' ? a.created - b.created : byCodePoint(a.keys[sort], b.keys[sort])
  return descending ? -order : order
}
