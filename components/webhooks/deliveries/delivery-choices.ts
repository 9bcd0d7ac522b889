/** Filter values of deliveries with counts, for chips and the picker. Pure. */
import { CODE_LABELS, STATE_LOOKS } from '#components/webhooks/labels.ts'
import type { DeliveryCounts } from '#lib/domains/webhooks/deliveries.ts'
import type { WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { CODE_CLASSES, DELIVERY_STATES } from '#lib/domains/webhooks/rules.ts'
import type { DeliveryListFilters } from './delivery-search.ts'

export type ListName = 'states' | 'codes' | 'event_types' | 'endpoints'

export interface Choice {
  value: string
  text: string
  /** Null while it isn’t known. */
  count: number | null
}
export type Choices = Readonly<Record<ListName, readonly Choice[]>>

/** Returns the choices in the order they are shown: fixed ones in theirs, others most first. */
export function deliveryChoices(
  counts: DeliveryCounts | undefined,
  endpoints: readonly Pick<WebhookEndpoint, 'id' | 'name'>[],
): Choices {
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

/** Returns the filters with other values of one list. */
export function withValues(
  filters: DeliveryListFilters,
  name: ListName,
  values: readonly string[],
): DeliveryListFilters {
  if (name === 'states') return { ...filters, states: DELIVERY_STATES.filter((each) => values.includes(each)) }
  if (name === 'codes') return { ...filters, codes: CODE_CLASSES.filter((each) => values.includes(each)) }
  return { ...filters, [name]: values }
}

/** Returns the filters with a value more, or without it where it was among them. */
export function toggled(filters: DeliveryListFilters, name: ListName, value: string): DeliveryListFilters {
  const values: readonly string[] = filters[name]
  return withValues(filters, name, values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
}
