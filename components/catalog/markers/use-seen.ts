'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns whether an element has been on the screen, for what is read only then; never where nobody can tell. */
export function useSeen<T extends Element>(): { place: RefObject<T | null>; isSeen: boolean } {
  const place = useRef<T>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      setSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return { place, isSeen }
}
