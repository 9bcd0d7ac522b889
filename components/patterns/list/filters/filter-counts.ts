import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DIRECTORY_COUNT_LIMIT } from '#lib/domains/users/directory.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

/** `more`: more than are counted. `unknown`: the count could not be had. */
export type FilterCount = number | 'more' | 'unknown'

/** One count for each choice, in their order. */
interface CountsRead {
  queryKey: QueryKey
  queryFn: (call: { signal: AbortSignal }) => Promise<readonly FilterCount[]>
}

/** A list's way to count what its filters would show; null where that can't be counted. */
export type ReadCounts<F> = (choices: readonly F[]) => CountsRead | null

/** A question about some choices, by their ids. */
export interface Counting {
  ids: readonly string[]
  read: CountsRead
}

/** Milliseconds without a change before the question is asked. */
const SETTLED_MS = 300
/** Milliseconds for which a count is shown without asking again. */
const KEPT_MS = 60_000

const NONE: ReadonlyMap<string, FilterCount> = new Map()

/** Returns the counts by choice, empty until they are there. A failure isn't tried again: the list itself says why. */
export function useFilterCounts(counting: Counting | null): ReadonlyMap<string, FilterCount> {
  const mark = counting ? JSON.stringify(counting.read.queryKey) : null
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(mark), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [mark])
  const { data, isError } = useQuery({
    queryKey: counting?.read.queryKey ?? ['no_filter_counts'],
    queryFn: (call) => counting?.read.queryFn(call) ?? [],
    enabled: mark !== null && settled === mark,
    staleTime: KEPT_MS,
    retry: false,
  })
  if (!counting || !(data || isError)) return NONE
  return new Map(counting.ids.map((id, at) => [id, data?.[at] ?? 'unknown']))
}

/** Returns the words of the button; `undefined` is not counted yet. */
export function showWords(count: FilterCount | undefined, noun: string): string {
  return `Show ${countWords(count, noun)}`
}

/** "orders" to "order", "deliveries" to "delivery" */
export const oneOf = (nouns: string) => nouns.replace(/ies$/, 'y').replace(/s$/, '')

/** `11 orders` */
export function countWords(count: FilterCount | undefined, noun: string): string {
  if (count === undefined) return noun
  if (count === 'unknown') return `${noun} (number unknown)`
  if (count === 'more') return `more than ${formatCount(DIRECTORY_COUNT_LIMIT)} ${noun}`
  return countOf(count, oneOf(noun), noun)
}
