'use client'
/** Reads and changes the page's state in the address. */
import { useMemo } from 'react'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { type MarkersSearch, readMarkersSearch, writeMarkersSearch } from './markers-search.ts'

export function useMarkersSearch() {
  const address = useAddressSearch()
  return useMemo(() => {
    const { ignored, ...search } = readMarkersSearch(address)
    const go = (next: MarkersSearch, way?: 'push' | 'replace') => navigate(writeMarkersSearch(next), {}, way)
    return {
      search,
      ignored,
      change: (changes: MarkersSearch) => go({ ...search, ...changes }),
      clearIgnored: () => go(search, 'replace'),
    }
  }, [address])
}
