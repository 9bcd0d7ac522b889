/** The values of the list's filters, for the picker's search and for the counts beside them; loaded with the picker. */

import { ACTIVATIONS, ORDER_OF_ROWS } from '#components/orders/list/order-labels.ts'
import { NO_FILTERS, type OrderFilters, sortNext } from '#components/orders/list/orders-search.ts'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { METHODS, RESULTS } from '#components/patterns/domain/order-terms.tsx'
import { choiceId, type FilterChoice } from '#components/patterns/list/filters/filter-fields.ts'
import { ACTIVATION_TYPES, INTERPRETATION_FILTERS, ORDER_KEYS, ORDER_METHODS } from '#lib/kernel/values.ts'
import { RELATIVE_DAYS, RELATIVE_LABELS } from '#lib/utils/time/relative-days.ts'
import { CRITICAL_CHOICES, STUCK_CHOICES } from './choice-labels.ts'
import { statusesFor } from './status-groups.ts'

type Choice = FilterChoice<OrderFilters>
type Keys = 'interpretation' | 'is_critical' | 'stuck'

/** One of several values, any of them among them. */
function oneOf<K extends Keys>(key: K, options: readonly { value: OrderFilters[K]; text: string }[]): Choice[] {
  return options.map(({ value, text }) => ({
    id: choiceId(value),
    label: text,
    choose: (filters) => ({ ...filters, [key]: value }),
  }))
}

/** Some of several values. `labelOf` names one. */
function someOf<T extends string>(
  values: readonly T[],
  labelOf: (value: T) => string,
  set: (filters: OrderFilters, add: (chosen: readonly T[]) => T[]) => OrderFilters,
): Choice[] {
  return values.map((value) => ({
    id: choiceId(value),
    label: labelOf(value),
    keywords: value,
    choose: (filters) => set(filters, (chosen) => [...chosen.filter((one) => one !== value), value]),
  }))
}

const results = oneOf('interpretation', [
  { value: null, text: 'Any' },
  ...INTERPRETATION_FILTERS.map((value) => ({ value, text: RESULTS.get(value)?.label ?? value })),
])

const sorts = ORDER_KEYS.map(
  (key): Choice => ({
    id: key,
    label: ORDER_OF_ROWS[key].label,
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

const others = (chosen: readonly string[], known: readonly string[]) => chosen.filter((one) => !known.includes(one))

/** Returns the values of a field; those of an open set that are chosen stand among them. */
export function orderChoices(field: string, draft: OrderFilters): readonly Choice[] {
  switch (field) {
    case 'status':
      return someOf(
        statusesFor('', draft.status),
        (status) => orderStatus(status).label,
        (filters, add) => ({ ...filters, status: add(filters.status) }),
      )
    case 'result':
      return results
    case 'critical':
      return oneOf('is_critical', CRITICAL_CHOICES)
    case 'stuck':
      return oneOf('stuck', STUCK_CHOICES)
    case 'method':
      return someOf(
        [...ORDER_METHODS, ...others(draft.order_type, ORDER_METHODS)],
        (method) => METHODS.get(method)?.label ?? method,
        (filters, add) => ({ ...filters, order_type: add(filters.order_type) }),
      )
    case 'activation':
      return someOf(
        ACTIVATION_TYPES,
        (type) => ACTIVATIONS[type],
        (filters, add) => ({ ...filters, order_activation_types: add(filters.order_activation_types) }),
      )
    case 'created':
      return ranges((created_within) => ({ created_within, start_date: null, end_date: null }))
    case 'updated':
      return ranges((updated_within) => ({ updated_within, updated_start_date: null, updated_end_date: null }))
    case 'sort':
      return sorts
    default:
      return []
  }
}
