import type { ViewedList } from '#components/patterns/views/shown-view.ts'
import { ORDER_VIEWS, shareableOrderSearch } from '#lib/domains/orders/views.ts'
import { NO_FILTERS, type OrderFilters, PRIVATE_FILTERS, sortOf } from './orders-search.ts'

const PAGE = 'page'

export const ORDER_VIEW_LIST: ViewedList = {
  list: 'orders',
  label: 'Order views',
  builtIn: ORDER_VIEWS,
  keys: Object.keys(shareableOrderSearch.shape).filter((key) => key !== PAGE),
  page: PAGE,
  usual: { ...sortOf(NO_FILTERS), size: String(shareableOrderSearch.parse({}).size) },
  unfiltered: ['order_key', sortOf(NO_FILTERS).order_key],
}

const PRIVATE_LABELS = {
  search_input: 'ID, patient or recipient search',
  patient_name: 'Patient name',
  shipping_recipient_name: 'Recipient',
} as const satisfies Record<(typeof PRIVATE_FILTERS)[number], string>

/** Filters that may name a person, by the words of their chips: no view keeps them. */
export function leftOut(filters: OrderFilters): string[] {
  return PRIVATE_FILTERS.filter((filter) => filters[filter] !== '').map((filter) => PRIVATE_LABELS[filter])
}

export const ORDER_SORT_LABELS = {
  created_at: { label: 'Created', desc: 'newest first', asc: 'oldest first' },
  patient_name: { label: 'Patient name', desc: 'Z to A', asc: 'A to Z' },
  last_status: { label: 'Last status', desc: 'Z to A', asc: 'A to Z' },
} as const

export const ACTIVATIONS = { current: 'Current', scheduled: 'Scheduled' } as const
