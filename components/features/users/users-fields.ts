/** The filters of the list as its chips and its picker show them. */
import { CalendarDays, Plug, Unplug } from 'lucide-react'
import { lazy } from 'react'
import type { FilterField } from '#components/shared/filter-fields.ts'
import { rangeWords } from '#lib/utils/day-ranges.ts'
import type { UserFilters } from './users-search.ts'

const load = () => import('./filter-editors.tsx')
const SourceFilter = lazy(() => load().then((part) => ({ default: part.SourceFilter })))
const CreatedFilter = lazy(() => load().then((part) => ({ default: part.CreatedFilter })))
const ConnectionsFilter = lazy(() => load().then((part) => ({ default: part.ConnectionsFilter })))

/** Few sources by name, more by number. */
const NAMED = 2

/** `nameOf` gives the name of a source where it is known; `unavailable` says why only the live list can be had. */
export function userFields(
  nameOf: (slug: string) => string,
  unavailable: string | null,
): readonly FilterField<UserFilters>[] {
  return [
    {
      id: 'source',
      label: 'Source',
      icon: Plug,
      chip: ({ sources }) => {
        if (sources.length === 0) return null
        const value = sources.length > NAMED ? `${sources.length} sources` : sources.map(nameOf).join(', ')
        return { operator: sources.length > 1 ? 'is any of' : 'is', value }
      },
      clear: (filters) => ({ ...filters, sources: [] }),
      Editor: SourceFilter,
      unavailable,
    },
    {
      id: 'created',
      label: 'Created',
      icon: CalendarDays,
      chip: ({ created_from, created_to }) => rangeWords(created_from, created_to),
      clear: (filters) => ({ ...filters, created_from: null, created_to: null }),
      Editor: CreatedFilter,
      unavailable,
    },
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
