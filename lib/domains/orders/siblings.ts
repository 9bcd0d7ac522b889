/** The orders of one transaction, and which of them stands in place of another. */
import { compareInstants } from '#lib/utils/time/instants.ts'
import type { Order } from './order.ts'

export type Sibling = NonNullable<Order['order_transaction']>['orders'][number]

/** The orders of its transaction, the first one first; empty without a transaction. */
export function siblingsOf({ order_transaction }: Pick<Order, 'order_transaction'>): Sibling[] {
  return [...(order_transaction?.orders ?? [])].sort((a, b) => compareInstants(a.created_at, b.created_at))
}

/** The newest order that was placed after this one in the same transaction: the one to look at in its stead. */
export function successorOf(order: Pick<Order, 'id' | 'created_at' | 'order_transaction'>): Sibling | null {
  const last = siblingsOf(order).at(-1)
  return last && last.id !== order.id && compareInstants(last.created_at, order.created_at) >= 0 ? last : null
}

/** Returns how the service closed an order's whole transaction, so that nobody works on the order; null while it's open. */
export function closedAs({ order_transaction }: Pick<Order, 'order_transaction'>): 'completed' | 'cancelled' | null {
  const status = order_transaction?.status
  return status === 'completed' || status === 'cancelled' ? status : null
}
