'use client'
import type { FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { SortEditor } from '#components/patterns/list/filters/sort-editor.tsx'
import { USER_ORDER_KEYS } from '#lib/domains/users/directory.ts'
import { ORDER_OF_USERS, ordered, sortNext, sortOf, type UserFilters } from './users-search.ts'

export function SortFilter({ draft, onChange }: FilterEditorProps<UserFilters>) {
  const sort = sortOf(draft)
  return (
    <SortEditor
      keys={USER_ORDER_KEYS}
      labels={ORDER_OF_USERS}
      {...sort}
      onKey={(key) => onChange({ ...draft, ...sortNext(draft, key) })}
      onDirection={(direction) => onChange({ ...draft, ...ordered(sort.order_key, direction) })}
    />
  )
}
