/** Delivery search: as a person set it in the address, as instants on the wire. Pure. */
import { z } from 'zod'
import { PERIOD_IDS, type Period, type TimeRange, windowOf } from '#components/patterns/volume/periods.ts'
import {
  type countWebhookDeliveries,
  deliverySearch,
  type listWebhookDeliveries,
} from '#lib/domains/webhooks/deliveries.ts'
import type { CodeClass, DeliveryState } from '#lib/domains/webhooks/rules.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { readListSearch, writeListSearch } from '#lib/kernel/list/list-search.ts'

export const DELIVERY_SIZES = [50, 100, 250] as const
export const USUAL_PERIOD: Period = 'day'

export const deliveryAddress = deliverySearch.extend({
  within: z.enum(PERIOD_IDS).default(USUAL_PERIOD),
  /** The delivery that is open beside the list. */
  delivery: z.int().min(1).optional(),
})

/** `from` and `to`: the part of the period that is chosen in the chart, or typed. */
export interface DeliveryListFilters extends TimeRange {
  states: readonly DeliveryState[]
  codes: readonly CodeClass[]
  event_types: readonly string[]
  endpoints: readonly string[]
  /** ID of a user or an order. */
  subject: string | null
  within: Period
}

export interface DeliveryPlace {
  filters: DeliveryListFilters
  offset: number
  limit: number
  delivery: number | null
}

export const NO_FILTERS: DeliveryListFilters = {
  states: [],
  codes: [],
  event_types: [],
  endpoints: [],
  subject: null,
  within: USUAL_PERIOD,
  from: null,
  to: null,
}

export function readDeliverySearch(search: URLSearchParams): DeliveryPlace & { ignored: string[] } {
  const { query, ignored } = readListSearch(deliveryAddress, search)
  const { states = [], codes = [], event_types = [], endpoints = [], subject = null } = query
  const { within, from = null, to = null, offset, limit, delivery = null } = query
  const filters = { states, codes, event_types, endpoints, subject, within, from, to }
  return { filters, offset, limit, delivery, ignored }
}

export function writeDeliverySearch({ filters, delivery, ...place }: DeliveryPlace): URLSearchParams {
  return writeListSearch(deliveryAddress, {
    ...chosen(filters),
    within: filters.within,
    ...place,
    ...(delivery !== null && { delivery }),
  })
}

/** Without what nothing was chosen of. */
function chosen({ states, codes, event_types, endpoints, subject, from, to }: DeliveryListFilters) {
  return {
    ...(states.length > 0 && { states: [...states] }),
    ...(codes.length > 0 && { codes: [...codes] }),
    ...(event_types.length > 0 && { event_types: [...event_types] }),
    ...(endpoints.length > 0 && { endpoints: [...endpoints] }),
    ...(subject && { subject }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

export function isFiltered(filters: DeliveryListFilters): boolean {
  return Object.keys(chosen(filters)).length > 0
}

type Rows = NonNullable<EndpointInput<typeof listWebhookDeliveries>['query']>

/** Filters as the list and a replay send them: without a range of its own, the whole period up to now. */
export function rowsQuery(filters: DeliveryListFilters, now: number): Pick<Rows, keyof ReturnType<typeof chosen>> {
  return { from: windowOf(filters.within, now).from, ...chosen(filters) }
}

export function countsQuery(
  filters: DeliveryListFilters,
  now: number,
): NonNullable<EndpointInput<typeof countWebhookDeliveries>['query']> {
  const { from, to, bars } = windowOf(filters.within, now)
  return { ...rowsQuery(filters, now), window_from: from, window_to: to, bars }
}
