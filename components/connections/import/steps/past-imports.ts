/** Queries of past imports, by the console's own record and by the service's: the same on the server and in the browser. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listBulkOps } from '#lib/domains/connections/connection.ts'
import { listImports } from '#lib/domains/connections/import-log.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { type RequestContext, request } from '#lib/kernel/client/request.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'

/** Milliseconds between looks at an operation that runs. */
const RUNNING_MS = 5_000

export function pastImportsQuery({ environment, ...context }: RequestContext) {
  return queryOptions({
    ...consoleQuery(listImports, { params: { environment } }, context),
    staleTime: 0,
    refetchInterval: MINUTE,
  })
}

export function bulkOpsQuery(context: RequestContext) {
  return infiniteQueryOptions({
    queryKey: ['service', context.environment, listBulkOps.name],
    initialPageParam: undefined,
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) =>
      request(listBulkOps, { query: { next_cursor: pageParam } }, context, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some(({ ended_at }) => ended_at === null)) ? RUNNING_MS : MINUTE,
  })
}

export function prefetchImports(context: RequestContext) {
  return prefetchWith((client) =>
    Promise.all([
      client.prefetchQuery({ ...pastImportsQuery(context), retry: false }),
      client.prefetchInfiniteQuery({ ...bulkOpsQuery(context), retry: false }),
    ]),
  )
}
