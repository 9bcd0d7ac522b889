'use client'
/** The order of the rows, for where they are cards and have no heads; loaded when somebody opens the picker. */
import type { FilterEditorProps } from '#components/patterns/list/filter-fields.ts'
import { OneOf } from '#components/patterns/list/one-of.tsx'
import { USER_ORDER_KEYS } from '#lib/domains/users/directory.ts'
import { ORDER_OF_USERS, ordered, sortNext, sortOf, type UserFilters } from './users-search.ts'

const DIRECTIONS = ['asc', 'desc'] as const

export function SortFilter({ draft, onChange }: FilterEditorProps<UserFilters>) {
  const { order_key: key, order_direction: direction } = sortOf(draft)
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      <OneOf
        legend="Sort by"
        value={key}
        options={USER_ORDER_KEYS.map((value) => ({ value, text: ORDER_OF_USERS[value].label }))}
        onChange={(next) => next === key || onChange({ ...draft, ...sortNext(draft, next) })}
      />
      <OneOf
        legend="Direction"
        value={direction}
        options={DIRECTIONS.map((value) => ({ value, text: capital(ORDER_OF_USERS[key][value]) }))}
        onChange={(next) => onChange({ ...draft, ...ordered(key, next) })}
      />
    </div>
  )
}

function capital(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
