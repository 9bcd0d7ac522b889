'use client'
import { useEffect } from 'react'

const KEYS = ['PageDown', 'PageUp', 'Home', 'End']

/** Loaded with the first such key: most visits need none. */
function onKeyDown(event: KeyboardEvent) {
  if (!KEYS.includes(event.key)) return
  void import('./page-keys.ts').then(({ scrollByKey }) => scrollByKey(event)).catch(() => undefined)
}

/** Page Down, Page Up, Home and End scroll the page wherever the focus is. */
export function usePageKeys() {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
