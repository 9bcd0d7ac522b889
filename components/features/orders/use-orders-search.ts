'use client'
/** What is asked of the list, as the address and the history hold it, and how it is changed. */
import { useCallback, useMemo } from 'react'
import { useTimeZone } from '#components/ui/viewer.tsx'
import { heldState, useAddressSearch, useHeldState, writeAddress } from '#lib/client/address.ts'
import {
  filterProblem,
  isFiltered,
  NO_FILTERS,
  type OrderFilters,
  type OrdersQuery,
  ordersQuery,
  PRIVATE_FILTERS,
  type PrivateFilters,
  readOrdersSearch,
  sortNext,
  sortOf,
  writeOrdersSearch,
} from './orders-search.ts'

/** Names of the texts in the entry of the history. */
const heldName = (filter: string) => `orders.${filter}`

function readPrivate(held: Readonly<Record<string, string>>): PrivateFilters {
  const of = (filter: (typeof PRIVATE_FILTERS)[number]) => held[heldName(filter)] ?? ''
  return {
    search_input: of('search_input'),
    patient_name: of('patient_name'),
    shipping_recipient_name: of('shipping_recipient_name'),
  }
}

function go(filters: OrderFilters, page: number, size: number, way?: 'push' | 'replace') {
  const held = Object.fromEntries(
    PRIVATE_FILTERS.flatMap((filter) => (filters[filter] === '' ? [] : [[heldName(filter), filters[filter]]])),
  )
  writeAddress(writeOrdersSearch(filters, page, size), held, way)
}

/** `user_id` is whose orders alone are asked for, whatever the address says; null for everyone's. */
export function useOrdersSearch(user_id: string | null) {
  const search = useAddressSearch()
  const held = useHeldState()
  const timeZone = useTimeZone()
  const { filters, page, size, ignored } = useMemo(() => readOrdersSearch(search, readPrivate(held)), [search, held])
  const problem = filterProblem(filters, timeZone)
  const { order_key, order_direction } = sortOf(filters)
  const query = useMemo((): OrdersQuery | null => {
    return problem ? null : ordersQuery(user_id === null ? filters : { ...filters, user_id }, timeZone)
  }, [filters, timeZone, problem, user_id])
  return {
    filters,
    page,
    size,
    /** Null where the filters cannot be asked, for which `problem` says why. Of the same identity for the same search. */
    query,
    problem,
    problemOf: (draft: OrderFilters) => filterProblem(draft, timeZone),
    isFiltered: isFiltered(filters),
    ignored,
    apply: (next: OrderFilters) => go(next, 1, size),
    sort: {
      key: order_key,
      direction: order_direction,
      onSort: (key: string) => go({ ...filters, ...sortNext(filters, key) }, 1, size),
    },
    /** Typing makes no steps to go back by. */
    search: useCallback((search_input: string) => {
      const now = readOrdersSearch(new URLSearchParams(window.location.search), readPrivate(heldState()))
      go({ ...now.filters, search_input }, 1, now.size, 'replace')
    }, []),
    clear: () => go(NO_FILTERS, 1, size),
    toPage: (next: number) => go(filters, next, size),
    // The first row on screen stays on screen.
    toSize: (next: number) => go(filters, Math.floor(((page - 1) * size) / next) + 1, next),
    forgetIgnored: () => go(filters, page, size, 'replace'),
  }
}
