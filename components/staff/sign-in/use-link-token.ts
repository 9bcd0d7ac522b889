'use client'
import { useEffect, useState } from 'react'

/**
 * What stands after the `#`: a part of the address that no server and no log ever gets. Read once, then taken out of the
 * address bar and the history. Undefined until it was looked for, null where there is none.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1)
      if (found) window.history.replaceState(null, '', window.location.pathname)
      setToken((before) => found || (before ?? null))
    }
    take()
    // A second link that is opened in the same tab loads no page.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
