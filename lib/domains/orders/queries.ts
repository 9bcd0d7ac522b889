import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { consoleQuery, servicePage, serviceQuery } from '#lib/kernel/client/queries.ts'
import { type RequestContext, request } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { listCallbacks } from './critical/callbacks.ts'
import { listAcknowledgements, listCriticalOrders } from './critical/critical.ts'
import { listOrders } from './order.ts'
import { getStuckLimits } from './stuck/stuck-limits.ts'

type Context = Omit<RequestContext, 'environment'>

/** Orders that a summary looks at: the newest of one user. */
export const SUMMARY_ORDERS = 50

export function userOrdersQuery(environment: string, user_id: string, context: Context = {}) {
  const query = { user_id, order_key: 'created_at', order_direction: 'desc', page: 1, size: SUMMARY_ORDERS } as const
  return servicePage(listOrders, { query }, { ...context, environment })
}

/** Whether a user has orders beyond the readable ones of a summary, so that what it says of them isn't all. */
export function hasUnreadOrders(data: EndpointOutput<typeof listOrders>): boolean {
  const { orders, total } = data
  return unreadableIn(data).length > 0 || (total === null ? orders.length >= SUMMARY_ORDERS : orders.length < total)
}

/** Users that reads of their order name, by order: the server shows an order of a verified caller only to a call for that user. */
const namedUsers = new Map<string, string>()

export function nameUserOf(order_id: string, user_id: string | null): void {
  if (user_id === null) namedUsers.delete(order_id)
  else namedUsers.set(order_id, user_id)
}

/** The service has no endpoint for one order, so this lists one id; unreadable parts are left out and named. */
export function orderQuery(environment: string, order_id: string, context: Context = {}) {
  const input = { query: { order_ids: [order_id] } }
  const place = { ...context, environment }
  return queryOptions({
    ...serviceQuery(listOrders, input, place),
    queryFn: ({ signal }) =>
      request(listOrders, { query: { ...input.query, user_id: namedUsers.get(order_id) } }, place, {
        signal,
        keepPartial: true,
      }),
  })
}

export function stuckLimitsQuery(environment: string, context: Context = {}) {
  return consoleQuery(getStuckLimits, { params: { environment } }, context)
}

export function acknowledgementsQuery(environment: string, order_ids: readonly string[], context: Context = {}) {
  return consoleQuery(listAcknowledgements, { params: { environment }, query: { order_ids: [...order_ids] } }, context)
}

export function criticalQuery(environment: string, context: Context = {}) {
  return consoleQuery(listCriticalOrders, { params: { environment } }, context)
}

export function callbacksQuery(environment: string, order_ids: readonly string[], context: Context = {}) {
  return consoleQuery(listCallbacks, { params: { environment }, query: { order_ids: [...order_ids] } }, context)
}

export function invalidateCritical(client: QueryClient): void {
  for (const { name } of [listCriticalOrders, listAcknowledgements, listCallbacks]) {
    void client.invalidateQueries({ queryKey: ['console', name] })
  }
}

export function invalidateOrders(client: QueryClient, environment: string): void {
  void client.invalidateQueries({ queryKey: ['service', environment, listOrders.name] })
}
