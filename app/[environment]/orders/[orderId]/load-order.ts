/** Server reads shared by the pages of one order, cached for the request. */
import { cache } from 'react'
import { orderBookingsQuery } from '#lib/domains/bookings/queries.ts'
import { orderQuery, stuckLimitsQuery } from '#lib/domains/orders/queries.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { serverContext } from '#lib/pages/context.ts'

/** One spelling for one id; null for what is none. */
export function readOrderId(text: string): string | null {
  return uuid.safeParse(text).data ?? null
}

export const loadOrder = cache(async (environment: string, order_id: string) => {
  const context = await serverContext(environment)
  let isMissing = false
  const read = await prefetchWith(async (client) => {
    // The browser retries limits that couldn't be read here.
    const limits = client.prefetchQuery({ ...stuckLimitsQuery(environment, context), retry: false })
    // How the visit stands is up to them: the first HTML says nothing that they contradict.
    const bookings = client.prefetchQuery({ ...orderBookingsQuery(environment, order_id, context), retry: false })
    const found = await client.fetchQuery({ ...orderQuery(environment, order_id, context), retry: false })
    await Promise.all([limits, bookings])
    isMissing = unreadableIn(found).length === 0 && !found.orders.some(({ id }) => id === order_id)
  })
  return { ...read, isMissing }
})
