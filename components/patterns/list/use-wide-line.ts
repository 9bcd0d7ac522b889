'use client'
import { type RefObject, useEffect, useState } from 'react'

/** From here on a row is one line; see app/lists.css. */
const ONE_LINE = 1000

/** Whether rows of one line, `width` pixels at least, are wider than the place for them, and so scroll sideways. */
export function useWideLine(table: RefObject<HTMLElement | null>, width: number): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const place = table.current?.parentElement
    if (!place || width === 0 || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setWide(place.offsetWidth >= ONE_LINE && width > place.clientWidth))
    observer.observe(place)
    return () => observer.disconnect()
  }, [table, width])
  return isWide
}
