/** The pages of the list and its counts; the same on the server and in the browser. */
import { countWebhookDeliveries, listWebhookDeliveries } from '#lib/domains/webhooks/deliveries.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consolePage, consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { countsQuery, type DeliveryPlace, rowsQuery } from './delivery-search.ts'

type Query = ReturnType<typeof rowsQuery>

export function deliveryPage(context: RequestContext, query: Query, offset: number, limit: number) {
  const { environment, ...rest } = context
  const input = { params: { environment }, query: { ...query, ...(offset > 0 && { offset }), limit } }
  return consolePage(listWebhookDeliveries, input, rest)
}

export function countPage({ deliveries, total }: EndpointOutput<typeof listWebhookDeliveries>) {
  return { rows: deliveries.length, total }
}

/** Prefetches the first page of rows, with the rest if it arrives in time. */
export function prefetchDeliveries(context: RequestContext, { filters, offset, limit }: DeliveryPlace, now: number) {
  return prefetchWith(async (client) => {
    const { environment, ...rest } = context
    const query = rowsQuery(filters, now)
    const params = { environment }
    await Promise.all([
      client.fetchQuery({ ...deliveryPage(context, query, offset, limit), retry: false }),
      client.prefetchQuery({
        ...consoleQuery(countWebhookDeliveries, { params, query: countsQuery(filters, now) }, rest),
        retry: false,
      }),
      client.prefetchQuery({ ...consoleQuery(listWebhookEndpoints, { params }, rest), retry: false }),
    ])
  })
}
