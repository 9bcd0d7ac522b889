import { useCallback, useSyncExternalStore } from 'react'

/** False until the page is alive. */
export function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(media).matches,
    () => false,
  )
}

/** For what should not only look otherwise on a phone (the shell switches at this width), but be less. */
export const useNarrow = () => useMedia('(width < 641px)')
