/** One page of a list: stays visible while another loads, and prefetches the pages beside it. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { whenIdle } from '#lib/utils/browser/browser.ts'
import { type PageWindow, pageWindow } from '#lib/utils/data/page-window.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'
import { unreadableIn } from './unreadable.ts'

interface Page {
  offset: number
  limit: number
  failure: RequestFailure | null
}

const NO_PAGES = { next: null, previous: null }

/** An answer with some rows of a list, in a field of its own. */
type Rows<K extends string> = Readonly<Record<K, readonly unknown[]>> & { total: number | null }

/** A list whose pages don't come from an endpoint of the service. */
export interface PagedQuery<K extends string, T extends Rows<K>> extends Page {
  /** Query options of one page; of the same identity while the list is the same. */
  pageQuery: (
    offset: number,
    limit: number,
  ) => { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<T> }
  /** The field of an answer that holds its rows. */
  rows: K
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
export function usePagedQuery<K extends string, T extends Rows<K>>(list: PagedQuery<K, T>) {
  const { offset, limit, failure: initial, pageQuery, enabled = true, retryAfter, refreshEvery } = list
  const client = useQueryClient()
  const query = useQuery({
    ...pageQuery(offset, limit),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error && retryAfter) || (refreshEvery ?? false),
  })
  const { data, isPlaceholderData: isStale } = query
  const unreadable = unreadableIn(data)
  const count = data === undefined ? 0 : data[list.rows].length + unreadable.length
  const window = data === undefined ? null : windowOf(count, data.total, isStale, { offset, limit })

  const unanswered = data === undefined ? initial : null
  const fetchAhead = useCallback(
    (ahead: number) => void client.prefetchQuery(pageQuery(ahead, limit)),
    [client, pageQuery, limit],
  )
  const { next, previous } = (!isStale && enabled && window) || NO_PAGES
  useEffect(
    () =>
      whenIdle(() => {
        if (next !== null) fetchAhead(next)
        // The page before is there already, unless one came here by the last page or by an address.
        if (previous !== null)
          void client.prefetchQuery({ ...pageQuery(previous, limit), staleTime: Number.POSITIVE_INFINITY })
      }, 2_000),
    [next, previous, fetchAhead, client, pageQuery, limit],
  )

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
  count: number,
  total: number | null,
  isStale: boolean,
  { offset, limit }: { offset: number; limit: number },
): PageWindow {
  const expected = total === null ? limit : Math.min(limit, Math.max(0, total - offset))
  return pageWindow({ offset, limit, total, count: isStale ? expected : count })
}
