/** Delivery search: as a person set it in the address, as instants on the wire. Pure. */
import { z } from 'zod'
import { defineList, pagesOf } from '#components/patterns/list/define-list.ts'
import { PERIOD_IDS, type Period, windowOf } from '#components/patterns/volume/volume.ts'
import { CODE_LABELS, STATE_LOOKS } from '#components/webhooks/labels.ts'
import {
  countWebhookDeliveries,
  type DeliveryCounts,
  deliverySearch,
  listWebhookDeliveries,
} from '#lib/domains/webhooks/deliveries.ts'
import { listWebhookEndpoints, type WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { CODE_CLASSES, DELIVERY_STATES } from '#lib/domains/webhooks/rules.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { chosenOf } from '#lib/kernel/list/list-search.ts'

export const USUAL_PERIOD: Period = 'day'

export const deliveryAddress = deliverySearch.extend({
  within: z.enum(PERIOD_IDS).default(USUAL_PERIOD),
  delivery: z.int().min(1).optional(),
})

export const DELIVERIES = defineList({
  address: deliveryAddress,
  place: ['offset', 'limit', 'delivery'],
  always: ['within'],
})

export type DeliveryPlace = ReturnType<typeof DELIVERIES.read>['place']
export type DeliveryListFilters = DeliveryPlace['filters']

/** Filters as the list and a replay send them: without a range of its own, the whole period up to now. */
export function rowsQuery({ within, ...filters }: DeliveryListFilters, now: number) {
  return { from: windowOf(within, now).from, ...chosenOf(filters) }
}

export function countsQuery(filters: DeliveryListFilters, now: number) {
  const { from, to, bars } = windowOf(filters.within, now)
  return { ...rowsQuery(filters, now), window_from: from, window_to: to, bars }
}

export const deliveryPage = pagesOf(listWebhookDeliveries)

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

/** Filter values of deliveries with counts, for chips and the picker. Pure. */
export interface Choice<V extends string = string> {
  value: V
  text: string
  /** Null while it isn’t known. */
  count: number | null
}

/** Returns the choices in the order they are shown: fixed ones in theirs, others most first. */
export function deliveryChoices(
  counts: DeliveryCounts | undefined,
  endpoints: readonly Pick<WebhookEndpoint, 'id' | 'name'>[],
) {
  const countIn = (known: [string, number][] | undefined, value: string) =>
    known ? (new Map(known).get(value) ?? 0) : null
  const states = counts?.states.map(({ state, count }): [string, number] => [state, count])
  const codes = counts?.codes.map(({ code, count }): [string, number] => [code, count])
  const sent = counts?.endpoints.map(({ id, count }): [string, number] => [id, count])
  return {
    states: DELIVERY_STATES.map((value) => ({ value, text: STATE_LOOKS[value].label, count: countIn(states, value) })),
    codes: CODE_CLASSES.map((value) => ({ value, text: CODE_LABELS[value], count: countIn(codes, value) })),
    event_types:
      counts?.event_types.map(({ event_type, count }) => ({ value: event_type, text: event_type, count })) ?? [],
    endpoints: endpoints.map(({ id, name }) => ({ value: id, text: name, count: countIn(sent, id) })),
  }
}

export type Choices = ReturnType<typeof deliveryChoices>
export type ListName = keyof Choices
