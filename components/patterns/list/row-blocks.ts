/** Draws up to 100 rows once the browser is idle, and of more only blocks near the screen: 500 cost what 75 do. */
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from '#components/ui/display/viewer.tsx'
import { whenIdle } from '#lib/utils/browser/browser.ts'

const BLOCK = 25
/** Pages up to here are drawn whole: people print them, and search them by the browser. */
const DRAWN_WHOLE = 100
const AROUND = '700px 0px'
/** Pixels of a screen that a list never has, above and below it, and of the lowest row. */
const AROUND_LIST = 200
const LOWEST_ROW = 38
const REST_TIMEOUT_MS = 500
/** Rows of the first HTML: more than a screen of a laptop. */
const IN_HTML = 24

export interface RowBlock {
  /** Index of its first row, and the one behind its last. */
  from: number
  to: number
  isNear: boolean
}

/** Returns the blocks of the page of rows with these ids, in order. The block of the `current` row is always drawn. */
export function useRowBlocks(
  table: RefObject<HTMLTableElement | null>,
  { ids, current }: { ids: readonly string[]; current: number },
): RowBlock[] {
  const rows = ids.length
  const page = `${rows} ${ids[0]}`
  const { isWhole, drawn } = useWholePage(ids)
  const isPrinting = usePrinting()
  const [seen, setSeen] = useState<{ page: string; near: ReadonlySet<number> }>({ page, near: new Set() })
  const isLong = rows > DRAWN_WHOLE
  useEffect(() => {
    if (!(isLong && table.current) || typeof IntersectionObserver === 'undefined') return
    const bodies: Element[] = [...table.current.tBodies]
    const notice = (entries: readonly IntersectionObserverEntry[]) => {
      const moves = entries.map(({ target, isIntersecting }) => ({
        at: bodies.indexOf(target),
        isIntersecting,
      }))
      startTransition(() =>
        setSeen((before) => ({ page, near: moved(before.page === page ? before.near : [], moves) })),
      )
    }
    // The rows scroll in a part of the page, to which the margin of the window does not reach.
    const margins = { rootMargin: AROUND, scrollMargin: AROUND }
    const observer = new IntersectionObserver(notice, margins)
    for (const body of bodies) observer.observe(body)
    return () => observer.disconnect()
  }, [table, isLong, page])

  if (isPrinting) return [{ from: 0, to: rows, isNear: true }]
  const first = isLong || isWhole ? rows : Math.min(rows, drawn ?? firstRows())
  if (!isLong && current < first && first < rows) {
    return [
      { from: 0, to: first, isNear: true },
      { from: first, to: rows, isNear: false },
    ]
  }
  if (!isLong) return [{ from: 0, to: rows, isNear: true }]
  const near = seen.page === page ? seen.near : new Set<number>()
  return Array.from({ length: Math.ceil(rows / BLOCK) }, (_, at) => {
    const from = at * BLOCK
    const to = Math.min(rows, from + BLOCK)
    const isWatched = typeof window === 'undefined' || typeof IntersectionObserver !== 'undefined'
    return { from, to, isNear: !isWatched || near.has(at) || (current >= from && current < to) }
  })
}

/** Returns how many rows the screen has room for. Browser only. */
const firstRows = () => Math.max(1, Math.ceil((window.innerHeight - AROUND_LIST) / LOWEST_ROW))

/** Returns which rows server and browser draw alike at first; refreshed rows stay drawn, so nothing flickers. */
function useWholePage(ids: readonly string[]): { isWhole: boolean; drawn: number | null } {
  const last = ids.at(-1) ?? null
  const middle = ids[ids.length >> 1] ?? null
  const [drawn, setDrawn] = useState<{ middle: string | null; last: string | null } | null>(() =>
    ids.length > IN_HTML ? null : { middle, last },
  )
  const has = (id: string | null) => id !== null && ids.includes(id)
  const isWhole = ids.length === 0 || (drawn !== null && (has(drawn.last) || has(drawn.middle)))
  useEffect(() => {
    if (isWhole || middle === null) return
    const draw = () => setDrawn({ middle, last })
    const cancel = whenIdle(() => startTransition(draw), REST_TIMEOUT_MS)
    // The browser's own search opens right after the key and finds what is drawn by then.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.key === 'f')) flushSync(draw)
    }
    document.addEventListener('scroll', draw, { capture: true, passive: true })
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      cancel()
      document.removeEventListener('scroll', draw, { capture: true })
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [isWhole, middle, last])
  return { isWhole, drawn: drawn === null ? IN_HTML : null }
}

function moved(near: Iterable<number>, moves: readonly { at: number; isIntersecting: boolean }[]) {
  const next = new Set(near)
  for (const { at, isIntersecting } of moves) {
    if (isIntersecting) next.add(at)
    else next.delete(at)
  }
  return next
}

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
