'use client'
import { useEffect, useRef } from 'react'

/** The row that a page was opened from, by the address of its list. In memory alone: an address may hold a view's name. */
const opened = new Map<string, string>()
const keyOf = (label: string) => `${window.location.pathname}${window.location.search} ${label}`

export const noteOpened = (label: string, id: string) => void opened.set(keyOf(label), id)

/** Makes the row current from which one comes back, once, unless the focus is somewhere already. */
export function useRowReturn(label: string, ids: readonly string[], toRow: (at: number) => void) {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || ids.length === 0) return
    isDone.current = true
    const key = keyOf(label)
    const at = ids.indexOf(opened.get(key) ?? '')
    opened.delete(key)
    // After the other effects of a table that has just appeared.
    if (at >= 0 && document.activeElement === document.body) queueMicrotask(() => toRow(at))
  })
}
