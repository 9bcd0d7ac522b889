/** Whether the demo's controls are open: one truth for the chip, the keys, the account menu and the drawer itself. */

import { useSyncExternalStore } from 'react'
import { toast } from '#components/ui/dialog/toast.tsx'
import { createSignal } from '#lib/utils/data/signal.ts'

/** The controls come with the first sign that they will be opened. */
export const loadControls = () => import('./controls/demo-controls.tsx')

const NOT_LOADED = {
  kind: 'failed',
  title: 'The demo controls didn’t load.',
  text: 'Check your connection, then try again.',
} as const

let isOpen = false
let opener: HTMLElement | null = null
const changed = createSignal()

function set(next: boolean) {
  isOpen = next
  changed.send()
}

/** `from` has the focus when the drawer is closed again; what has it now, if nothing else is said. */
export function openDrawer(from: Element | null = document.activeElement) {
  if (isOpen) return
  opener = from instanceof HTMLElement ? from : null
  loadControls().then(
    () => set(true),
    () => toast(NOT_LOADED),
  )
}

/** The focus goes back to where it was, unless the person has moved it out of the drawer since. */
export function closeDrawer() {
  if (!isOpen) return
  const held = document.activeElement
  const isWithin = held === document.body || held?.closest('[data-demo-controls]')
  set(false)
  if (!isWithin) return
  const back = opener?.isConnected && opener !== document.body ? opener : chip()
  back?.focus()
  // A window keeps the focus within it until it is gone.
  requestAnimationFrame(() => document.activeElement === document.body && back?.focus())
}

export function toggleDrawer() {
  if (isOpen) closeDrawer()
  else openDrawer()
}

/** Below this width they lie over the page instead of beside it (app/globals.css). */
export const isOverPage = () => window.matchMedia('(width < 1180px)').matches

const chip = () => document.querySelector<HTMLElement>('[data-demo-chip]')

export function useDrawerOpen(): boolean {
  return useSyncExternalStore(
    changed.subscribe,
    () => isOpen,
    () => false,
  )
}
