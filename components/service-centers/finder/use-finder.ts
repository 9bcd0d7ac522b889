/** The search of the page: what the address says, what was found, and where it lies. */
import { keepPreviousData, type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLabTest } from '#components/patterns/domain/lab-test-texts.tsx'
import { type Pins, pinsOf, zipsToLocate } from '#components/service-centers/map/pins.ts'
import { useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import {
  ALL_LABS_SHOWN,
  type FoundCenter,
  LABS_LIMIT,
  type ServiceCenter,
} from '#lib/domains/service-centers/service-center.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import type { Point } from '#lib/utils/data/distance.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import {
  type CentersQuery,
  centersQuery,
  centersRead,
  type FinderSearch,
  labOfTest,
  nearOrderQuery,
  readFinderSearch,
  writeFinderSearch,
  zipOfAddress,
  zipsRead,
} from './finder-search.ts'

/** The order near whose patient to look: read for the ZIP alone. */
function useOrderZip(environment: string, order_id: string | null, initial: RequestFailure | null) {
  const query = useQuery({ ...nearOrderQuery(order_id ?? '', { environment }), enabled: order_id !== null })
  const order = order_id === null ? undefined : query.data?.orders.find(({ id }) => id === order_id)
  const unread = order_id !== null && query.data === undefined ? initial : null
  return {
    zip: zipOfAddress(order?.patient_address),
    /** The order itself, which says whose it is. */
    of: order,
    test: order?.lab_test.name,
    failure: query.error ? failureOf(query.error) : unread,
    isGone: order_id !== null && query.isSuccess && !order,
    isMasked: isMasked(order?.patient_address?.zip),
    hasNoZip: order !== undefined && zipOfAddress(order.patient_address) === null,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  }
}

/** Returns map positions, with a stable identity because the map redraws on change. */
function usePlaces(centers: readonly ServiceCenter[] | undefined, from: string | null, isStale: boolean) {
  // While another search is under way its ZIP and the centers found before do not belong together.
  const [shown, setShown] = useState({ centers, from })
  if (!isStale && (shown.centers !== centers || shown.from !== from)) setShown({ centers, from })
  const zips = useMemo(() => zipsToLocate(shown.centers ?? [], shown.from), [shown])
  const { data, isPlaceholderData, error } = useQuery({
    ...zipsRead(zips, {}),
    // Without a search it says how the map is drawn.
    enabled: from === null || (shown.centers !== undefined && zips.length > 0),
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const centroids = data?.centroids ?? []
    // While answers of labs still come, pins would have other numbers than the list.
    const pins: Pins = pinsOf(shown.centers === centers ? (centers ?? []) : [], centroids)
    const found = centroids.find(({ zip_code }) => zip_code === shown.from)
    const origin: Point | null = found ? { lat: found.lat, lng: found.lng } : null
    const nearest = found?.nearest ?? null
    return {
      ...pins,
      nowhere: isPlaceholderData ? [] : pins.nowhere,
      origin,
      /** The ZIP whose place stands for that of the one searched from, which nobody knows. */
      nearest,
      style_url: data?.map_style_url ?? null,
      isReady: data !== undefined,
      failure: error ? failureOf(error) : null,
    }
  }, [data, isPlaceholderData, shown, centers, error])
}

/** Calls at once: the service has others to answer. */
const AT_ONCE = 3

const combine = <T>(results: UseQueryResult<T>[]) => results.map(({ data, error }) => ({ data, error }))

