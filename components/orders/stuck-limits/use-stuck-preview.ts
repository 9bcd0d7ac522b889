'use client'
/** How many orders limits would mark as stuck now, before they are saved: by the rule of every other screen. */
import { useEffect, useState } from 'react'
import { type FilterCount, useFilterCounts } from '#components/patterns/list/filters/filter-counts.ts'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { countOrderSearches } from '#lib/domains/orders/order-counts.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { consoleRead } from '#lib/kernel/client/queries.ts'

export interface StuckPreview {
  /** By status; undefined while it is counted. */
  of: (status: string) => FilterCount | undefined
  /** Count over all statuses with a limit. */
  total: FilterCount | undefined
}

type Counts = ReadonlyMap<string, FilterCount>

export function useStuckPreview(environment: string, days: StuckDays): StuckPreview {
  const time_zone = useTimeZone()
  const ids = Object.keys(days)
  const choices = ids.map((status) => ({ status: [status] }))
  const body = { time_zone, filter: { stuck: true }, choices, stuck_days: days }
  const { queryKey, queryFn } = consoleRead(countOrderSearches, { params: { environment }, body }, {})
  const queried = async (call: { signal: AbortSignal }) =>
    (await queryFn(call)).counts.map(({ count, missing }) => (missing === null && count !== null ? count : 'unknown'))
  const counts = useFilterCounts(ids.length > 0 ? { ids, read: { queryKey, queryFn: queried } } : null)
  // A change of one limit leaves the others' counts on screen.
  const [known, setKnown] = useState<{ days: StuckDays; counts: Counts }>({ days: {}, counts: new Map() })
  const mark = JSON.stringify([days, [...counts]])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark says when either is another
  useEffect(() => {
    if (counts.size > 0) setKnown({ days, counts })
  }, [mark])
  const of = (status: string) =>
    counts.get(status) ?? (known.days[status] === days[status] ? known.counts.get(status) : undefined)
  return { of, total: sumOf(ids.map(of)) }
}

/** One that is missing leaves no number. */
function sumOf(counts: readonly (FilterCount | undefined)[]): FilterCount | undefined {
  let sum = 0
  for (const count of counts) {
    if (typeof count !== 'number') return count
    sum += count
  }
  return sum
}
