import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { listMarkers, type Marker } from '#lib/domains/catalog/marker.ts'
import type { useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { waitFor } from '#lib/kernel/client/readiness.ts'
import { type RequestContext, request } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { readListSearch, writeListSearch } from '#lib/kernel/list/list-search.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { SORTS } from './find-markers.ts'

export const markersAddress = z.object({
  lab_test: uuid.optional(),
  lab_account: uuid.optional(),
  /** Another lab test, beside the first. */
  compare: uuid.optional(),
  sort: z.enum(SORTS).default('sent'),
})
export type MarkersSearch = z.input<typeof markersAddress>

export function readMarkersSearch(search: URLSearchParams): MarkersSearch & { ignored: string[] } {
  const { query, ignored } = readListSearch(markersAddress, search)
  return { ...query, ignored }
}

export const writeMarkersSearch = (search: MarkersSearch) => writeListSearch(markersAddress, search)

/** The most that the service gives at once (spec, "Limits"). */
export const MARKERS_PAGE = 100

type MarkersPage = EndpointOutput<typeof listMarkers>

export interface MarkersOf {
  lab_test_id: string
  lab_account_id: string | null
}

/** Retries rate-limited and lost requests after a pause. */
const pauseAfter = (failures: number, error: Error) => (error instanceof RequestError ? waitFor(error, failures) : null)

export function markersQuery({ lab_test_id, lab_account_id }: MarkersOf, context: RequestContext) {
  return infiniteQueryOptions({
    queryKey: ['service', context.environment, listMarkers.name, 'all', lab_test_id, lab_account_id],
    queryFn: ({ pageParam: page, signal }) =>
      request(
        listMarkers,
        {
          params: { lab_test_id },
          query: { page, size: MARKERS_PAGE, ...(lab_account_id !== null && { lab_account_id }) },
        },
        context,
        { signal, skipUnreadable: true },
      ),
    initialPageParam: 1,
    getNextPageParam: (_, pages, page) => (isEnd(pages, page) ? null : page + 1),
    // A page at a time, each at most once: what a test measures does not change while somebody looks at it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: (failures, error) => pauseAfter(failures, error) !== null,
    retryDelay: (failures, error) => pauseAfter(failures, error) ?? 0,
  })
}

/** Any of the four counts may be missing; a service that gives the same page again has no more. */
function isEnd(pages: readonly MarkersPage[], page: number): boolean {
  const last = pages.at(-1)
  if (!last || last.markers.length === 0) return true
  const earlier = new Set(pages.slice(0, -1).flatMap(({ markers }) => markers.map(({ id }) => id)))
  if (pages.length > 1 && last.markers.every(({ id }) => earlier.has(id))) return true
  if (last.pages !== null) return page >= last.pages
  if (last.total !== null) return earlier.size + last.markers.length >= last.total
  return last.markers.length + unreadableIn(last).length < (last.size ?? MARKERS_PAGE)
}

interface ReadMarkers {
  /** Each once, in the order in which they were sent. */
  markers: Marker[]
  /** Null where the service did not count. */
  total: number | null
}

export function gather({ pages }: InfiniteData<MarkersPage>): ReadMarkers {
  const byId = new Map(pages.flatMap(({ markers }) => markers.map((marker) => [marker.id, marker] as const)))
  return { markers: [...byId.values()], total: pages.at(-1)?.total ?? null }
}

/** For the first HTML: the names, and the first page where a test is asked for. */
export function prefetchMarkers(context: RequestContext, { lab_test, lab_account }: MarkersSearch) {
  const { environment } = context
  return prefetchWith(async (client) => {
    const names = client.prefetchQuery({
      ...consoleQuery(listCatalog, { params: { environment } }, context),
      retry: false,
    })
    const of = lab_test && { lab_test_id: lab_test, lab_account_id: lab_account ?? null }
    if (of) await client.fetchInfiniteQuery({ ...markersQuery(of, context), retry: false })
    await names
  })
}

export type PickerField = 'lab_test' | 'lab_account' | 'compare'

export interface FieldLabels {
  field: PickerField
  label: string
  /** Label of the empty choice, for optional fields. */
  any?: string
}

export const TEST: FieldLabels = { field: 'lab_test', label: 'Lab test' }
export const ACCOUNT: FieldLabels = { field: 'lab_account', label: 'Lab account (optional)', any: 'Any lab account' }
export const OTHER: FieldLabels = { field: 'compare', label: 'Compare with (optional)', any: 'No other test' }

export interface Shown {
  search: MarkersSearch
  catalog: ReturnType<typeof useCatalogEntries>
  fields: readonly FieldLabels[]
  onChange: (field: PickerField, id: string | null) => void
}
