/** The filters of the list as its chips and its picker show them. */
import { Unplug } from 'lucide-react'
import { lazy } from 'react'
import { daysField, SourceEditor, sourceField } from '#components/patterns/domain/directory-fields.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filter-fields.ts'
import { useSourceOptions } from '#lib/domains/users/use-directory.ts'
import type { UserFilters } from './users-search.ts'

const ConnectionsFilter = lazy(() =>
  import('./connections-filter.tsx').then((part) => ({ default: part.ConnectionsFilter })),
)

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
      icon: Unplug,
      chip: ({ has_connections }) =>
        has_connections === null ? null : { operator: 'is', value: has_connections ? 'at least one' : 'none' },
      clear: (filters) => ({ ...filters, has_connections: null }),
      Editor: ConnectionsFilter,
      unavailable,
    },
  ]
}
