/** The pages of the list and its counts; the same on the server and in the browser. */
import { countEvents, listEvents } from '#lib/domains/events/received.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consolePage, consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { countsQuery, type EventPlace, rowsQuery } from './event-search.ts'

export type RowsQuery = NonNullable<EndpointInput<typeof listEvents>['query']>

/** Rows never change under the reader: what is new is announced, and shown when it is asked for. */
export function eventPage(context: RequestContext, query: RowsQuery, offset: number, limit: number) {
  const { environment, ...rest } = context
  const input = { params: { environment }, query: { ...query, ...(offset > 0 && { offset }), limit } }
  return { ...consolePage(listEvents, input, rest), staleTime: Number.POSITIVE_INFINITY }
}

export function countPage({ events, total }: EndpointOutput<typeof listEvents>) {
  return { rows: events.length, total }
}

/** Prefetches the first page of rows, with counts if they arrive in time. */
export function prefetchEvents(context: RequestContext, { filters, offset, limit, up_to }: EventPlace, now: number) {
  return prefetchWith(async (client) => {
    const { environment, ...rest } = context
    const query = { ...rowsQuery(filters, now), ...(up_to !== null && { up_to }) }
    const counts = { params: { environment }, query: countsQuery(filters, now) }
    await Promise.all([
      client.fetchQuery({ ...eventPage(context, query, offset, limit), retry: false }),
      client.prefetchQuery({ ...consoleQuery(countEvents, counts, rest), retry: false }),
    ])
  })
}
