'use client'
/** The list of users as the page shows it: from the directory, or live while the directory has nothing to give. */
import { useCallback, useMemo } from 'react'
import { searchDirectory } from '#lib/domains/users/directory.ts'
import { useDirectoryState } from '#lib/domains/users/use-directory.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countFound, countLive, directoryPage, livePage, type UserRow } from './users-query.ts'
import { rowsFrom, type UsersBody } from './users-search.ts'

interface UsersRequest {
  environment: string
  /** Search body with a stable identity; null when it can't be sent. */
  body: UsersBody | null
  offset: number
  limit: number
  failure: RequestFailure | null
}

/** Milliseconds before a directory that did not answer is asked again. */
const AFTER_FAILURE = 30_000

const OF_USERS = [searchDirectory.name] as const
const NOTHING_ASKED: UsersBody = {}

export function useUsers({ environment, body, offset, limit, failure }: UsersRequest) {
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
  const state = useDirectoryState(environment, found.data?.state ?? null, found.updatedAt, OF_USERS)
  const isLive = found.data ? rowsFrom(state ?? found.data.state, asked) === 'live' : found.failure !== null
  const live = usePagedQuery({
    offset,
    limit,
    failure,
    count: countLive,
    enabled: isLive && failure?.status !== 403,
    pageQuery: useCallback((from: number, size: number) => livePage({ environment }, from, size), [environment]),
  })
  // The service's rows are shown until the directory answers.
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
