/** What a list says of its filters, so that one bar and one picker serve every list. */
import type { ComponentType } from 'react'
import type { FilterIcon } from './filter-icons.ts'

/** `F` is the list's own record of filters; a field may stand for more than one of its keys, as a range of days. */
export interface FilterField<F> {
  id: string
  label: string
  /** Under which heading the picker lists it, where there are many. */
  group?: string
  icon: FilterIcon
  /** What the chip says; null where nothing is asked for. */
  chip: (filters: F) => { operator: string; value: string } | null
  /** The filters without this one. */
  clear: (filters: F) => F
  /** Load it on demand: `lazy(() => import('./source-filter.tsx').then(…))`. */
  Editor: ComponentType<FilterEditorProps<F>>
  /** Why it cannot be used now, in a sentence; what it asks for is shown as not applied. */
  unavailable?: string | null
}

export interface FilterEditorProps<F> {
  draft: F
  onChange: (draft: F) => void
}
