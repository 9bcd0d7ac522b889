import type { Header, RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ColumnEdge } from './columns/column-edge.tsx'
import { drawn, type ListFeatures, TABLE_ROLES } from './list-features.ts'

export interface RowSort {
  key: string
  direction: 'asc' | 'desc'
  /** Another column, or the other direction of the same. */
  onSort: (key: string) => void
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const
const ARROWS = { asc: ArrowUp, desc: ArrowDown } as const

interface HeadRowProps<T extends RowData> {
  headers: readonly Header<ListFeatures, T>[]
  sort?: RowSort | undefined
  /** Null gives a column its usual width back. */
  onWidth?: ((id: string, width: number | null) => void) | undefined
  /** The box for the page, where rows can be chosen. */
  children?: ReactNode
}

export function HeadRow<T extends RowData>({ headers, sort, onWidth, children }: HeadRowProps<T>) {
  return (
    <tr {...TABLE_ROLES.row} className="list-row h-8">
      {children && (
        <th {...TABLE_ROLES.head} scope="col" className="list-box">
          {children}
        </th>
      )}
      {headers.map((header) => {
        const { meta: { sort: key, place } = {}, header: draw } = header.column.columnDef
        const name = drawn(draw, header.getContext())
        const isSorted = sort !== undefined && key === sort.key
        return (
          <th
            key={header.id}
            {...TABLE_ROLES.head}
            scope="col"
            data-column={header.column.id}
            aria-sort={isSorted ? SORTED[sort.direction] : undefined}
            className={clsx('list-head text-left text-xs font-control whitespace-nowrap text-ink-3', place)}
          >
            {sort && key ? (
              <button type="button" onClick={() => sort.onSort(key)} className="list-sort">
                {name}
                <SortMark direction={isSorted ? sort.direction : null} />
              </button>
            ) : (
              name
            )}
            {onWidth && <ColumnEdge onWidth={(width) => onWidth(header.column.id, width)} />}
          </th>
        )
      })}
    </tr>
  )
}

function SortMark({ direction }: { direction: 'asc' | 'desc' | null }) {
  const Icon = direction === null ? ArrowUpDown : ARROWS[direction]
  return <Icon className={clsx('size-3', direction === null && 'opacity-50')} />
}
