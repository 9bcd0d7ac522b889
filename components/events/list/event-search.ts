/** Event search: as a person set it in the address, as instants on the wire. Pure. */
import { z } from 'zod'
import { PERIOD_IDS, type Period, windowOf } from '#components/patterns/volume/volume.ts'
import { countEvents, eventSearch, listEvents } from '#lib/domains/events/received.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consolePage, consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { chosenOf, parseFilters, writeListSearch } from '#lib/kernel/list/list-search.ts'

export const EVENT_SIZES = [50, 100, 250] as const

export const USUAL_PERIOD: Period = 'week'

export const eventAddress = eventSearch.extend({
  within: z.enum(PERIOD_IDS).default(USUAL_PERIOD),
  /** The event that is open beside the list. */
  event: z.int().min(1).optional(),
})

export function readEventSearch(search: URLSearchParams) {
  const { wanted, ignored } = parseFilters(eventAddress, search)
  const { offset, limit, up_to, event, ...filters } = wanted
  return { filters, offset, limit, up_to, event, ignored }
}

export type EventPlace = Omit<ReturnType<typeof readEventSearch>, 'ignored'>
export type EventListFilters = EventPlace['filters']

export const NO_FILTERS = readEventSearch(new URLSearchParams()).filters

export function writeEventSearch({ filters, ...place }: EventPlace): URLSearchParams {
  return writeListSearch(eventAddress, { ...filters, ...place })
}

export function isFiltered({ within: _, ...filters }: EventListFilters): boolean {
  return Object.keys(chosenOf(filters)).length > 0
}

/** Filters as the list sends them: without a range of its own, the whole period up to now. */
export function rowsQuery({ within, ...filters }: EventListFilters, now: number) {
  return { from: windowOf(within, now).from, ...chosenOf(filters) }
}

export function countsQuery(filters: EventListFilters, now: number) {
  const { from, to, bars } = windowOf(filters.within, now)
  return { ...rowsQuery(filters, now), window_from: from, window_to: to, bars }
}

/** The list with a value more, or without it where it was among them. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}

export type RowsQuery = NonNullable<EndpointInput<typeof listEvents>['query']>

/** Rows never change under the reader: what is new is announced, and shown when it is asked for. */
export function eventPage(context: RequestContext, query: RowsQuery, offset: number, limit: number) {
  const { environment, ...rest } = context
  const input = { params: { environment }, query: { ...query, ...(offset > 0 && { offset }), limit } }
  return { ...consolePage(listEvents, input, rest), staleTime: Number.POSITIVE_INFINITY }
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
