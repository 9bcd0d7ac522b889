/** One page of a list: stays visible while another loads, and prefetches the next one. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { whenIdle } from '#lib/utils/browser/when-idle.ts'
import { type PageWindow, pageWindow } from '#lib/utils/data/page-window.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { unreadableIn } from './unreadable.ts'

interface Page {
  offset: number
  limit: number
  failure: RequestFailure | null
}

/** A list whose pages don't come from an endpoint of the service. */
export interface PagedQuery<T> extends Page {
  /** Query options of one page; of the same identity while the list is the same. */
  pageQuery: (
    offset: number,
    limit: number,
  ) => { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<T> }
  count: (data: T) => { rows: number; total: number | null }
  /** Pauses requests while false; loaded data stays. */
  enabled?: boolean
  /** Milliseconds after which a failed page is requested again. */
  retryAfter?: number
  /** Milliseconds after which a page is requested again because its rows change by themselves. */
  refreshEvery?: number
}

/**
 * Callers remount on another environment (`key`): kept rows must never be those of a different one.
 * `failure` stands beside data when a refresh failed, and alone when the page itself did not come.
 */
export function usePagedQuery<T>(list: PagedQuery<T>) {
  const { offset, limit, failure: initial, pageQuery, count, enabled = true, retryAfter, refreshEvery } = list
  const client = useQueryClient()
  const query = useQuery({
    ...pageQuery(offset, limit),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error && retryAfter) || (refreshEvery ?? false),
  })
  const { data, isPlaceholderData: isStale } = query
  const unreadable = unreadableIn(data)
  const window = data === undefined ? null : windowOf(count(data), unreadable.length, isStale, { offset, limit })

  const unanswered = data === undefined ? initial : null
  const fetchAhead = useCallback(
    (ahead: number) => void client.prefetchQuery(pageQuery(ahead, limit)),
    [client, pageQuery, limit],
  )
  const next = isStale || !enabled ? null : (window?.next ?? null)
  useEffect(() => (next === null ? undefined : whenIdle(() => fetchAhead(next), 2_000)), [next, fetchAhead])

  return {
    data,
    unreadable,
    window,
    failure: query.error ? failureOf(query.error) : unanswered,
    isFetching: query.isFetching,
    isStale,
    updatedAt: pageTimeOf(query.dataUpdatedAt),
    refetch: query.refetch,
    fetchAhead,
  }
}

/** While the rows of the page before still stand, their number says nothing of the page asked for: its limit does. */
function windowOf(
  counted: { rows: number; total: number | null },
  unreadable: number,
  isStale: boolean,
  { offset, limit }: { offset: number; limit: number },
): PageWindow {
  const { total } = counted
  const rows = counted.rows + unreadable
  const expected = total === null ? limit : Math.min(limit, Math.max(0, total - offset))
  return pageWindow({ offset, limit, total, count: isStale ? expected : rows })
}
