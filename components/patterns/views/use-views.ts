import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import type { ViewPlace } from '#lib/domains/views/views.ts'
import { failureOf } from '#lib/kernel/client/errors.ts'
import type { Counted } from '#lib/kernel/fields.ts'
import { countsQuery, knownViews, noViews, type ViewedList, viewsQuery } from './shown-view.ts'

/** Milliseconds between two looks at the counts while the page is seen. */
const COUNT_EVERY = 60_000

/** A list that is a part of another page has none. */
export function useViews(environment: string, list: ViewedList, enabled: boolean) {
  const place = { environment, list: list.list }
  const query = useQuery({ ...viewsQuery(place), enabled })
  const { data, error } = query
  const known = useMemo(() => (data ? knownViews(list, data.views, data.defaults.first) : noViews(list)), [data, list])
  return {
    place,
    of: list,
    known: enabled ? known : null,
    defaults: data?.defaults ?? null,
    may_share: data?.may_share ?? false,
    may_set_roles: data?.may_set_roles ?? false,
    failure: error && !data ? failureOf(error) : null,
    retry: () => void query.refetch(),
  }
}

export type Views = ReturnType<typeof useViews>

/** By the id of the view; empty until they are there. An old number isn't shown as one of now. */
export function useViewCounts(place: ViewPlace): ReadonlyMap<string, Counted> {
  const { data, error } = useQuery({ ...countsQuery(place, useTimeZone()), refetchInterval: COUNT_EVERY })
  return useMemo(() => {
    const failed = error && { count: null, missing: error.message }
    return new Map(data?.counts.map(({ view_id, ...counted }) => [view_id, failed ?? counted]))
  }, [data, error])
}
