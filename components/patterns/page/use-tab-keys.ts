'use client'
import { useShortcuts } from './shortcuts.tsx'

/** [ and ] lead to the tab before and after. */
export function useTabKeys(step: (by: -1 | 1) => void) {
  useShortcuts([
    { strokes: ['['], label: 'Previous tab', group: 'Go to', run: () => step(-1) },
    { strokes: [']'], label: 'Next tab', group: 'Go to', run: () => step(1) },
  ])
}
