/** What of all connections is asked for: in the address as a person set it, on the wire with the viewer's zone. Pure. */
import type { DirectoryFilters } from '#components/patterns/domain/directory-fields.tsx'
import { KEPT_STATES, type KeptState } from '#lib/domains/connections/state.ts'
import { connectionSearch, type countDirectorySources, type SourceCount } from '#lib/domains/users/directory.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { readListSearch, writeListSearch } from '#lib/kernel/list/list-search.ts'

export const CONNECTION_SIZES = [50, 100, 250, 500] as const

export interface ConnectionFilters extends DirectoryFilters {
  states: readonly KeptState[]
}

/** Days are the viewer's own: their zone is no part of an address that others open too. */
const connectionAddress = connectionSearch.omit({ time_zone: true, after: true })

export function readConnectionSearch(search: URLSearchParams) {
  const { query, ignored } = readListSearch(connectionAddress, search)
  const { offset, limit, sources = [], states = [], created_from = null, created_to = null } = query
  const filters: ConnectionFilters = { sources, states, created_from, created_to }
  return { offset, limit, filters, ignored }
}

export function writeConnectionSearch(filters: ConnectionFilters, offset: number, limit: number): URLSearchParams {
  return writeListSearch(connectionAddress, { ...filters, offset, limit })
}

/** Why nothing can be found with such filters, and what to do; null where something can. */
export function filterProblem({ created_from, created_to }: DirectoryFilters): string | null {
  if (created_from === null || created_to === null || created_from <= created_to) return null
  return 'The last day is before the first day. Choose a later last day.'
}

export function isFiltered({ sources, states, created_from, created_to }: ConnectionFilters): boolean {
  return sources.length > 0 || states.length > 0 || created_from !== null || created_to !== null
}

type CountsQuery = NonNullable<EndpointInput<typeof countDirectorySources>['query']>

/** Of the days alone: a source or state that is chosen is seen among the others. The zone travels only with them. */
export function countsQuery({ created_from, created_to }: DirectoryFilters, time_zone: string): CountsQuery {
  return {
    ...(created_from && { created_from }),
    ...(created_to && { created_to }),
    ...((created_from || created_to) && { time_zone }),
  }
}

export function rowsQuery(filters: ConnectionFilters, time_zone: string): CountsQuery {
  const { sources, states } = filters
  return {
    ...countsQuery(filters, time_zone),
    ...(sources.length > 0 && { sources: [...sources] }),
    ...(states.length > 0 && { states: [...states] }),
  }
}

/** How many connections of the chosen sources are in each state; of all sources where none is chosen. */
export function stateCounts(counts: readonly SourceCount[], sources: readonly string[]): Map<KeptState, number> {
  const totals = new Map<KeptState, number>()
  for (const { source, states } of counts) {
    if (sources.length > 0 && !sources.includes(source.slug)) continue
    for (const state of KEPT_STATES) totals.set(state, (totals.get(state) ?? 0) + (states[state] ?? 0))
  }
  return totals
}

/** The filters with a source more, or without it where it was among them. */
export function withSource<F extends DirectoryFilters>(filters: F, slug: string): F {
  const { sources } = filters
  return { ...filters, sources: sources.includes(slug) ? sources.filter((one) => one !== slug) : [...sources, slug] }
}
