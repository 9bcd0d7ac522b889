'use client'
/** Which rows of a long page are drawn: those near the screen, by blocks, so that 500 rows cost what 75 do. */
import { type RefObject, startTransition, useEffect, useState } from 'react'

const BLOCK = 25
/** Pages up to here are drawn whole: people print them, and search them by the browser. */
const DRAWN_WHOLE = 100
const AROUND = '700px 0px'

export interface RowBlock {
  /** Index of its first row, and the one behind its last. */
  from: number
  to: number
  isNear: boolean
}

/** `page` names the rows: another page begins at its head. The block of the `current` row is always drawn. */
export function useRowBlocks(
  table: RefObject<HTMLTableElement | null>,
  { rows, page, current }: { rows: number; page: string; current: number },
): RowBlock[] {
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

  if (!isLong) return [{ from: 0, to: rows, isNear: true }]
  const near = seen.page === page ? seen.near : new Set<number>()
  return Array.from({ length: Math.ceil(rows / BLOCK) }, (_, at) => {
    const from = at * BLOCK
    const to = Math.min(rows, from + BLOCK)
    const isWatched = typeof window === 'undefined' || typeof IntersectionObserver !== 'undefined'
    return { from, to, isNear: !isWatched || near.has(at) || (current >= from && current < to) }
  })
}

function moved(near: Iterable<number>, moves: readonly { at: number; isIntersecting: boolean }[]) {
  const next = new Set(near)
  for (const { at, isIntersecting } of moves) {
    if (isIntersecting) next.add(at)
    else next.delete(at)
  }
  return next
}
