/** The search of the page: what the address says, what was found, and where it lies. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Pins, pinsOf, zipsToLocate } from '#components/service-centers/map/pins.ts'
import { useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import type { ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import type { Point } from '#lib/utils/data/distance.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import {
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
    enabled: shown.centers !== undefined && zips.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const centroids = data?.centroids ?? []
    const pins: Pins = pinsOf(shown.centers ?? [], centroids)
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
  }, [data, isPlaceholderData, shown, error])
}

function zipProblemOf({ issues }: RequestError): string | null {
  return issues.find(({ loc }) => loc.at(-1) === 'zip_code')?.msg ?? null
}

export function useFinder(environment: string, initial: RequestFailure | null) {
  const address = useAddressSearch()
  const { search: said, ignored } = useMemo(() => readFinderSearch(address), [address])
  const order = useOrderZip(environment, said.order_id, initial)
  const catalog = useCatalogEntries(environment)
  const own = labOfTest(catalog.entries, order.test)
  const search = useMemo(() => ({ ...said, lab_id: said.lab_id ?? own }), [said, own])
  const query = useMemo(() => centersQuery(search, order.zip), [search, order.zip])
  const found = useQuery({
    // Never sent without a whole query: `enabled` waits for it.
    ...centersRead(query ?? { zip_code: '', lab_id: 0 }, { environment }),
    enabled: query !== null,
    placeholderData: (before) => (query === null ? undefined : before),
  })
  const data = query === null ? undefined : found.data
  const centers = data?.patient_service_centers
  const { lab_account_id = null, ...anyAccount } = query ?? { zip_code: '', lab_id: 0 }
  const isHidden = centers?.length === 0 && !found.isPlaceholderData && lab_account_id !== null
  const unfiltered = useQuery({ ...centersRead(anyAccount, { environment }), enabled: isHidden })
  const unanswered = query !== null && data === undefined && !order.failure ? initial : null
  const places = usePlaces(centers, query?.zip_code ?? null, found.isPlaceholderData)
  return {
    /** With the order's lab where nobody chose another. */
    search,
    /** That of the order's test is taken. */
    isOwnLab: said.lab_id === null && own !== null,
    catalog,
    ignored,
    order,
    /** Null while it cannot be asked. */
    query,
    centers,
    unreadable: unreadableIn(data),
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
