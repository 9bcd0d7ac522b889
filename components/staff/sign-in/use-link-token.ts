'use client'
import { useEffect, useState } from 'react'

/**
 * Reads the token after the `#`, which no server or log ever receives, then removes it from the address bar and the
 * history. Undefined until read, null if missing.
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
