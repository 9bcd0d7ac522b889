/** The query string of the page as state: what the address says is shown, also when someone goes back faster than Next follows. */
import { usePathname, useSearchParams } from 'next/navigation'
import {
  unstable_createAdapterProvider as createAdapterProvider,
  renderQueryString,
  type unstable_UpdateUrlFunction as UpdateUrl,
} from 'nuqs/adapters/custom'
import { useMemo, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

const readAddress = () => new URLSearchParams(window.location.search)

/** The query of the page that is on screen, or of the one that is being made to take its place. */
export function useAddressSearch(): URLSearchParams {
  const pathname = usePathname()
  const coming = useSearchParams().toString()
  const search = useSyncExternalStore(
    subscribe,
    // While Next makes another page, the address is still that of the page before.
    () => (window.location.pathname === pathname ? readAddress().toString() : coming),
    () => coming,
  )
  return useMemo(() => new URLSearchParams(search), [search])
}

const updateUrl: UpdateUrl = (search, { history: way, scroll }) => {
  const { pathname, hash } = window.location
  const url = `${pathname}${renderQueryString(search)}${hash}`
  // Without a state of ours, Next adds its own and follows.
  if (way === 'push') window.history.pushState(null, '', url)
  else window.history.replaceState(null, '', url)
  for (const listener of [...listeners]) listener()
  if (scroll) window.scrollTo(0, 0)
}

/** Gives every `useQueryStates` below it the address; updates are shallow, because data comes by queries and not by pages. */
export const AddressProvider = createAdapterProvider(() => ({
  searchParams: useAddressSearch(),
  pathname: usePathname(),
  updateUrl,
  getSearchParamsSnapshot: readAddress,
}))
