/** The filters of the list as its chips and its picker show them. */
import { CalendarDays, Plug } from 'lucide-react'
import { lazy } from 'react'
import type { FilterField } from '#components/shared/filter-fields.ts'
import { rangeWords } from '#lib/utils/day-ranges.ts'
import type { ConnectionFilters } from './connection-search.ts'

const load = () => import('./filter-editors.tsx')
const SourceFilter = lazy(() => load().then((part) => ({ default: part.SourceFilter })))
const ConnectedFilter = lazy(() => load().then((part) => ({ default: part.ConnectedFilter })))

/** Few sources by name, more by number. */
const NAMED = 2

/** `nameOf` gives the name of a source where it is known. */
export function connectionFields(nameOf: (slug: string) => string): readonly FilterField<ConnectionFilters>[] {
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
    },
    {
      id: 'connected',
      label: 'Connected',
      icon: CalendarDays,
      chip: ({ created_from, created_to }) => rangeWords(created_from, created_to),
      clear: (filters) => ({ ...filters, created_from: null, created_to: null }),
      Editor: ConnectedFilter,
    },
  ]
}
