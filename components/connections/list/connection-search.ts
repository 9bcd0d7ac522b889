/** Search over all connections: as a person set it in the address, with the viewer's zone on the wire. Pure. */

import { z } from 'zod'
import type { DirectoryFilters } from '#components/patterns/domain/directory-fields.tsx'
import { defineList, pagesOf } from '#components/patterns/list/define-list.ts'
import { KEPT_STATES, type KeptState } from '#lib/domains/connections/states.ts'
import {
  connectionSearch,
  countDirectorySources,
  type SourceCount,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { chosenOf } from '#lib/kernel/list/list-search.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'

/** Choices are relative to now, so that a link means the same tomorrow; `was` goes on after “Last data was”. */
export const LAST_DATA = {
  within_day: { text: 'Within 24 hours', was: 'within 24 hours', from: DAY },
  not_for_day: { text: 'None for 24 hours', was: 'over 24 hours ago, or never', before: DAY },
  not_for_3_days: { text: 'None for 3 days', was: 'over 3 days ago, or never', before: 3 * DAY },
  not_for_week: { text: 'None for 7 days', was: 'over 7 days ago, or never', before: 7 * DAY },
  never: { text: 'None received yet', was: 'never received' },
  silent: { text: 'Silent by its own rhythm', was: 'longer ago than usual' },
} as const satisfies Record<string, { text: string; was: string; from?: number; before?: number }>
type LastData = keyof typeof LAST_DATA
export const LAST_DATA_IDS = ['within_day', 'not_for_day', 'not_for_3_days', 'not_for_week', 'never', 'silent'] as const

/** Days are the viewer's own: their zone is no part of an address that others open too. */
export const connectionAddress = connectionSearch
  .omit({
    time_zone: true,
    after: true,
    has_data: true,
    data_from: true,
    no_data_since: true,
    silent_on: true,
    action_on: true,
    user_id: true,
  })
  .extend({ last_data: z.enum(LAST_DATA_IDS).optional(), show: z.enum(['action', 'all']).default('action') })

export const CONNECTIONS = defineList({ address: connectionAddress, place: ['offset', 'limit'], always: ['show'] })

type ConnectionPlace = ReturnType<typeof CONNECTIONS.read>['place']
export type ConnectionFilters = ConnectionPlace['filters']

/** Whether the list is left to those that need action, as it is until somebody chooses states, silence or all. */
export const isActionOnly = ({ show, states, last_data }: ConnectionFilters) =>
  show === 'action' && states.length === 0 && last_data === null

/** Why nothing can be found with such filters, and what to do; null where something can. */
export function filterProblem({ created_from, created_to }: DirectoryFilters): string | null {
  if (created_from === null || created_to === null || created_from <= created_to) return null
  return 'The last day is before the first day. Choose a later last day.'
}

type CountsQuery = NonNullable<EndpointInput<typeof countDirectorySources>['query']>

/** Counts ignore the chosen source and state, so that the others stay visible. Only date filters need the zone. */
export function countsQuery(
  { last_data, created_from, created_to }: Omit<ConnectionFilters, 'sources' | 'states' | 'show'>,
  time_zone: string,
  now: number,
): CountsQuery {
  return {
    // Silent ones are counted beside the states, and seen among them.
    ...dataQuery(last_data === 'silent' ? null : last_data, now),
    ...chosenOf({ created_from, created_to }),
    ...((created_from || created_to) && { time_zone }),
  }
}

export function rowsQuery(filters: ConnectionFilters, time_zone: string, now: number): CountsQuery {
  const { sources, states } = filters
  return {
    ...countsQuery(filters, time_zone, now),
    ...dataQuery(filters.last_data, now),
    ...(isActionOnly(filters) && { action_on: hourOf(now) }),
    ...chosenOf({ sources, states }),
  }
}

/** So that the same page is not asked for again every second. */
const hourOf = (now: number, ago = 0) => new Date(Math.floor(now / HOUR) * HOUR - ago).toISOString()

function dataQuery(last_data: LastData | null, now: number): CountsQuery {
  if (last_data === null) return {}
  if (last_data === 'never') return { has_data: false }
  if (last_data === 'silent') return { silent_on: hourOf(now) }
  const range = LAST_DATA[last_data]
  return 'from' in range ? { data_from: hourOf(now, range.from) } : { no_data_since: hourOf(now, range.before) }
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

/** How many connections of the chosen sources are silent; of all sources where none is chosen. */
export function silentCount(counts: readonly SourceCount[], sources: readonly string[]): number {
  return counts.reduce(
    (sum, { source, silent }) => sum + (sources.length > 0 && !sources.includes(source.slug) ? 0 : silent),
    0,
  )
}

export const connectionPage = pagesOf(searchDirectoryConnections)

/** Prefetches the first page of rows, with counts if they arrive in time. */
export function prefetchConnections(
  context: RequestContext,
  { filters, offset, limit }: ConnectionPlace,
  time_zone: string,
  now: number,
) {
  return prefetchWith(async (client) => {
    if (filterProblem(filters)) return
    const { environment, ...rest } = context
    const input = { params: { environment }, query: countsQuery(filters, time_zone, now) }
    const rows = connectionPage(context, rowsQuery(filters, time_zone, now), offset, limit)
    await Promise.all([
      client.fetchQuery({ ...rows, retry: false }),
      client.prefetchQuery({ ...consoleQuery(countDirectorySources, input, rest), retry: false }),
    ])
  })
}
