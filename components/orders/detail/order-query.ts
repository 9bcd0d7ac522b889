/** One order: the service has no endpoint for it, so it is the list of orders with one id. */

import { listOrders } from '#lib/domains/orders/order.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { consoleQuery, serviceQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'

export function orderQuery(environment: string, order_id: string, context: Omit<RequestContext, 'environment'> = {}) {
  return serviceQuery(listOrders, { query: { order_ids: [order_id] } }, { ...context, environment })
}

/** After how many days an order counts as stuck. */
export function stuckLimitsQuery(environment: string, context: Omit<RequestContext, 'environment'> = {}) {
  return consoleQuery(getStuckLimits, { params: { environment } }, context)
}
