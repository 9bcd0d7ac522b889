/** What can be chosen above the list. */
import type { useCatalogue } from '#lib/domains/catalog/use-catalog.ts'
import type { MarkersSearch } from './markers-search.ts'

export type PickerField = 'lab_test' | 'lab_account' | 'compare'

export interface FieldWords {
  field: PickerField
  label: string
  /** Of what may be left out. */
  any?: string
}

export const TEST: FieldWords = { field: 'lab_test', label: 'Lab test' }
export const ACCOUNT: FieldWords = { field: 'lab_account', label: 'Lab account (optional)', any: 'Any lab account' }
export const OTHER: FieldWords = { field: 'compare', label: 'Compare with (optional)', any: 'No other test' }

export interface Shown {
  search: MarkersSearch
  catalogue: ReturnType<typeof useCatalogue>
  fields: readonly FieldWords[]
  onChange: (field: PickerField, id: string | null) => void
}
