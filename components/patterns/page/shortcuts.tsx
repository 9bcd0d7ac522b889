/** Our own: tinykeys has one typing guard for all, no precedence, and runs `j` after an unfinished `g`. */

import type { LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useIsEmbedded } from '#components/patterns/page/role.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { curlOf } from '#lib/kernel/wire.ts'
import { keep, readKept } from '#lib/utils/browser/browser.ts'
import { createSignal, subscribeBoth } from '#lib/utils/data/signal.ts'

export interface Shortcut {
  /** One or two strokes: `['j']`, `['shift+x']`, `['g', 'u']`, `['ctrl+shift+s']`. None: the palette alone offers it. */
  strokes: readonly string[]
  label: string
  group: 'Go to' | 'List' | 'Console'
  /** Works while typing too. */
  inFields?: boolean
  /** Address for the palette, which can open it in a new tab. */
  href?: string
  icon?: LucideIcon
  /** Other words that the palette finds it by. */
  words?: string
  run: () => void
}

/** Every mounted part offers its own; the sheet lists what works on this page and nothing else. */
const offers = new Set<{ readonly current: readonly Shortcut[] }>()

export function offeredShortcuts(): Shortcut[] {
  const all = [...offers].flatMap(({ current }) => current)
  const keys = ({ strokes }: Shortcut) => strokes.join(' ')
  const taken = new Set(all.filter(({ group }) => group === 'List').map(keys))
  return all.filter((offer) => offer.group !== 'Console' || offer.strokes.length === 0 || !taken.has(keys(offer)))
}

export function runShortcut(...strokes: string[]) {
  offeredShortcuts()
    .find((shortcut) => shortcut.strokes.join(' ') === strokes.join(' '))
    ?.run()
}

/** Milliseconds that a page may take to come. */
const ARRIVAL = 15_000
let awaited = { label: '', until: 0 }

/** Has the page that opens next run one of its own actions, by its label, as soon as it offers it. */
export function runOnArrival(label: string) {
  awaited = { label, until: performance.now() + ARRIVAL }
}

function runAwaited(offered: readonly Shortcut[]) {
  const due = offered.find(({ label }) => label === awaited.label && performance.now() < awaited.until)
  if (!due) return
  awaited = { label: '', until: 0 }
  due.run()
}

export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts)
  // In the commit that shows a page, and changes its address: a key pressed right after it is meant for that page.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useLayoutEffect(() => {
    offers.add(latest)
    return () => {
      offers.delete(latest)
    }
  }, [])
  useEffect(() => runAwaited(latest.current), [])
}

/** Has the palette offer what a page reads of the service as a command for a terminal. */
export function useCurl(...[endpoint, input]: [Parameters<typeof curlOf>[0], Parameters<typeof curlOf>[1]]) {
  const isEmbedded = useIsEmbedded()
  const { copy } = useCopy(() => curlOf(endpoint, input, isEmbedded ? window.location.origin : null), 'Command')
  const words = 'api terminal command request'
  useShortcuts([{ strokes: [], label: 'Copy as curl', group: 'Console', words, run: () => void copy() }])
}

const STORE_KEY = 'single-key-shortcuts'
const changed = createSignal()

const watch = subscribeBoth(changed, 'storage')

const singleKeysOn = () => readKept(STORE_KEY) !== 'off'

/** Shortcuts of one key without a modifier can be turned off (WCAG 2.1.4). The choice stays in this browser. */
export function useSingleKeys() {
  const on = useSyncExternalStore(watch, singleKeysOn, () => true)
  const set = (next: boolean) => {
    keep(STORE_KEY, next ? 'on' : 'off')
    changed.send()
  }
  return [on, set] as const
}

const PAUSE = 1_000
const MODIFIERS: readonly string[] = ['Control', 'Meta', 'Shift', 'Alt']
const FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'
const WINDOW = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Cmd is what Ctrl is elsewhere. */
function strokeOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) {
  return ctrlKey || metaKey ? `ctrl+${shiftKey ? 'shift+' : ''}${key.toLowerCase()}` : key.toLowerCase()
}

/** Whether a key press may be ours: a whole stroke, not spoken for, not within a window or menu that has its own keys. */
function isFree(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return false
  if (MODIFIERS.includes(event.key)) return false
  // With Cmd and Shift browsers have keys of their own for what ours are with Ctrl.
  if (event.metaKey && event.shiftKey) return false
  if (event.target instanceof Element && event.target.closest(WINDOW)) return false
  return event.ctrlKey || event.metaKey || singleKeysOn()
}

/** Shift means something of its own to few keys; to the others it is Caps Lock. */
function findShortcut(keys: string, shift: boolean, typing: boolean) {
  const find = (wanted: string) =>
    offeredShortcuts().find(({ strokes, inFields = false }) => strokes.join(' ') === wanted && (inFields || !typing))
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
      const typing = event.target instanceof Element && event.target.closest(FIELD) !== null
      const hit = findShortcut(first ? `${first} ${stroke}` : stroke, event.shiftKey, typing)
      // Only what may be the first of two is waited with: Tab would swallow the key after it.
      held = !(hit || first || typing) && isFirstOfTwo(stroke) ? stroke : ''
      heldUntil = event.timeStamp + PAUSE
      if (!hit) return
      event.preventDefault()
      hit.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Keys typed or pasted between a shortcut and the arrival of the code that it needs. */
export interface BufferedKeys {
  text: string
  /** Enter was pressed: what the text is should open as soon as it is known. */
  enter: { newTab: boolean } | null
  /** Esc was pressed. */
  cancelled: boolean
}

/** Returns what ends the listening and says what there was. */
export function bufferKeys(): () => BufferedKeys {
  const early: BufferedKeys = { text: '', enter: null, cancelled: false }
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return
    const command = event.ctrlKey || event.metaKey
    if (event.key === 'Enter') early.enter = { newTab: command }
    else if (event.key === 'Escape') early.cancelled = true
    else if (command) return
    else if (event.key === 'Backspace') early.text = early.text.slice(0, -1)
    else if ([...event.key].length === 1) early.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    early.text += event.clipboardData?.getData('text/plain') ?? ''
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('paste', onPaste, true)
  return () => {
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('paste', onPaste, true)
    return early
  }
}
