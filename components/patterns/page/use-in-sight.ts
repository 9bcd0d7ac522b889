'use client'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the current one of a row that may be longer than the screen; `at` is its position, below 0 where there is none.
 * It comes into sight with the next frame: to measure before that would lay the page out once more.
 */
export function useInSight<T extends Element>(at: number): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => {
    if (at < 0) return
    const show = () => place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  }, [at])
  return place
}
