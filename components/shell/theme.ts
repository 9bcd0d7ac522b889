'use client'
import { useSyncExternalStore } from 'react'
import { readCookie, writeCookie } from '#lib/utils/browser/browser.ts'

const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function chosen(): Theme {
  const theme = readCookie('theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** The server writes the cookie's theme into the HTML; a change sets both, so that nothing flashes either way. */
export function useTheme(initial: Theme) {
  const theme = useSyncExternalStore(subscribe, chosen, () => initial)
  const setTheme = (next: Theme) => {
    writeCookie('theme', next)
    document.documentElement.dataset.theme = next
    for (const listener of listeners) listener()
  }
  return [theme, setTheme] as const
}
