'use client'
/** Whether somebody has connected anything; loaded when somebody opens the picker. */
import type { FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { CONNECTION_CHOICES } from './connection-choices.ts'
import type { UserFilters } from './users-search.ts'

export function ConnectionsFilter({ draft, onChange }: FilterEditorProps<UserFilters>) {
  return (
    <OneOf
      legend="Connections"
      value={draft.has_connections}
      options={CONNECTION_CHOICES}
      onChange={(has_connections) => onChange({ ...draft, has_connections })}
    />
  )
}
