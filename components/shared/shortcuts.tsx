'use client'
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface Shortcut {
  /** One or two strokes: `['j']`, `['shift+x']`, `['g', 'u']`, `['ctrl+shift+s']`. */
  strokes: readonly string[]
  label: string
  group: 'Go to' | 'List' | 'Console'
  run: () => void
}

/** Every mounted part offers its own; the sheet lists what works on this page and nothing else. */
const offers = new Set<{ readonly current: readonly Shortcut[] }>()

export function offeredShortcuts(): Shortcut[] {
  return [...offers].flatMap(({ current }) => current)
}

/** What a press of its keys would do, for a button that stands elsewhere. */
export function runShortcut(...strokes: string[]) {
  offeredShortcuts()
    .find((shortcut) => shortcut.strokes.join(' ') === strokes.join(' '))
    ?.run()
}

export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    offers.add(latest)
    return () => {
      offers.delete(latest)
    }
  }, [])
}

const STORE_KEY = 'single-key-shortcuts'
const watchers = new Set<() => void>()

function watch(listener: () => void) {
  watchers.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    watchers.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const singleKeysOn = () => window.localStorage.getItem(STORE_KEY) !== 'off'

/** Shortcuts of one key without a modifier can be turned off (WCAG 2.1.4). The choice stays in this browser. */
export function useSingleKeys() {
  const on = useSyncExternalStore(watch, singleKeysOn, () => true)
  const set = (next: boolean) => {
    window.localStorage.setItem(STORE_KEY, next ? 'on' : 'off')
    for (const listener of watchers) listener()
  }
  return [on, set] as const
}

const PAUSE = 1_000
const BUSY =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'

function strokeOf({ key, ctrlKey, shiftKey }: KeyboardEvent) {
  return ctrlKey ? `ctrl+${shiftKey ? 'shift+' : ''}${key.toLowerCase()}` : key.toLowerCase()
}

/** Whether a key press is ours: not spoken for, not typing, not within a window or menu that has its own keys. */
function isFree(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey || event.metaKey) return false
  if (event.target instanceof Element && event.target.closest(BUSY)) return false
  return event.ctrlKey || singleKeysOn()
}

/** Shift means something of its own to few keys; to the others it is Caps Lock. */
function findShortcut(keys: string, shift: boolean) {
  const find = (wanted: string) => offeredShortcuts().find(({ strokes }) => strokes.join(' ') === wanted)
  return (shift && find(`shift+${keys}`)) || find(keys)
}

function isFirstOfTwo(stroke: string) {
  return offeredShortcuts().some(({ strokes: [one, two] }) => two !== undefined && one === stroke)
}

/** Listens for all shortcuts; stands once in the shell. */
export function useShortcutKeys() {
  useEffect(() => {
    let held = ''
    let heldUntil = 0
    const press = (event: KeyboardEvent) => {
      if (!isFree(event)) return
      const stroke = strokeOf(event)
      const first = event.timeStamp < heldUntil ? held : ''
      const keys = first ? `${first} ${stroke}` : stroke
      const hit = findShortcut(keys, event.shiftKey)
      // Only what may be the first of two is waited with: Tab or Shift alone would swallow the key after it.
      held = !(hit || first) && isFirstOfTwo(stroke) ? stroke : ''
      heldUntil = event.timeStamp + PAUSE
      if (!hit) return
      event.preventDefault()
      hit.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
