/** The search for orders as the overview asks it. */
import { z } from 'zod'
import type { OrderSource } from '#lib/console/order-source.ts'
import { listOrders, order } from '#lib/domains/orders/order.ts'
import { UpstreamError } from '#lib/proxy/upstream.ts'
import { createServiceReads, type ServiceReadsOptions } from './service-reads.ts'

/** Entries are parsed one by one, so that a malformed order doesn't hide the total. */
const page = listOrders.response.extend({ orders: z.array(z.unknown()) })

/**
 * Creates the console's own reads of orders (spec § 13). Entries that don't parse are left out of `orders`; `total`
 * stays the service's.
 * @throws SourceFailure when the service fails or its page doesn't parse
 */
export function createOrderSource(options: ServiceReadsOptions): OrderSource {
  const read = createServiceReads(options)

  return {
    searchOrders: (id, query, signal) =>
      read(id, { endpoint: listOrders, query: { ...query }, signal, act: 'search its orders' }, (answer) => {
        const found = page.safeParse(answer)
        if (!found.success) throw new UpstreamError('broken')
        const orders = found.data.orders.map((each) => order.safeParse(each).data).filter((each) => each !== undefined)
        return { orders, total: found.data.total }
      }),
  }
}
