/** One order with a critical result, as the service has it now. */
import type { OrderQuery, OrderSource } from '#lib/console/order-source.ts'
import { SourceFailure } from '#lib/console/user-source.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { resultAt } from '#lib/domains/orders/results/result-at.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'

const NOT_CRITICAL = 'The service has no order with this ID and a critical result. Nothing was saved. Reload the page.'

interface Seen {
  environment: string
  order_id: string
  /** The result that a person saw. */
  result_at: string
  signal: AbortSignal
}

/**
 * Returns the order with a critical result, and whether the result is the one that was seen.
 * @throws ApiError 404 for an order that isn't critical, 503 where the service could not be asked
 */
export async function findCriticalOrder(source: OrderSource, { environment, order_id, result_at, signal }: Seen) {
  const query: OrderQuery = { order_ids: [order_id], is_critical: true, size: 1 }
  const { orders } = await asked(source.searchOrders(environment, query, signal))
  const order: Order | undefined = orders.find(({ id }) => id === order_id)
  if (!order) throw new ApiError('not_found', NOT_CRITICAL)
  return { order, isSeen: compareInstants(resultAt(order), result_at) === 0 }
}

/** A failure of the service in the console's words. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof SourceFailure) throw new ApiError('unavailable', error.message)
    throw error
  }
}
