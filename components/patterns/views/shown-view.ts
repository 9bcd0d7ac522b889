/** Which view an address shows, and how a view and what somebody makes of it are written into one. Pure. */

import type { QueryClient } from '@tanstack/react-query'
import {
  ALL,
  type BuiltInView,
  countViews,
  listViews,
  type SavedView,
  type ViewFilter,
  type ViewList,
  type ViewPlace,
} from '#lib/domains/views/views.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import { encodeQuery } from '#lib/kernel/wire.ts'

/** A list that has views: what of its address a view holds. */
export interface ViewedList {
  list: ViewList
  /** Names the row of tabs: "Order views". */
  label: string
  builtIn: readonly BuiltInView[]
  /** Keys of the address: the filters, the order of the rows and their number on a page. */
  keys: readonly string[]
  /** The key of the address that says which page. */
  page: 'page' | 'offset'
  /** Values implied when the address omits them. */
  defaults: Readonly<Record<string, string>>
  /** A part of `defaults` that an address states to say that it has no filter. */
  unfiltered: readonly [key: string, value: string]
}

/** A tab. */
export interface View {
  id: string
  name: string
  filter: ViewFilter
  /** Null for one that is built in. */
  saved: SavedView | null
}

export interface KnownViews {
  tabs: readonly View[]
  /** False until the saved ones have come. */
  isWhole: boolean
  /** View opened when the address names none. */
  first: string
}

export function noViews({ builtIn }: Pick<ViewedList, 'builtIn'>): KnownViews {
  return { tabs: builtIn.map((view) => ({ ...view, saved: null })), isWhole: false, first: ALL }
}

export function knownViews(list: Pick<ViewedList, 'builtIn'>, saved: readonly SavedView[], first: string): KnownViews {
  const own = saved.map((view) => ({ id: view.id, name: view.name, filter: view.filter, saved: view }))
  return { tabs: [...noViews(list).tabs, ...own], isWhole: true, first }
}

/** `layout` names what the browser keeps, `defaults` is as saved: unsaved views share one look, each saved has its own. */
export function appearanceOf(list: ViewList, view: View | null): { layout: string; defaults: string | null } {
  const saved = view?.saved
  return saved
    ? { layout: `${list}.${saved.id}`, defaults: saved.look.columns ?? null }
    : { layout: list, defaults: null }
}

const KEY = 'view'

export interface Shown {
  /** The tab that is current; null where the address names one that is not there (yet). */
  view: View | null
  /** Search in force: the view's filter, or the address when it states one. */
  search: URLSearchParams
  /** Nothing can be asked before the saved views are known. */
  isWaiting: boolean
}

/** One key of a filter in the address is a whole filter: it stands in place of the view's. */
export function shownView(
  address: URLSearchParams,
  { keys, page: pageKey }: ViewedList,
  { tabs, isWhole }: KnownViews,
): Shown {
  const id = address.get(KEY)
  const view = tabs.find((tab) => tab.id === (id ?? ALL)) ?? null
  if (keys.some((key) => address.has(key))) return { view, search: address, isWaiting: false }
  const search = new URLSearchParams(encodeQuery(view?.filter ?? {}))
  const page = address.get(pageKey)
  if (page !== null) search.set(pageKey, page)
  return { view, search, isWaiting: view === null && !isWhole }
}

/** The same text for filters that find the same rows in the same order. */
function sameText(search: URLSearchParams, { defaults, page }: ViewedList): string {
  const stated = [...search].filter(([key, value]) => value !== defaults[key] && key !== page)
  return stated.map(String).sort().join('&')
}

export function isChanged(list: ViewedList, view: View, stated: URLSearchParams): boolean {
  return sameText(new URLSearchParams(encodeQuery(view.filter)), list) !== sameText(stated, list)
}

/** The address of one tab, as it was saved. */
export function viewAddress(id: string): URLSearchParams {
  return new URLSearchParams([[KEY, id]])
}

/** The address of such a search within a view. `stated` is the search as an address holds it without any view. */
export function writeViewSearch(
  list: ViewedList,
  stated: URLSearchParams,
  view: View | null,
  first: string,
): URLSearchParams {
  if (view === null || view.id === ALL) {
    // An address that asks for nothing is the way to what opens first.
    return stated.size === 0 && first !== ALL ? viewAddress(ALL) : stated
  }
  const search = viewAddress(view.id)
  const page = stated.get(list.page)
  if (!isChanged(list, view, stated)) {
    if (page !== null) search.set(list.page, page)
    return search
  }
  for (const [key, value] of stated) search.append(key, value)
  // Without any filter it would be the view's own again: the usual order of the rows says that there is none.
  if (!list.keys.some((key) => search.has(key))) search.set(...list.unfiltered)
  return search
}

/** The views of a list and their counts; the same on the server and in the browser. */
type Context = Omit<RequestContext, 'environment'>

export function viewsQuery(params: ViewPlace, context: Context = {}) {
  return consoleQuery(listViews, { params }, context)
}

export function countsQuery(params: ViewPlace, time_zone: string) {
  return consoleQuery(countViews, { params, query: { time_zone } }, {})
}

interface Asked {
  list: ViewedList
  /** The query of the page's address. */
  search: URLSearchParams
  /** Fetches the rows that an address without views asks for. */
  fetchRows: (client: QueryClient, search: URLSearchParams) => Promise<void>
}

/** Prefetches the first rows, or the view that a bare address leads to. */
export async function openViewed({ environment, ...context }: RequestContext, { list, search, fetchRows }: Asked) {
  const place = { environment, list: list.list }
  const found: { first: string | null; layout: string } = { first: null, layout: list.list }
  const read = await prefetchWith(async (client) => {
    // Without the views the list still has its rows; the browser asks for them again.
    const known = await client.fetchQuery({ ...viewsQuery(place, context), retry: false }).catch(() => null)
    if (search.size === 0 && known && known.defaults.first !== ALL) {
      found.first = known.defaults.first
      return
    }
    const views = known ? knownViews(list, known.views, known.defaults.first) : noViews(list)
    const shown = shownView(search, list, views)
    found.layout = appearanceOf(list.list, shown.view).layout
    if (!shown.isWaiting) await fetchRows(client, shown.search)
  })
  return { ...read, ...found }
}
