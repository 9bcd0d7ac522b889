/** The filters of the list as its chips and its picker show them. */
import { lazy } from 'react'
import { daysField, SourceEditor, sourceField } from '#components/patterns/domain/directory-fields.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { useSourceOptions } from '#lib/domains/users/use-directory.ts'
import { ORDER_OF_USERS, sortOf, type UserFilters } from './users-search.ts'

const ConnectionsFilter = lazy(() =>
  import('./connections-filter.tsx').then((part) => ({ default: part.ConnectionsFilter })),
)

const SortFilter = lazy(() => import('./sort-filter.tsx').then((part) => ({ default: part.SortFilter })))

function SourceFilter(props: FilterEditorProps<UserFilters>) {
  return <SourceEditor {...props} sources={useSourceOptions()} />
}

/** `nameOf` gives the name of a source where it is known; `unavailable` says why only the live list can be had. */
export function userFields(
  nameOf: (slug: string) => string,
  unavailable: string | null,
): readonly FilterField<UserFilters>[] {
  return [
    { ...sourceField(nameOf, SourceFilter), unavailable },
    { ...daysField<UserFilters>('Created'), unavailable },
    {
      id: 'connections',
      label: 'Connections',
      icon: 'connections',
      chip: ({ has_connections }) => {
        if (has_connections === null) return null
        return has_connections ? { operator: 'at least', value: 'one' } : { operator: 'are', value: 'none' }
      },
      clear: (filters) => ({ ...filters, has_connections: null }),
      Editor: ConnectionsFilter,
      unavailable,
    },
    {
      id: 'sort',
      label: 'Sort by',
      icon: 'sort',
      chip: sortLabel,
      clear: (filters) => ({ ...filters, order_key: null, order_direction: null }),
      Editor: SortFilter,
      unavailable,
    },
  ]
}

function sortLabel(filters: UserFilters) {
  if (filters.order_key === null) return null
  const { order_key, order_direction } = sortOf(filters)
  const { label, [order_direction]: direction } = ORDER_OF_USERS[order_key]
  return { operator: label.toLowerCase(), value: direction }
}
