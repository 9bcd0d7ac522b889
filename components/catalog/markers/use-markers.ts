/** All markers of a lab test: read page after page by itself, until all are there, one fails, or a person stops it. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { type Unreadable, unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { gather, type MarkersOf, markersQuery } from './markers-search.ts'

/** `first`: nothing is there yet. `broken`: the next page did not come, and what came before is there. */
type ReadingPhase = 'first' | 'reading' | 'stopped' | 'broken' | 'whole'

export interface Reading {
  /** Those that are there. */
  markers: readonly Marker[]
  /** The first page of them, of the same identity while others come: rows that grow would be drawn again and again. */
  first: readonly Marker[]
  /** Count of all markers; null where the service didn't count. */
  total: number | null
  phase: ReadingPhase
  unreadable: readonly Unreadable[]
  /** Why the first or the next page did not come. */
  failure: RequestFailure | null
  isFetching: boolean
  stop: () => void
  /** Goes on at the page where it stopped. */
  resume: () => void
}

const NONE: readonly Marker[] = []

/** Callers remount for another test (`key`). `initial` is what the server met when it made the HTML. */
export function useMarkers(of: MarkersOf, environment: string, initial: RequestFailure | null): Reading {
  const client = useQueryClient()
  const [isStopped, setStopped] = useState(false)
  const options = markersQuery(of, { environment })
  // Asking again does not change a role, and each refusal is an entry in the audit log.
  const query = useInfiniteQuery({ ...options, enabled: initial?.status !== 403 })
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const goesOn = hasNextPage && !isStopped && error === null
  useEffect(() => {
    // Looked at for every page: one that comes before the page is drawn never shows that it was being read.
    if (data !== undefined && goesOn && !isFetching) void fetchNextPage()
  }, [data, goesOn, isFetching, fetchNextPage])
  const read = useMemo(() => data && gather(data), [data])
  const failure = error ? failureOf(error) : null
  return {
    markers: read?.markers ?? NONE,
    first: data?.pages[0]?.markers ?? NONE,
    total: read?.total ?? null,
    unreadable: data?.pages.flatMap(unreadableIn) ?? [],
    phase: phaseOf({ isThere: data !== undefined, hasNextPage, isStopped, hasFailed: failure !== null }),
    failure: failure ?? (data === undefined ? initial : null),
    isFetching,
    stop: () => {
      setStopped(true)
      void client.cancelQueries({ queryKey: options.queryKey })
    },
    resume: () => {
      setStopped(false)
      void (data === undefined ? query.refetch() : fetchNextPage())
    },
  }
}

function phaseOf(known: {
  isThere: boolean
  hasNextPage: boolean
  isStopped: boolean
  hasFailed: boolean
}): ReadingPhase {
  if (!known.isThere) return 'first'
  if (!known.hasNextPage) return 'whole'
  if (known.isStopped) return 'stopped'
  return known.hasFailed ? 'broken' : 'reading'
}
