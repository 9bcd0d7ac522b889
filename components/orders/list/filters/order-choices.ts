/** The values of the list's filters, for the picker's search and for the counts beside them; loaded with the picker. */

import {
  ACTIVATIONS,
  NO_FILTERS,
  ORDER_SORT_LABELS,
  type OrderFilters,
  sortKeys,
  sortNext,
} from '#components/orders/search/orders-search.ts'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { METHODS, RESULTS } from '#components/patterns/domain/order-terms.tsx'
import { choiceId, type FilterChoice } from '#components/patterns/list/filters/filter-fields.ts'
import { MAX_READ } from '#lib/domains/orders/stuck/stuck-search.ts'
import { ACTIVATION_TYPES, INTERPRETATION_FILTERS, ORDER_KEYS, ORDER_METHODS } from '#lib/kernel/values.ts'
import { RELATIVE_DAYS, RELATIVE_LABELS } from '#lib/utils/time/day-ranges.ts'
import { statusesFor } from './status-groups.ts'

type Choice = FilterChoice<OrderFilters> & { note?: string }

/** A filter whose values are a few known ones; the picker's search, the counts and the editor are made of it. */
export interface ChoiceFilter {
  legend: string
  /** Said below the values. */
  note?: string
  choicesOf: (filters: OrderFilters) => readonly Choice[]
  /** The choices that are made, by their ids. */
  chosen: (filters: OrderFilters) => readonly string[]
  /** Takes one back; only where several can be chosen. */
  remove?: (filters: OrderFilters, id: string) => OrderFilters
}

/** The filters that null leaves open. */
type OpenKey = { [K in keyof OrderFilters]: null extends OrderFilters[K] ? K : never }[keyof OrderFilters]

/** One of several values, any of them among them. */
function oneOf<K extends OpenKey>(
  key: K,
  legend: string,
  values: readonly { value: OrderFilters[K]; text: string; note?: string }[],
): ChoiceFilter {
  const choices = values.map(
    ({ value, text, note }): Choice => ({
      id: choiceId(value),
      label: text,
      ...(note && { note }),
      choose: (filters) => ({ ...filters, [key]: value }),
    }),
  )
  return { legend, choicesOf: () => choices, chosen: ({ [key]: value }) => [choiceId(value)] }
}

interface SomeOf<T> {
  legend: string
  known: readonly T[]
  labelOf: (value: T) => string
  get: (filters: OrderFilters) => readonly T[]
  put: (filters: OrderFilters, values: T[]) => OrderFilters
}

/** Some of several values; what else is chosen of an open set stands among them. */
function someOf<T extends string>({ legend, known, labelOf, get, put }: SomeOf<T>): ChoiceFilter {
  const without = (filters: OrderFilters, value: string) => get(filters).filter((one) => one !== value)
  return {
    legend,
    choicesOf: (filters) =>
      [...new Set([...known, ...get(filters)])].map((value) => ({
        id: choiceId(value),
        label: labelOf(value),
        keywords: value,
        choose: (now) => put(now, [...without(now, value), value]),
      })),
    chosen: get,
    remove: (filters, id) => put(filters, without(filters, id)),
  }
}

export const CHOICE_FILTERS = {
  result: oneOf('interpretation', 'Result', [
    { value: null, text: 'Any' },
    ...INTERPRETATION_FILTERS.map((value) => ({
      value,
      text: RESULTS.get(value)?.label ?? value,
      ...(value === 'unknown' && { note: 'orders without an interpretation' }),
    })),
  ]),
  critical: oneOf('is_critical', 'Critical', [
    { value: null, text: 'All orders' },
    { value: true, text: 'Critical only' },
    { value: false, text: 'Not critical' },
  ]),
  stuck: {
    ...oneOf('stuck', 'Stuck', [
      { value: null, text: 'All orders' },
      { value: true, text: 'Stuck only', note: 'no update for longer than the limit of the status' },
    ]),
    note: `The limits are in Settings, Stuck orders. Replaced orders and exceptions don’t count. Up to ${MAX_READ} orders are checked for each limit, oldest first.`,
  },
  method: someOf<string>({
    legend: 'Orders collected by any of these methods:',
    known: ORDER_METHODS,
    labelOf: (method) => METHODS.get(method)?.label ?? method,
    get: ({ order_type }) => order_type,
    put: (filters, order_type) => ({ ...filters, order_type }),
  }),
  activation: someOf({
    legend: 'Orders that are active now, or scheduled:',
    known: ACTIVATION_TYPES,
    labelOf: (type) => ACTIVATIONS[type],
    get: ({ order_activation_types }) => order_activation_types,
    put: (filters, order_activation_types) => ({ ...filters, order_activation_types }),
  }),
} satisfies Record<string, ChoiceFilter>

const CHOICES_OF = new Map<string, ChoiceFilter>(Object.entries(CHOICE_FILTERS))

/** Returns the filter of a field that is chosen from a few values; null for any other. */
export const choiceFilter = (field: string): ChoiceFilter | null => CHOICES_OF.get(field) ?? null

const statuses = someOf<string>({
  legend: 'Status',
  known: statusesFor('', []),
  labelOf: (status) => orderStatus(status).label,
  get: ({ status }) => status,
  put: (filters, status) => ({ ...filters, status }),
})

const sorts = ORDER_KEYS.map(
  (key): Choice => ({
    id: key,
    label: ORDER_SORT_LABELS[key].label,
    choose: (filters) => ({ ...filters, ...sortNext(NO_FILTERS, key) }),
    isUncounted: true,
  }),
)

/** Usual ranges of days. `fill` gives the filters with one of them. */
function ranges(fill: (within: (typeof RELATIVE_DAYS)[number]) => Partial<OrderFilters>): Choice[] {
  return RELATIVE_DAYS.map((within) => ({
    id: within,
    label: RELATIVE_LABELS[within],
    choose: (filters) => ({ ...filters, ...fill(within) }),
    isUncounted: true,
  }))
}

/** Returns the values of a field; those of an open set that are chosen stand among them. */
export function orderChoices(field: string, draft: OrderFilters): readonly Choice[] {
  switch (field) {
    case 'status':
      return statuses.choicesOf(draft)
    case 'created':
      return ranges((created_within) => ({ created_within, start_date: null, end_date: null }))
    case 'updated':
      return ranges((updated_within) => ({ updated_within, updated_start_date: null, updated_end_date: null }))
    case 'sort':
      return sorts.filter(({ id }) => sortKeys(draft).some((key) => key === id))
    default:
      return choiceFilter(field)?.choicesOf(draft) ?? []
  }
}
