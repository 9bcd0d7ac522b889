'use client'
import clsx from 'clsx'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { balancedColumns, type Column, hasHole } from './card-columns.ts'

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
  const count = cards.length
  useEffect(() => {
    if (!place.current || count === 0 || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => measure())
    for (const box of place.current.children) observer.observe(box)
    return () => observer.disconnect()
  }, [count])
  return (
    <div className="@container/cards">
      <div ref={place} className="-mb-4 flow-root print:mb-0 print:columns-2">
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
