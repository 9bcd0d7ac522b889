/** The source of the overview's orders: the order search of an environment's service. */

import type { listOrders, Order } from '#lib/domains/orders/order.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'

export type OrderQuery = NonNullable<EndpointInput<typeof listOrders>['query']>

export interface FoundOrders {
  orders: readonly Order[]
  /** Null where the service did not count. */
  total: number | null
  /** Entries of the page that aren't orders as they should be, and so aren't in `orders`. */
  unreadable?: readonly Unreadable[]
}

/** Returns how many entries a page has: fewer than were asked for make it the last one. */
export function entriesOf({ orders, unreadable = [] }: FoundOrders): number {
  return orders.length + unreadable.length
}

export interface OrderSource {
  /** @throws SourceFailure; what ends by the signal is thrown as it is. */
  searchOrders(environment: string, query: OrderQuery, signal: AbortSignal): Promise<FoundOrders>
}
