/** The query string of the page as state: what the address says is shown, also when someone goes back faster than Next follows. */

import { usePathname, useSearchParams } from 'next/navigation'
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { PAGE_PARAMS, type PageParam } from '#lib/kernel/list/list-search.ts'
import { createSignal, subscribeBoth } from '#lib/utils/data/signal.ts'

const changed = createSignal()

/** Calls back whenever the entry of the history is another, or says something else; not when Next leads to a page. */
export const onAddress = subscribeBoth(changed, 'popstate')

/** List state may be personal, so this history entry keeps it: it survives reload, Back and Forward. */
export function historyState(): Readonly<Record<string, string>> {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('held' in state)) return NOTHING_HELD
  const { held } = state
  if (typeof held !== 'object' || held === null) return NOTHING_HELD
  return Object.fromEntries(
    Object.entries(held).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const NOTHING_HELD = {}

/** As `historyState`, for a part that is drawn anew when it changes; empty on the server. */
export function useHistoryState(): Readonly<Record<string, string>> {
  const text = useSyncExternalStore(
    onAddress,
    () => JSON.stringify(historyState()),
    () => '{}',
  )
  return useMemo(() => JSON.parse(text), [text])
}

const readAddress = () => new URLSearchParams(window.location.search)

/** The query of the page that is on screen, or of the one that is being made to take its place. */
export function useAddressSearch(): URLSearchParams {
  const pathname = usePathname()
  const coming = useSearchParams().toString()
  const search = useSyncExternalStore(
    onAddress,
    // While Next makes another page, the address is still that of the page before.
    () => (window.location.pathname === pathname ? readAddress().toString() : coming),
    () => coming,
  )
  return useMemo(() => listPart(new URLSearchParams(search)), [search])
}

/** Takes out what belongs to the whole page. */
function listPart(search: URLSearchParams): URLSearchParams {
  for (const name of PAGE_PARAMS) search.delete(name)
  return search
}

/** Reads a page-wide parameter of the address; empty without one. */
export const readPageParam = (name: PageParam) => readAddress().get(name) ?? ''

/** Makes the address say these for the whole page, empty for nothing: the rest stays, and so does the entry of the history. */
export function writePageParams(values: Readonly<Record<PageParam, string>>) {
  if (PAGE_PARAMS.every((name) => values[name] === readPageParam(name))) return
  window.history.replaceState({ held: historyState() }, '', urlOf(readAddress(), new URLSearchParams(values)))
  changed.send()
}

/** Commas stay readable: `?scenario=busy,slow`. */
function urlOf(list: URLSearchParams, page: URLSearchParams) {
  const { pathname, hash } = window.location
  const own = new URLSearchParams()
  for (const name of PAGE_PARAMS) if (page.get(name)) own.set(name, page.get(name) ?? '')
  const query = [`${listPart(list)}`, `${own}`.replaceAll('%2C', ',')].filter(Boolean).join('&')
  return `${pathname}${query && `?${query}`}${hash}`
}

/** Another query with what may be personal beside it, as one step of the history. What is the page's own stays. */
export function navigate(
  search: URLSearchParams,
  held: Readonly<Record<string, string>>,
  mode: 'push' | 'replace' = 'push',
) {
  const url = urlOf(new URLSearchParams(search), readAddress())
  // Next adds its own state to ours and follows.
  if (mode === 'push') window.history.pushState({ held }, '', url)
  else window.history.replaceState({ held }, '', url)
  changed.send()
}

interface HandedOver {
  path: string
  held: Readonly<Record<string, string>>
}

let handedOver: HandedOver | null = null

/** `go` leads to the page, which takes over the personal text: it stays in memory, for that page alone. */
export function openList(address: string, held: Readonly<Record<string, string>>, go: (address: string) => void) {
  const { pathname: path, searchParams } = new URL(address, window.location.origin)
  if (path === window.location.pathname) {
    navigate(searchParams, held)
    return
  }
  handedOver = { path, held }
  go(address)
}

/** Takes over what was handed to this page; stands in each list that is opened so. */
export function useHandedOver() {
  useLayoutEffect(() => {
    const given = handedOver
    handedOver = null
    if (given?.path === window.location.pathname) navigate(readAddress(), given.held, 'replace')
  }, [])
}
