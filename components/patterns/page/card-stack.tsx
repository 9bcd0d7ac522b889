import clsx from 'clsx'
import type { ReactNode } from 'react'
import { balancedColumns, type Column } from './card-columns.ts'

export interface StackedCard {
  id: string
  /** About how tall it is beside another one, in pixels. */
  height: number
  card: ReactNode
}

const SIDE: Readonly<Record<Column, string>> = {
  left: '@min-[740px]/cards:float-left @min-[740px]/cards:clear-left',
  right: '@min-[740px]/cards:float-right @min-[740px]/cards:clear-right',
}

/** Cards in two columns of about the same height, one below the other where there is little room; read in their order. */
export function CardStack({ cards }: { cards: readonly StackedCard[] }) {
  const columns = balancedColumns(cards.map(({ height }) => height))
  return (
    <div className="@container/cards">
      <div className="-mb-4 flow-root print:mb-0 print:columns-2">
        {cards.map(({ id, card }, index) => (
          <div
            key={id}
            className={clsx(
              'mb-4 empty:hidden @min-[740px]/cards:w-[calc(50%-8px)] print:float-none! print:mb-0 print:w-auto!',
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
