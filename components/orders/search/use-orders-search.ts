import { useCallback, useEffect, useMemo, useRef } from 'react'
import {
  filterProblem,
  isFiltered,
  isIdKey,
  leftOut,
  linkProblem,
  type Moment,
  NO_FILTERS,
  ORDER_VIEW_LIST,
  type OrderFilters,
  type OrdersQuery,
  ordersQuery,
  PRIVATE_FILTERS,
  type PrivateFilters,
  readOrdersSearch,
  sortNext,
  sortOf,
  writeOrdersSearch,
} from '#components/orders/search/orders-search.ts'
import { type KnownViews, shownView, writeViewSearch } from '#components/patterns/views/shown-view.ts'
import { useAtPresent, useTimeZone } from '#components/ui/display/viewer.tsx'
import { heldName } from '#lib/domains/orders/list-address.ts'
import { type OrderQueue, openQueue } from '#lib/domains/orders/order-queue.ts'
import { ALL } from '#lib/domains/views/views.ts'
import { historyState, navigate, useAddressSearch, useHandedOver, useHistoryState } from '#lib/kernel/client/address.ts'
import { dayBegins, dayIn } from '#lib/utils/time/day-ranges.ts'

function readPrivate(held: Readonly<Record<string, string>>): PrivateFilters {
  const of = (filter: (typeof PRIVATE_FILTERS)[number]) => held[heldName(filter)] ?? ''
  return {
    search_input: of('search_input'),
    patient_name: of('patient_name'),
    shipping_recipient_name: of('shipping_recipient_name'),
  }
}

/** `views` are null where the list has none. */
function read(address: URLSearchParams, held: Readonly<Record<string, string>>, views: KnownViews | null) {
  const shown = views && shownView(address, ORDER_VIEW_LIST, views)
  const asked = readOrdersSearch(shown?.search ?? address, readPrivate(held))
  return { ...asked, view: shown?.view ?? null, isWaiting: shown?.isWaiting ?? false }
}

type Read = ReturnType<typeof read>
type Next = Pick<Read, 'filters' | 'page' | 'size' | 'view'>

function go({ filters, page, size, view }: Next, views: KnownViews | null, way?: 'push' | 'replace') {
  const held = Object.fromEntries(
    PRIVATE_FILTERS.flatMap((filter) => (filters[filter] === '' ? [] : [[heldName(filter), filters[filter]]])),
  )
  const stated = writeOrdersSearch(filters, page, size)
  navigate(writeViewSearch(ORDER_VIEW_LIST, stated, view, views?.first ?? ALL), held, way)
}

/** The viewer's day, of the same identity until the next begins. */
function useToday(): Moment {
  const zone = useTimeZone()
  const midnight = useAtPresent((now) => Date.parse(dayBegins(dayIn(zone, now), zone)))
  return useMemo(() => ({ zone, now: midnight }), [zone, midnight])
}

/** `user_id`: whose orders alone are listed, null for everyone's. `views`: those the address may name, or null. */
export function useOrdersSearch(user_id: string | null, views: KnownViews | null) {
  useHandedOver()
  const address = useAddressSearch()
  const held = useHistoryState()
  const moment = useToday()
  const asked = useMemo(() => read(address, held, views), [address, held, views])
  const { filters, page, size, view, isWaiting, ignored } = asked
  const problem = linkProblem(ignored) ?? filterProblem(filters, moment)
  const { order_key, order_direction } = sortOf(filters)
  const query = useMemo((): OrdersQuery | null => {
    if (problem || isWaiting) return null
    return ordersQuery(user_id === null ? filters : { ...filters, user_id }, moment)
  }, [filters, moment, problem, isWaiting, user_id])
  return {
    filters,
    page,
    size,
    /** The current tab; null where there are none, and for one that is not there (yet). */
    view,
    /** The address names a view that is not there. */
    isGone: views !== null && view === null && views.isWhole,
    draft: useMemo(() => ({ stated: writeOrdersSearch(filters, 1, size), leftOut: leftOut(filters) }), [filters, size]),
    /** Null where the filters cannot be asked, for which `problem` says why. Of the same identity for the same search. */
    query,
    problem,
    problemOf: (draft: OrderFilters) => filterProblem(draft, moment),
    isFiltered: isFiltered(filters),
    ignored: ignored.filter((key) => !isIdKey(key)),
    apply: (next: OrderFilters) => go({ ...asked, filters: next, page: 1 }, views),
    sort: {
      key: order_key,
      direction: order_direction,
      onSort: (key: string) => go({ ...asked, filters: { ...filters, ...sortNext(filters, key) }, page: 1 }, views),
    },
    /** Typing makes no steps to go back by. */
    search: useCallback(
      (search_input: string) => {
        const now = read(new URLSearchParams(window.location.search), historyState(), views)
        go({ ...now, filters: { ...now.filters, search_input }, page: 1 }, views, 'replace')
      },
      [views],
    ),
    clear: () => go({ ...asked, filters: NO_FILTERS, page: 1 }, views),
    toPage: (next: number) => go({ ...asked, page: next }, views),
    // The first row on screen stays on screen.
    toSize: (next: number) => go({ ...asked, page: Math.floor(((page - 1) * size) / next) + 1, size: next }, views),
    clearIgnored: () => go(asked, views, 'replace'),
  }
}

/** Rows on screen; null while they don't match the address. */
type ShownOrders = Pick<OrderQueue, 'ids' | 'start' | 'size' | 'total' | 'readPage'> | null

export function useQueueStart(environment: string, shown: ShownOrders) {
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  useEffect(() => {
    const base = `/${environment}/orders/`
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      const list = latest.current
      if (!(list && link instanceof HTMLAnchorElement && link.pathname.startsWith(base))) return
      if (!list.ids.includes(link.pathname.slice(base.length).split('/')[0] ?? '')) return
      const { pathname, search } = window.location
      const end = list.start + list.ids.length
      openQueue({ ...list, environment, address: `${pathname}${search}`, held: historyState(), end })
    }
    // Before the link is followed, from a row, its preview or a key alike.
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [environment])
}
