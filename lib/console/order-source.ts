/** The source of the overview's orders: the order search of an environment's service. */

import type { listOrders, Order } from '#lib/domains/orders/order.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'

export type OrderQuery = NonNullable<EndpointInput<typeof listOrders>['query']>

export interface FoundOrders {
  orders: readonly Order[]
  /** Null where the service did not count. */
  total: number | null
}

export interface OrderSource {
  /** @throws SourceFailure; what ends by the signal is thrown as it is. */
  searchOrders(environment: string, query: OrderQuery, signal: AbortSignal): Promise<FoundOrders>
}
