'use client'
/** The list of users as the page shows it: from the directory, or live while the directory has nothing to give. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { RequestFailure } from '#lib/client/failure.ts'
import { consoleQuery } from '#lib/client/queries.ts'
import { consoleRequest } from '#lib/client/request.ts'
import { usePagedQuery } from '#lib/client/use-paged-list.ts'
import {
  type DirectoryState,
  getDirectoryState,
  refreshDirectory,
  searchDirectory,
} from '#lib/contract/console/directory.ts'
import { countFound, countLive, directoryPage, livePage, type UserRow } from './users-query.ts'
import { rowsFrom, type UsersBody } from './users-search.ts'

interface UsersAsked {
  environment: string
  /** Of the same identity while the question is the same; null where it cannot be asked. */
  body: UsersBody | null
  offset: number
  limit: number
  failure: RequestFailure | null
}

/** Milliseconds between two looks at the directory. */
const WHILE_READING = 2_000
const OTHERWISE = 60_000
/** Before a directory that did not answer is asked again. */
const AFTER_FAILURE = 30_000

const NOTHING_ASKED: UsersBody = {}

export function useUsers({ environment, body, offset, limit, failure }: UsersAsked) {
  const asked = body !== null && Object.keys(body).length > 0
  const found = usePagedQuery({
    offset,
    limit,
    failure,
    count: countFound,
    enabled: body !== null && failure?.status !== 403,
    retryAfter: AFTER_FAILURE,
    pageQuery: useCallback(
      (from: number, size: number) => directoryPage({ environment }, body ?? NOTHING_ASKED, from, size),
      [environment, body],
    ),
  })
  const state = useDirectoryState(environment, found.data?.state ?? null, found.updatedAt)
  const isLive = found.data ? rowsFrom(state ?? found.data.state, asked) === 'live' : found.failure !== null
  const live = usePagedQuery({
    offset,
    limit,
    failure,
    count: countLive,
    enabled: isLive && failure?.status !== 403,
    pageQuery: useCallback((from: number, size: number) => livePage({ environment }, from, size), [environment]),
  })
  // What the server could give is shown while the directory is asked once more.
  const shown = isLive || !found.data ? live : found
  const rows = useMemo((): UserRow[] | undefined => {
    if (shown === found) return found.data?.users
    return live.data?.users.map((user) => ({ user, seen_at: null }))
  }, [shown, found, live.data])
  const refetch = () => {
    void found.refetch()
    if (isLive) void live.refetch()
  }
  return {
    list: { ...shown, refetch },
    rows,
    total: shown.data?.total ?? null,
    state,
    isLive: isLive || (shown === live && live.data !== undefined),
    why: found.failure?.detail ?? null,
  }
}

/** How fresh the directory is; what it has read anew is shown. */
function useDirectoryState(environment: string, known: DirectoryState | null, knownAt: number) {
  const client = useQueryClient()
  const options = consoleQuery(getDirectoryState, { params: { environment } }, {})
  const query = useQuery({
    ...options,
    enabled: known !== null,
    refetchInterval: ({ state }) => (state.data?.crawl ? WHILE_READING : OTHERWISE),
    ...(known && { initialData: known, initialDataUpdatedAt: knownAt }),
  })
  const state = known && query.dataUpdatedAt > knownAt ? (query.data ?? known) : known
  const isOlder = known !== null && state !== null && state.complete_at !== known.complete_at
  useEffect(() => {
    if (isOlder) void client.invalidateQueries({ queryKey: ['console', searchDirectory.name] })
  }, [isOlder, client])
  return state
}

/** Has the whole list read again. @throws RequestError */
export function useRefreshDirectory(environment: string) {
  const client = useQueryClient()
  return async () => {
    const state = await consoleRequest(refreshDirectory, { params: { environment } }, {})
    client.setQueryData(consoleQuery(getDirectoryState, { params: { environment } }, {}).queryKey, state)
  }
}
