import type { FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { OneOf, SortEditor } from '#components/patterns/list/filters/one-of.tsx'
import { USER_ORDER_KEYS } from '#lib/domains/users/directory.ts'
import { CONNECTION_CHOICES, ordered, sortNext, sortOf, USER_SORT_LABELS, type UserFilters } from './users-search.ts'

export function SortFilter({ draft, onChange }: FilterEditorProps<UserFilters>) {
  const sort = sortOf(draft)
  return (
    <SortEditor
      keys={USER_ORDER_KEYS}
      labels={USER_SORT_LABELS}
      {...sort}
      onKey={(key) => onChange({ ...draft, ...sortNext(draft, key) })}
      onDirection={(direction) => onChange({ ...draft, ...ordered(sort.order_key, direction) })}
    />
  )
}

/** Whether somebody has connected anything; loaded when somebody opens the picker. */
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
