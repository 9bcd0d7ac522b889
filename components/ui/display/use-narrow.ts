import { useSyncExternalStore } from 'react'

/** The width at which the shell switches to its phone layout. */
const PHONE = '(width < 641px)'

function onChange(listener: () => void) {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** For what should not only look otherwise on a phone, but be less; false until the page is alive. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    onChange,
    () => window.matchMedia(PHONE).matches,
    () => false,
  )
}
