/** The search for orders as the overview asks it. */
import type { OrderSource } from '#lib/console/order-source.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { readEach, unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { UpstreamError } from '#lib/proxy/upstream.ts'
import { createServiceReads, type ServiceReadsOptions } from './service-reads.ts'

/**
 * Creates the console's own reads of orders (spec § 13). Entries that don't parse are left out of `orders`, and
 * named; `total` stays the service's.
 * @throws SourceFailure when the service fails or its page doesn't parse
 */
export function createOrderSource(options: ServiceReadsOptions): OrderSource {
  const read = createServiceReads(options)

  return {
    searchOrders: (id, query, signal) =>
      read(id, { endpoint: listOrders, query: { ...query }, signal, act: 'search its orders' }, (answer) => {
        const whole = listOrders.response.safeParse(answer)
        const rest = whole.success ? null : readEach(listOrders.response, answer)
        const found = whole.data ?? listOrders.response.safeParse(rest).data
        if (!found) throw new UpstreamError('broken')
        return { orders: found.orders, total: found.total, unreadable: unreadableIn(rest) }
      }),
  }
}
