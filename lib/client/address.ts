/** The query string of the page as state: what the address says is shown, also when someone goes back faster than Next follows. */
import { usePathname, useSearchParams } from 'next/navigation'
import { useMemo, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Calls back whenever the entry of the history is another, or says something else. */
function onAddress(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

function announceAddress() {
  for (const listener of [...listeners]) listener()
}

/** What lists keep in this entry of the history because it may be personal: it survives reload, Back and Forward. */
export function heldState(): Readonly<Record<string, string>> {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('held' in state)) return NOTHING_HELD
  const { held } = state
  if (typeof held !== 'object' || held === null) return NOTHING_HELD
  return Object.fromEntries(
    Object.entries(held).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const NOTHING_HELD = {}

/** As `heldState`, for a part that is drawn anew when it changes; empty on the server. */
export function useHeldState(): Readonly<Record<string, string>> {
  const text = useSyncExternalStore(
    onAddress,
    () => JSON.stringify(heldState()),
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
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Another query with what may be personal beside it, as one step of the history. */
export function writeAddress(
  search: URLSearchParams,
  held: Readonly<Record<string, string>>,
  way: 'push' | 'replace' = 'push',
) {
  const { pathname, hash } = window.location
  const url = `${pathname}${search.size > 0 ? `?${search}` : ''}${hash}`
  // What is not Next's own state, Next adds its own to and follows.
  if (way === 'push') window.history.pushState({ held }, '', url)
  else window.history.replaceState({ held }, '', url)
  announceAddress()
}
