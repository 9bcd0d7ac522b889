import clsx from 'clsx'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** In which of two columns each card goes so that both end at about the same height. Pure. */

type Column = 'left' | 'right'

/** Puts each card in the shorter column, so that the order of reading stays the order of the document. */
export function balancedColumns(heights: readonly number[]): Column[] {
  let left = 0
  let right = 0
  return heights.map((height) => {
    if (left <= right) {
      left += height
      return 'left'
    }
    right += height
    return 'right'
  })
}

/** Pixels that nobody takes for a hole. */
const SLACK = 48

/** How far the columns fall short: the largest gap above a card, and between their ends. */
function holeOf(heights: readonly number[], columns: readonly Column[]): number {
  const ends = { left: 0, right: 0 }
  let top = 0
  let hole = 0
  heights.forEach((height, index) => {
    const column = columns[index] ?? 'left'
    // No card begins above the one before it.
    top = Math.max(top, ends[column])
    hole = Math.max(hole, top - ends[column])
    ends[column] = top + height
  })
  return Math.max(hole, Math.abs(ends.left - ends.right))
}

/** Returns whether cards of these heights leave a hole in their columns that others would not leave. */
export function hasHole(heights: readonly number[], columns: readonly Column[]): boolean {
  return holeOf(heights, columns) > holeOf(heights, balancedColumns(heights)) + SLACK
}

export interface StackedCard {
  id: string
  /** About how tall it is beside another one, in pixels. */
  height: number
  card: ReactNode
}

/** Pixels below a card. */
const GAP = 16

const SIDE: Readonly<Record<Column, string>> = {
  left: '@min-[740px]/cards:float-left @min-[740px]/cards:clear-left',
  right: '@min-[740px]/cards:float-right @min-[740px]/cards:clear-right',
}

/** Acts of a person who then decides what is in view. */
const OWN_ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

function linked(place: Element): Element | null {
  const target = document.getElementById(window.location.hash.slice(1))
  return target && place.contains(target) ? target : null
}

/** Returns what scrolls back to the card that the address names, until the person who came for it moves on. */
function useLinkedInView(place: RefObject<HTMLElement | null>) {
  const isHeld = useRef(false)
  useEffect(() => {
    const target = place.current && linked(place.current)
    const { top = 0, bottom = 0 } = target?.getBoundingClientRect() ?? {}
    // After Back, people are where they were, which may be elsewhere.
    isHeld.current = top < window.innerHeight && bottom > 0
    const release = () => {
      isHeld.current = false
    }
    for (const act of OWN_ACTS) window.addEventListener(act, release, { passive: true })
    return () => {
      for (const act of OWN_ACTS) window.removeEventListener(act, release)
    }
  }, [place])
  return () => {
    if (isHeld.current && place.current) linked(place.current)?.scrollIntoView()
  }
}

/** Cards in two columns of about the same height, one below the other where there is little room; read in their order. */
export function CardStack({ cards }: { cards: readonly StackedCard[] }) {
  const place = useRef<HTMLDivElement>(null)
  /** Once the estimates turn out to leave a hole. */
  const [measured, setMeasured] = useState<readonly number[]>([])
  const isMeasured = measured.length === cards.length
  const columns = balancedColumns(isMeasured ? measured : cards.map(({ height }) => height))
  const measure = useEffectEvent(() => {
    const boxes = [...(place.current?.children ?? [])]
    const heights = boxes.map(({ clientHeight }) => (clientHeight === 0 ? 0 : clientHeight + GAP))
    // Only then: a card should not jump because another one grew by a line.
    if (hasHole(heights, columns)) setMeasured(heights)
  })
  const showLinked = useLinkedInView(place)
  const settle = useEffectEvent(() => {
    measure()
    showLinked()
  })
  useEffect(() => {
    // Cards that changed columns have the heights they had.
    if (isMeasured) settle()
  }, [isMeasured])
  const count = cards.length
  useEffect(() => {
    if (!place.current || count === 0 || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => settle())
    for (const box of place.current.children) observer.observe(box)
    return () => observer.disconnect()
  }, [count])
  return (
    <div className="@container/cards">
      <div ref={place} className="-mb-4 flow-root print:mb-0">
        {cards.map(({ id, card }, index) => (
          <div
            key={id}
            className={clsx(
              'mb-4 empty:hidden @min-[740px]/cards:w-[calc(50%-8px)] print:float-none print:mb-0 print:w-auto',
              SIDE[columns[index] ?? 'left'],
            )}
          >
            {card}
          </div>
        ))}
      </div>
    </div>
  )
}
