/** Which view an address shows, and how a view and what somebody makes of it are written into one. Pure. */

import { NO_FILTERS, type OrderFilters, sortOf, writeOrdersSearch } from '#components/orders/list/orders-search.ts'
import { ALL_ORDERS, BUILT_IN_VIEWS, openSearch, type SavedView, type ViewFilter } from '#lib/domains/orders/views.ts'
import { encodeQuery } from '#lib/kernel/wire.ts'

/** A tab. */
export interface OrdersView {
  id: string
  name: string
  filter: ViewFilter
  /** Null for one that is built in. */
  saved: SavedView | null
}

/** What is known of the views of an environment. */
export interface KnownViews {
  tabs: readonly OrdersView[]
  /** False until the saved ones have come. */
  isWhole: boolean
  /** What the list opens with where its address asks for nothing. */
  first: string
}

const BUILT_IN: readonly OrdersView[] = BUILT_IN_VIEWS.map((view) => ({ ...view, saved: null }))
export const NO_VIEWS: KnownViews = { tabs: BUILT_IN, isWhole: false, first: ALL_ORDERS }

export function knownViews(saved: readonly SavedView[], first: string): KnownViews {
  const own = saved.map((view) => ({ id: view.id, name: view.name, filter: view.filter, saved: view }))
  return { tabs: [...BUILT_IN, ...own], isWhole: true, first }
}

/**
 * How the table looks in a view: `list` is by which the browser keeps what somebody makes of it, `usual` is as it was
 * saved, null for the console's own. What is not saved shares one look; each saved view has its own.
 */
export function appearanceOf(view: OrdersView | null): { list: string; usual: string | null } {
  const saved = view?.saved
  return saved ? { list: `orders.${saved.id}`, usual: saved.look.columns ?? null } : { list: 'orders', usual: null }
}

const KEY = 'view'
const PAGE = 'page'
const FILTER_KEYS = Object.keys(openSearch.shape).filter((key) => key !== PAGE)

export interface Shown {
  /** The tab that is current; null where the address names one that is not there (yet). */
  view: OrdersView | null
  /** What the list reads: the view's filter, or all that the address states in its stead. */
  search: URLSearchParams
  /** Nothing can be asked before the saved views are known. */
  isWaiting: boolean
}

/** One key of a filter in the address is a whole filter: it stands in place of the view's. */
export function shownView(address: URLSearchParams, { tabs, isWhole }: KnownViews): Shown {
  const id = address.get(KEY)
  const view = tabs.find((tab) => tab.id === (id ?? ALL_ORDERS)) ?? null
  if (FILTER_KEYS.some((key) => address.has(key))) return { view, search: address, isWaiting: false }
  const search = new URLSearchParams(encodeQuery(view?.filter ?? {}))
  const page = address.get(PAGE)
  if (page !== null) search.set(PAGE, page)
  return { view, search, isWaiting: view === null && !isWhole }
}

/** What is so where an address does not say it. */
const USUAL: Readonly<Record<string, string>> = { ...sortOf(NO_FILTERS), size: String(openSearch.parse({}).size) }

/** The same text for filters that find the same rows in the same order. */
function sameText(search: URLSearchParams): string {
  const stated = [...search].filter(([key, value]) => value !== USUAL[key])
  return stated.map(String).sort().join('&')
}

/** Whether the filters, the order of the rows or their number on a page are others than the view's. */
export function isChanged(view: OrdersView, filters: OrderFilters, size: number): boolean {
  return sameText(new URLSearchParams(encodeQuery(view.filter))) !== sameText(writeOrdersSearch(filters, 1, size))
}

/** The address of one tab, as it was saved. */
export function viewAddress(id: string): URLSearchParams {
  return new URLSearchParams([[KEY, id]])
}

/** The address of such a search within a view: what may be personal is not in it. */
export function writeViewSearch(
  { filters, page, size }: { filters: OrderFilters; page: number; size: number },
  view: OrdersView | null,
  first: string,
): URLSearchParams {
  const stated = writeOrdersSearch(filters, page, size)
  if (view === null || view.id === ALL_ORDERS) {
    // An address that asks for nothing is the way to what opens first.
    return stated.size === 0 && first !== ALL_ORDERS ? viewAddress(ALL_ORDERS) : stated
  }
  const search = viewAddress(view.id)
  if (!isChanged(view, filters, size)) {
    if (page > 1) search.set(PAGE, String(page))
    return search
  }
  for (const [key, value] of stated) search.append(key, value)
  // Without any filter it would be the view's own again: the usual order of the rows says that there is none.
  if (!FILTER_KEYS.some((key) => search.has(key))) search.set('order_key', 'created_at')
  return search
}
