/** The pages of the list and its counts; the same on the server and in the browser. */

import { countDirectorySources, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consolePage, consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { countsQuery, filterProblem, type readConnectionSearch, rowsQuery } from './connection-search.ts'

export type RowsQuery = NonNullable<EndpointInput<typeof searchDirectoryConnections>['query']>

export function connectionPage(
  { environment, ...context }: RequestContext,
  query: RowsQuery,
  offset: number,
  limit: number,
) {
  const input = { params: { environment }, query: { ...query, ...(offset > 0 && { offset }), limit } }
  return consolePage(searchDirectoryConnections, input, context)
}

export function countConnections({ connections, total }: EndpointOutput<typeof searchDirectoryConnections>) {
  return { rows: connections.length, total }
}

/** Prefetches the first page of rows, with counts if they arrive in time. */
export function prefetchConnections(
  context: RequestContext,
  { filters, offset, limit }: ReturnType<typeof readConnectionSearch>,
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
