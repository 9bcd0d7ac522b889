import { type RefObject, useEffect, useRef } from 'react'

/**
 * Brings the current one of a row that may be longer than the screen into sight; `at` is its position, below 0 where
 * there is none. The observer says whether it is hidden without laying the page out once more.
 */
export function useInSight<T extends Element>(at: number): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => {
    if (at < 0 || !place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect()
      if (entry && entry.intersectionRatio < 1) entry.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [at])
  return place
}
