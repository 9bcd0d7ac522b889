'use client'
/** Whether somebody has connected anything; loaded when somebody opens the picker. */
import type { FilterEditorProps } from '#components/patterns/list/filter-fields.ts'
import { OneOf } from '#components/patterns/list/one-of.tsx'
import type { UserFilters } from './users-search.ts'

const OPTIONS = [
  { value: null, text: 'All users' },
  { value: false, text: 'No connections' },
  { value: true, text: 'At least one connection' },
]

export function ConnectionsFilter({ draft, onChange }: FilterEditorProps<UserFilters>) {
  return (
    <OneOf
      legend="Connections"
      value={draft.has_connections}
      options={OPTIONS}
      onChange={(has_connections) => onChange({ ...draft, has_connections })}
    />
  )
}