/** Asks each lab of the catalog, a few at a time; `query` is null where that isn't wanted. */
function useAllLabs(
  environment: string,
  query: CentersQuery | null,
  labs: ReturnType<typeof useCatalogEntries>['options']['lab'],
) {
  const client = useQueryClient()
  const asked = JSON.stringify(query)
  const [run, setRun] = useState({ asked, settled: 0, isStopped: false })
  const now = run.asked === asked ? run : { asked, settled: 0, isStopped: false }
  const within = useMemo(() => (labs ?? []).slice(0, LABS_LIMIT), [labs])
  const reads = within.map(({ id }) =>
    centersRead({ ...(query ?? { zip_code: '' }), lab_id: Number(id) }, { environment }),
  )
  const answers = useQueries({
    queries: reads.map((read, at) => ({
      ...read,
      enabled: query !== null && !now.isStopped && at < now.settled + AT_ONCE,
    })),
    combine,
  })
  const isDone = ({ data, error }: (typeof answers)[number]) => data !== undefined || error !== null
  const settled = answers.filter(isDone).length
  if (run.asked !== asked || settled !== now.settled) setRun({ ...now, settled })
  const found = useMemo(() => {
    const all = answers.flatMap(({ data }, at) =>
      (data?.patient_service_centers ?? []).map((center): FoundCenter => {
        const lab = within[at]
        return { ...center, ...(lab && { lab: { id: lab.id, name: lab.name } }) }
      }),
    )
    const milesOf = ({ distance }: FoundCenter) => Number.parseFloat(distance) || Number.POSITIVE_INFINITY
    return all.sort((a, b) => milesOf(a) - milesOf(b) || (a.metadata.name < b.metadata.name ? -1 : 1))
  }, [answers, within])
  const centers = useMemo(() => found.slice(0, ALL_LABS_SHOWN), [found])
  return {
    centers: settled === 0 && within.length > 0 ? undefined : centers,
    /** Centers that were found, also those that aren't shown. */
    count: found.length,
    settled,
    labs: within.length,
    /** Labs beyond the limit. */
    left: Math.max(0, (labs?.length ?? 0) - LABS_LIMIT),
    isStopped: now.isStopped,
    isSearching: query !== null && !now.isStopped && (labs === null || settled < within.length),
    failed: answers.flatMap(({ data, error }, at) =>
      error && !data ? [{ lab: within[at]?.name ?? '', detail: failureOf(error).detail }] : [],
    ),
    unreadable: answers.flatMap(({ data }) => unreadableIn(data)),
    stop() {
      setRun({ ...now, isStopped: true })
      for (const { queryKey } of reads) void client.cancelQueries({ queryKey })
    },
    again() {
      setRun({ asked, settled: 0, isStopped: false })
      for (const [at, { queryKey }] of reads.entries()) {
        if (answers[at]?.error) void client.resetQueries({ queryKey })
      }
    },
  }
}

function zipProblemOf({ issues }: RequestError): string | null {
  return issues.find(({ loc }) => loc.at(-1) === 'zip_code')?.msg ?? null
}

export function useFinder(environment: string, initial: RequestFailure | null) {
  const address = useAddressSearch()
  const { search: said, ignored } = useMemo(() => readFinderSearch(address), [address])
  const order = useOrderZip(environment, said.order_id, initial)
  const catalog = useCatalogEntries(environment)
  const known = useLabTest(environment, order.of?.lab_test)
  const own = labOfTest(catalog.entries, order.test)
  const search = useMemo(() => ({ ...said, lab_id: said.lab_id ?? (said.all_labs ? null : own) }), [said, own])
  const query = useMemo(() => centersQuery(search, order.zip), [search, order.zip])
  const one = search.all_labs ? null : query
  const ofAll = search.all_labs ? query : null
  const found = useQuery({
    // Never sent without a whole query: `enabled` waits for it.
    ...centersRead(one ?? { zip_code: '', lab_id: 0 }, { environment }),
    enabled: one !== null,
    placeholderData: (before) => (one === null ? undefined : before),
  })
  const all = useAllLabs(environment, ofAll, catalog.options.lab)
  const data = one === null ? undefined : found.data
  const centers: readonly FoundCenter[] | undefined = ofAll ? all.centers : data?.patient_service_centers
  const { lab_account_id = null, ...anyAccount } = one ?? { zip_code: '', lab_id: 0 }
  const isHidden = centers?.length === 0 && !found.isPlaceholderData && lab_account_id !== null
  const unfiltered = useQuery({ ...centersRead(anyAccount, { environment }), enabled: isHidden })
  const unanswered = one !== null && data === undefined && !order.failure ? initial : null
  const places = usePlaces(centers, query?.zip_code ?? null, found.isPlaceholderData || all.isSearching)
  return {
    /** With the order's lab where nobody chose another. */
    search,
    /** That of the order's test is taken. */
    isOwnLab: said.lab_id === null && !said.all_labs && own !== null,
    /** Answers of each lab; null where one lab is asked. */
    all: ofAll && all,
    catalog,
    /** Preparation of the order's test, and the contacts of labs. */
    known,
    ignored,
    order,
    /** Null while it cannot be asked. */
    query,
    centers,
    unreadable: ofAll ? all.unreadable : unreadableIn(data),
    places,
    /** Number of centers for any account, when one account has none. */
    withoutAccount: isHidden ? (unfiltered.data?.patient_service_centers.length ?? null) : null,
    zipProblem: found.error instanceof RequestError ? zipProblemOf(found.error) : null,
    failure: found.error ? failureOf(found.error) : unanswered,
    isFetching: found.isFetching,
    /** True while the previous search is shown. */
    isStale: found.isPlaceholderData,
    refetch: () => void found.refetch(),
    go: (next: Partial<FinderSearch>, way: 'push' | 'replace' = 'push') =>
      navigate(writeFinderSearch({ ...said, ...next }), {}, way),
  }
}

export type Finder = ReturnType<typeof useFinder>
