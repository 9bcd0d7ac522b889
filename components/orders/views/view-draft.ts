/** What of the list on screen a view can keep, and what it cannot. Pure. */

import { type OrderFilters, PRIVATE_FILTERS, writeOrdersSearch } from '#components/orders/list/orders-search.ts'
import { savedFilter } from '#lib/domains/orders/view-changes.ts'
import type { ViewFilter, ViewLayout } from '#lib/domains/orders/views.ts'
import { decodeQuery } from '#lib/kernel/wire.ts'

/** The list as it stands on screen. */
export interface Draft {
  filters: OrderFilters
  size: number
  /** The choice of columns; empty for the usual one. */
  columns: string
}

const PRIVATE_LABELS = {
  search_input: 'ID, patient or recipient search',
  patient_name: 'Patient name',
  shipping_recipient_name: 'Recipient',
} as const satisfies Record<(typeof PRIVATE_FILTERS)[number], string>

/** Filters that may name a person and are therefore left out, by the words of their chips. */
export function leftOut({ filters }: Pick<Draft, 'filters'>): string[] {
  return PRIVATE_FILTERS.filter((filter) => filters[filter] !== '').map((filter) => PRIVATE_LABELS[filter])
}

/** The filter as a view keeps it, or why it cannot be kept: a value may have been typed wrong. */
export function keepable({ filters, size }: Omit<Draft, 'columns'>): { filter: ViewFilter } | { problem: string } {
  const parsed = savedFilter.safeParse(decodeQuery(savedFilter, writeOrdersSearch(filters, 1, size)))
  if (parsed.success) return { filter: parsed.data }
  return { problem: parsed.error.issues[0]?.message ?? 'These filters can’t be saved.' }
}

/** What is not known of the look of before goes on with it. */
export function layoutFrom({ columns }: Pick<Draft, 'columns'>, before: ViewLayout = {}): ViewLayout {
  const { columns: _, ...rest } = before
  return columns === '' ? rest : { ...rest, columns }
}
