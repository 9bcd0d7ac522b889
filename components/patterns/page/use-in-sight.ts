import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the current one of a long row into sight; the observer spares another layout of the page. */
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
