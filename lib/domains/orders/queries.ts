/** Queries for orders and for the console's records of critical results. */
import type { QueryClient } from '@tanstack/react-query'
import { consoleQuery, serviceQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { listCallbacks } from './critical/callbacks.ts'
import { listAcknowledgements, listCriticalOrders } from './critical/critical.ts'
import { listOrders } from './order.ts'

type Context = Omit<RequestContext, 'environment'>

/** Orders that a summary looks at: the newest of one user. */
const SUMMARY_ORDERS = 50

/** Returns the query of a user's newest orders (§ 13). */
export function userOrdersQuery(environment: string, user_id: string, context: Context = {}) {
  const query = { user_id, order_key: 'created_at', order_direction: 'desc', page: 1, size: SUMMARY_ORDERS } as const
  return serviceQuery(listOrders, { query }, { ...context, environment })
}

/** Returns the query of who acknowledged the critical results of these orders. */
export function acknowledgementsQuery(environment: string, order_ids: readonly string[], context: Context = {}) {
  return consoleQuery(listAcknowledgements, { params: { environment }, query: { order_ids: [...order_ids] } }, context)
}

/** Returns the query of the calls about critical results of these orders. */
export function callbacksQuery(environment: string, order_ids: readonly string[], context: Context = {}) {
  return consoleQuery(listCallbacks, { params: { environment }, query: { order_ids: [...order_ids] } }, context)
}

/** Reads everything again that an acknowledgement or a call changes. */
export function invalidateCritical(client: QueryClient): void {
  for (const { name } of [listCriticalOrders, listAcknowledgements, listCallbacks]) {
    void client.invalidateQueries({ queryKey: ['console', name] })
  }
}

/** Reads the orders of an environment again. */
export function invalidateOrders(client: QueryClient, environment: string): void {
  void client.invalidateQueries({ queryKey: ['service', environment, listOrders.name] })
}
