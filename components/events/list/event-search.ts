/** Event search: as a person set it in the address, as instants on the wire. Pure. */
import { z } from 'zod'
import { defineList, pagesOf } from '#components/patterns/list/define-list.ts'
import { PERIOD_IDS, type Period, windowOf } from '#components/patterns/volume/volume.ts'
import { countEvents, eventSearch, listEvents } from '#lib/domains/events/received.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { chosenOf } from '#lib/kernel/list/list-search.ts'

export const USUAL_PERIOD: Period = 'week'

export const eventAddress = eventSearch.extend({
  within: z.enum(PERIOD_IDS).default(USUAL_PERIOD),
  /** The event that is open beside the list. */
  event: z.int().min(1).optional(),
})

export const EVENTS = defineList({
  address: eventAddress,
  place: ['offset', 'limit', 'up_to', 'event'],
  always: ['within'],
})

export type EventPlace = ReturnType<typeof EVENTS.read>['place']
export type EventListFilters = EventPlace['filters']

/** Filters as the list sends them: without a range of its own, the whole period up to now. */
export function rowsQuery({ within, ...filters }: EventListFilters, now: number) {
  return { from: windowOf(within, now).from, ...chosenOf(filters) }
}

export function countsQuery(filters: EventListFilters, now: number) {
  const { from, to, bars } = windowOf(filters.within, now)
  return { ...rowsQuery(filters, now), window_from: from, window_to: to, bars }
}

export type RowsQuery = NonNullable<EndpointInput<typeof listEvents>['query']>

const readPage = pagesOf(listEvents)

/** Rows never change under the reader: what is new is announced, and shown when it is asked for. */
export function eventPage(...asked: Parameters<typeof readPage>) {
  return { ...readPage(...asked), staleTime: Number.POSITIVE_INFINITY }
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
