/** Fields above the list. */
import type { useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import type { MarkersSearch } from './markers-search.ts'

export type PickerField = 'lab_test' | 'lab_account' | 'compare'

export interface FieldLabels {
  field: PickerField
  label: string
  /** Label of the empty choice, for optional fields. */
  any?: string
}

export const TEST: FieldLabels = { field: 'lab_test', label: 'Lab test' }
export const ACCOUNT: FieldLabels = { field: 'lab_account', label: 'Lab account (optional)', any: 'Any lab account' }
export const OTHER: FieldLabels = { field: 'compare', label: 'Compare with (optional)', any: 'No other test' }

export interface Shown {
  search: MarkersSearch
  catalog: ReturnType<typeof useCatalogEntries>
  fields: readonly FieldLabels[]
  onChange: (field: PickerField, id: string | null) => void
}
