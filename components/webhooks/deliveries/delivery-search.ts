/** What deliveries are asked for: in the address as a person set it, on the wire as instants. Pure. */
import { z } from 'zod'
import { type deliveryFilters, deliverySearch, type listWebhookDeliveries } from '#lib/domains/webhooks/deliveries.ts'
import { type CodeClass, type DeliveryState, KEPT_DAYS } from '#lib/domains/webhooks/rules.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { readListSearch, writeListSearch } from '#lib/kernel/list/list-search.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'

export const DELIVERY_SIZES = [50, 100, 250] as const

/** How far back the page looks. */
export const PERIODS = {
  hour: { text: 'Last hour', span: HOUR },
  day: { text: 'Last 24 hours', span: DAY },
  week: { text: 'Last 7 days', span: 7 * DAY },
  month: { text: `Last ${KEPT_DAYS} days`, span: KEPT_DAYS * DAY },
} as const
export type Period = keyof typeof PERIODS
export const PERIOD_IDS = ['hour', 'day', 'week', 'month'] as const satisfies readonly Period[]
export const USUAL_PERIOD: Period = 'day'

const deliveryAddress = deliverySearch.omit({ from: true, to: true }).extend({
  within: z.enum(PERIOD_IDS).default(USUAL_PERIOD),
  /** The delivery that is open beside the list. */
  delivery: z.int().min(1).optional(),
})

export interface DeliveryListFilters {
  states: readonly DeliveryState[]
  codes: readonly CodeClass[]
  event_types: readonly string[]
  endpoints: readonly string[]
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
  within: USUAL_PERIOD,
}

export function readDeliverySearch(search: URLSearchParams): DeliveryPlace & { ignored: string[] } {
  const { query, ignored } = readListSearch(deliveryAddress, search)
  const { states = [], codes = [], event_types = [], endpoints = [], within } = query
  const { offset, limit, delivery = null } = query
  return { filters: { states, codes, event_types, endpoints, within }, offset, limit, delivery, ignored }
}

export function writeDeliverySearch({ filters, delivery, ...place }: DeliveryPlace): URLSearchParams {
  const { within, ...lists } = filters
  return writeListSearch(deliveryAddress, {
    ...chosen(lists),
    within,
    ...place,
    ...(delivery !== null && { delivery }),
  })
}

type Lists = Omit<DeliveryListFilters, 'within'>

/** Without what nothing was chosen of. */
function chosen({ states, codes, event_types, endpoints }: Lists) {
  return {
    ...(states.length > 0 && { states: [...states] }),
    ...(codes.length > 0 && { codes: [...codes] }),
    ...(event_types.length > 0 && { event_types: [...event_types] }),
    ...(endpoints.length > 0 && { endpoints: [...endpoints] }),
  }
}

export function isFiltered({ within: _, ...lists }: DeliveryListFilters): boolean {
  return Object.values(lists).some((values) => values.length > 0)
}

type Rows = NonNullable<EndpointInput<typeof listWebhookDeliveries>['query']>

/** Filters as the list sends them. The period begins at a whole minute, so that the same page isn't asked for anew. */
export function rowsQuery(
  { within, ...lists }: DeliveryListFilters,
  now: number,
): Rows & z.input<typeof deliveryFilters> {
  const from = Math.floor((now - PERIODS[within].span) / MINUTE) * MINUTE
  return { ...chosen(lists), from: new Date(from).toISOString() }
}
