/** The palette's state: its text, its lines, which of them is current, and the keys that move and open. */
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { runOnArrival } from '#components/patterns/page/shortcuts.tsx'
import type { Role } from '#lib/domains/staff/roles.ts'
import { openList } from '#lib/kernel/client/address.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { BufferedKeys } from './buffered-keys.ts'
import { type Entry, type Group, groupsFor } from './entries.ts'
import { parseQuery } from './query/parse-query.ts'
import { useFound } from './use-found.ts'
import { useKnown } from './use-known.ts'

/** Lines that Page up and Page down move over. */
const PAGE = 8

interface Setting {
  environment: string
  role: Role
  takeBufferedKeys: () => BufferedKeys | null
  onClose: () => void
}

export type PaletteState = ReturnType<typeof usePalette>

export function usePalette({ environment, role, takeBufferedKeys, onClose }: Setting) {
  const router = useRouter()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const known = useKnown({ environment, role })
  const [text, setText] = useState('')
  /** The line that keys or the pointer went to; otherwise the first is current. */
  const [chosen, setChosen] = useState<string | null>(null)
  /** Enter came before the answer did; true for a new tab. */
  const [awaited, setAwaited] = useState<BufferedKeys['enter']>(null)
  const asked = parseQuery(text)
  const search = useFound(environment, asked, role)
  const groups = groupsFor(asked, search.found, known)
  const entries = groups.flatMap((group) => group.entries)
  const current = entries.find(({ key }) => key === chosen) ?? entries[0] ?? null

  useLayoutEffect(() => {
    const early = takeBufferedKeys()
    if (early?.cancelled) onClose()
    if (!early) return
    setText((before) => before + early.text)
    setAwaited(early.enter)
  }, [takeBufferedKeys, onClose])

  // An id with a space in it would be two.
  const optionId = (key: string) => `${listId}-${key.replace(/\W+/g, '-')}`
  const activeKey = current?.key ?? null
  const activeId = activeKey === null ? null : optionId(activeKey)
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const open = (entry: Entry, newTab: boolean) => {
    setAwaited(null)
    const { href } = entry
    if (href === null) {
      onClose()
      // The palette first returns the focus, then the action takes it.
      if (entry.kind === 'action') requestAnimationFrame(() => entry.run?.())
      return
    }
    const held = entry.kind === 'more' ? entry.held : null
    const onArrival = entry.kind === 'action' ? entry.onArrival : null
    // State kept beside an address stays in this tab.
    if (newTab && held === null) {
      window.open(href, '_blank', 'noopener')
      return
    }
    onClose()
    leave(() => {
      if (onArrival !== null) runOnArrival(onArrival)
      if (held === null) router.push(href)
      else openList(href, held, router.push)
    })
  }

  const ready = search.settled && awaited !== null
  useEffect(() => {
    if (!ready || !awaited) return
    setAwaited(null)
    if (current) open(current, awaited.newTab)
  })

  const enter = (newTab: boolean) => {
    const isCertain =
      search.settled || chosen === current?.key || current?.kind === 'page' || current?.kind === 'action'
    if (current && isCertain) open(current, newTab)
    else if (!search.settled) setAwaited({ newTab })
  }

  const move = (by: number, wraps: boolean) => {
    const from = entries.findIndex(({ key }) => key === current?.key)
    const last = entries.length - 1
    const to = wraps ? (from + by + entries.length) % entries.length : Math.min(last, Math.max(0, from + by))
    setAwaited(null)
    setChosen(entries[to]?.key ?? null)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const { key } = event
    const command = event.ctrlKey || event.metaKey
    if (key === 'ArrowDown') move(1, true)
    else if (key === 'ArrowUp') move(-1, true)
    else if (key === 'PageDown') move(PAGE, false)
    else if (key === 'PageUp') move(-PAGE, false)
    else if (key === 'Enter') enter(command)
    else if (command && key.toLowerCase() === 'k') onClose()
    else return
    event.preventDefault()
  }

  // "No results" would be false while a search has failed.
  const isEmpty = asked.kind !== 'nothing' && search.settled && entries.length === 0 && search.failures.length === 0
  return {
    environment,
    ...search,
    asked,
    text,
    type(next: string) {
      setText(next)
      setChosen(null)
      setAwaited(null)
    },
    input,
    listId,
    optionId,
    groups,
    activeKey,
    choose: setChosen,
    /** A press: a link that is opened elsewhere, or that unsaved work holds back, is left to the browser. */
    press(entry: Entry, event: MouseEvent) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      open(entry, false)
    },
    onKeyDown,
    isLooking: !search.settled,
    isEmpty,
    words: wordsFor(groups, { isEmpty, isSettled: search.settled && asked.kind !== 'nothing' }),
  }
}

/** For people who do not see the lines. No name is in it: screen readers may log what they say. */
function wordsFor(groups: readonly Group[], { isEmpty, isSettled }: { isEmpty: boolean; isSettled: boolean }) {
  if (isEmpty) return 'Nothing found.'
  if (!isSettled) return ''
  const counts = groups.map(({ title, entries }) => `${title}: ${entries.length}`)
  const all = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return `${countOf(all, 'result')}. ${counts.join(', ')}.`
}
