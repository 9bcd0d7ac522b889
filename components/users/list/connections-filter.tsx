'use client'
/** Whether somebody has connected anything; loaded when somebody opens the picker. */
import { useId } from 'react'
import type { FilterEditorProps } from '#components/patterns/list/filter-fields.ts'
import type { UserFilters } from './users-search.ts'

const CHOICES = [
  { value: null, words: 'All users' },
  { value: false, words: 'No connections' },
  { value: true, words: 'At least one connection' },
] as const

export function ConnectionsFilter({ draft, onChange }: FilterEditorProps<UserFilters>) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Connections</legend>
      {CHOICES.map(({ value, words }) => (
        <label key={words} className="flex min-h-8 cursor-pointer items-center gap-2.5 max-rail:min-h-10">
          <input
            type="radio"
            name={name}
            checked={draft.has_connections === value}
            onChange={() => onChange({ ...draft, has_connections: value })}
            className="size-4 accent-accent"
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}
