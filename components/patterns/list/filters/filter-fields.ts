import type { ComponentType, ReactNode } from 'react'
import type { WallClock } from '#lib/utils/time/instants.ts'
import type { Counting, ReadCounts } from './filter-counts.ts'
import type { FilterIcon } from './filter-icons.ts'

/** `F` is the list's own record of filters; a field may stand for more than one of its keys, as a range of days. */
export interface FilterField<F> {
  id: string
  label: string
  /** Under which heading the picker lists it, where there are many. */
  group?: string
  icon: FilterIcon
  /** Returns the chip's words; null when unset. */
  chip: (filters: F, clock: WallClock) => { operator: string; value: string } | null
  clear: (filters: F) => F
  /** Load it on demand: `lazy(() => import('./source-filter.tsx').then(…))`. One may serve all fields, by their ids. */
  Editor: ComponentType<FilterEditorProps<F> & { field: string }>
  /** Why it cannot be used now, in a sentence; what it asks for is shown as not applied. */
  unavailable?: string | null
}

export interface FilterEditorProps<F> {
  draft: F
  onChange: (draft: F) => void
}

/** One value of a field: the picker's search finds it, and its editor says how many rows it would show. */
export interface FilterChoice<F> {
  /** Unique within the field; `choiceId` makes it. */
  id: string
  label: string
  /** Also found by this: the value as the API sends it. */
  keywords?: string
  /** Returns the filters with it chosen, beside what the field holds already where it takes several. */
  choose: (filters: F) => F
  /** Not counted: how many it would show is no help. */
  isUncounted?: true
}

/** Filter values and editors that the picker loads when it opens. */
export interface FilterExtras<F> {
  /** Those of a field in their order; none where it is typed. */
  choicesOf: (field: string, draft: F) => readonly FilterChoice<F>[]
  counts: ReadCounts<F>
}

/** The id of the choice that asks for nothing. */
const ANY = 'any'

export function choiceId(value: string | boolean | null): string {
  return value === null ? ANY : String(value)
}

/** The draft as a whole, among what is counted. */
export const DRAFT = 'draft'

/** Words of a chip: field, operator and value read as a sentence. */

interface ChipWords {
  operator: string
  value: string
}

/** Few by name, more by number. */
const MAX_NAMED = 2

/** "Status is Lost", "Status is Lost or Canceled", "Status is one of 3 statuses"; null where nothing is chosen. */
export function someLabel(names: readonly string[], noun: string): ChipWords | null {
  if (names.length === 0) return null
  if (names.length > MAX_NAMED) return { operator: 'is one of', value: `${names.length} ${noun}` }
  return { operator: 'is', value: names.join(' or ') }
}

export interface PickerField {
  id: string
  label: string
  group?: string
  icon: FilterIcon
  isOn: boolean
  unavailable: string | null
  editor: ReactNode
  onClear: () => void
  /** Values that the search finds; none until they are loaded. */
  choices: readonly PickerChoice[]
  /** Asks how many rows each of them would show; null where nobody counts them. */
  counting: () => Counting | null
}

export interface PickerChoice {
  id: string
  label: string
  keywords?: string
  onChoose: () => void
}
