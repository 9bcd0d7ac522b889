/** What of the list on screen a view can keep, and what it cannot. Pure. */
import { keptFilter } from '#lib/contract/console/view-changes.ts'
import type { ViewFilter, ViewLook } from '#lib/contract/console/views.ts'
import { type OrderFilters, PRIVATE_FILTERS } from './orders-search.ts'

export interface Draft {
  /** As the list states it; a value that was typed wrong is among it. */
  filter: Record<string, unknown>
  /** The choice of columns; empty for the usual one. */
  columns: string
  filters: OrderFilters
}

const PRIVATE_LABELS = {
  search_input: 'Id, patient, recipient',
  patient_name: 'Patient name',
  shipping_recipient_name: 'Recipient',
} as const satisfies Record<(typeof PRIVATE_FILTERS)[number], string>

/** Filters that may name a person and are therefore left out, by the words of their chips. */
export function leftOut({ filters }: Pick<Draft, 'filters'>): string[] {
  return PRIVATE_FILTERS.filter((filter) => filters[filter] !== '').map((filter) => PRIVATE_LABELS[filter])
}

/** The filter as a view keeps it, or why it cannot be kept. */
export function keepable({ filter }: Pick<Draft, 'filter'>): { filter: ViewFilter } | { problem: string } {
  const { page: _, ...rest } = filter
  const parsed = keptFilter.safeParse(rest)
  if (parsed.success) return { filter: parsed.data }
  return { problem: parsed.error.issues[0]?.message ?? 'These filters cannot be kept.' }
}

/** What is not known of the look of before goes on with it. */
export function lookFrom({ columns }: Pick<Draft, 'columns'>, before: ViewLook = {}): ViewLook {
  const { columns: _, ...rest } = before
  return columns === '' ? rest : { ...rest, columns }
}
