/** Event search: as a person set it in the address, as instants on the wire. Pure. */
import { z } from 'zod'
import { PERIOD_IDS, type Period, type TimeRange, windowOf } from '#components/patterns/volume/volume.ts'
import type { Outcome } from '#lib/domains/events/outcomes.ts'
import { countEvents, eventSearch, listEvents } from '#lib/domains/events/received.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consolePage, consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { readListSearch, writeListSearch } from '#lib/kernel/list/list-search.ts'

export const EVENT_SIZES = [50, 100, 250] as const

export const USUAL_PERIOD: Period = 'week'

export const eventAddress = eventSearch.extend({
  within: z.enum(PERIOD_IDS).default(USUAL_PERIOD),
  /** The event that is open beside the list. */
  event: z.int().min(1).optional(),
})

/** `from` and `to`: the part of the period that is chosen in the chart. */
export interface EventListFilters extends TimeRange {
  outcomes: readonly Outcome[]
  event_types: readonly string[]
  /** Slugs; empty for events of no source. */
  sources: readonly string[]
  user_id: string | null
  order_id: string | null
  within: Period
}

export interface EventPlace {
  filters: EventListFilters
  offset: number
  limit: number
  up_to: number | null
  event: number | null
}

export const NO_FILTERS: EventListFilters = {
  outcomes: [],
  event_types: [],
  sources: [],
  within: USUAL_PERIOD,
  user_id: null,
  order_id: null,
  from: null,
  to: null,
}

export function readEventSearch(search: URLSearchParams): EventPlace & { ignored: string[] } {
  const { query, ignored } = readListSearch(eventAddress, search)
  const { outcomes = [], event_types = [], sources = [], user_id = null, order_id = null } = query
  const { from = null, to = null, within, offset, limit, up_to = null, event = null } = query
  const filters = { outcomes, event_types, sources, user_id, order_id, from, to, within }
  return { filters, offset, limit, up_to, event, ignored }
}

export function writeEventSearch({ filters, ...place }: EventPlace): URLSearchParams {
  const { outcomes, event_types, sources, ...rest } = filters
  return writeListSearch(eventAddress, {
    ...given({ ...rest, ...place }),
    ...(outcomes.length > 0 && { outcomes: [...outcomes] }),
    ...(event_types.length > 0 && { event_types: [...event_types] }),
    ...(sources.length > 0 && { sources: [...sources] }),
  })
}

/** Without what is null. */
function given<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

export function isFiltered({ within: _, ...filters }: EventListFilters): boolean {
  return Object.values(filters).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null))
}

type Filters = NonNullable<EndpointInput<typeof listEvents>['query']>

/** Filters as the list sends them: without a range of its own, the whole period up to now. */
export function rowsQuery(filters: EventListFilters, now: number): Filters {
  const { outcomes, event_types, sources, user_id, order_id, from, to } = filters
  return {
    ...(outcomes.length > 0 && { outcomes: [...outcomes] }),
    ...(event_types.length > 0 && { event_types: [...event_types] }),
    ...(sources.length > 0 && { sources: [...sources] }),
    ...(user_id && { user_id }),
    ...(order_id && { order_id }),
    from: from ?? windowOf(filters.within, now).from,
    ...(to && { to }),
  }
}

export function countsQuery(
  filters: EventListFilters,
  now: number,
): NonNullable<EndpointInput<typeof countEvents>['query']> {
  const { from, to, bars } = windowOf(filters.within, now)
  return { ...rowsQuery(filters, now), window_from: from, window_to: to, bars }
}

/** The list with a value more, or without it where it was among them. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}

/** The pages of the list and its counts; the same on the server and in the browser. */
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
