'use client'
/** How many rows choices of a filter would show: asked for when they stop changing, and kept for a while. */
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DIRECTORY_COUNT_LIMIT } from '#lib/domains/users/directory.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

/** `more`: more than are counted. `unknown`: the count could not be had. */
export type FilterCount = number | 'more' | 'unknown'

/** One count for each choice, in their order. */
export interface CountsRead {
  queryKey: QueryKey
  queryFn: (call: { signal: AbortSignal }) => Promise<readonly FilterCount[]>
}

/** A list's way to count what its filters would show; null where it can't be counted. */
export type ReadCounts<F> = (choices: readonly F[]) => CountsRead | null

/** Milliseconds without a change before the question is asked. */
const SETTLED_MS = 300
/** Milliseconds for which a count is shown without asking again. */
const KEPT_MS = 60_000

/** Returns the counts, empty until they are there. A failure isn't tried again: it is the list that says why. */
export function useFilterCounts(asked: CountsRead | null): { counts: readonly FilterCount[]; isFailed: boolean } {
  const mark = asked ? JSON.stringify(asked.queryKey) : null
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(mark), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [mark])
  const { data, isError } = useQuery({
    queryKey: asked?.queryKey ?? ['no_filter_counts'],
    queryFn: (call) => asked?.queryFn(call) ?? [],
    enabled: mark !== null && settled === mark,
    staleTime: KEPT_MS,
    retry: false,
  })
  return { counts: (asked && data) || [], isFailed: isError }
}

/** Returns the words of the button; `undefined` is not counted yet. */
export function showWords(count: FilterCount | undefined, noun: string): string {
  if (count === undefined) return `Show ${noun}`
  if (count === 'unknown') return `Show ${noun} (number unknown)`
  if (count === 'more') return `Show more than ${formatCount(DIRECTORY_COUNT_LIMIT)} ${noun}`
  return `Show ${count === 1 ? countOf(1, noun.replace(/s$/, '')) : `${formatCount(count)} ${noun}`}`
}
