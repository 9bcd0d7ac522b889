/** A field of the picker and its values, bound to the draft. */
import type { ReactNode } from 'react'
import type { Counting } from './filter-counts.ts'
import type { FilterIcon } from './filter-icons.ts'

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
