/** Where the overview's orders come from: the search of the service behind an environment. */
import type { EndpointInput } from '#lib/contract/endpoint.ts'
import type { listOrders, Order } from '#lib/contract/order.ts'

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
