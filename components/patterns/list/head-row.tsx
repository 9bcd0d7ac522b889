import type { Header, RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef } from 'react'
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
    <tr {...TABLE_ROLES.row} className="list-row h-8 print:h-auto">
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

interface ColumnEdgeProps {
  /** Pixels; null for the usual width. */
  onWidth: (width: number | null) => void
}

/** The right edge of a column's head, to be dragged; a double click gives the usual width back. Keys do it in the panel. */
function ColumnEdge({ onWidth }: ColumnEdgeProps) {
  const drag = useRef<{ from: number; width: number; tracks: string[]; at: number; table: HTMLElement } | null>(null)
  const widthAt = (event: PointerEvent) => {
    const { from, width } = drag.current ?? { from: 0, width: 0 }
    return Math.max(width + event.clientX - from, 0)
  }
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.closest('th')
    const table = head?.closest('table')
    if (!(head && table) || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const heads = [...table.querySelectorAll('th[scope=col]:not(.list-box)')]
    const tracks = table.style.getPropertyValue('--line-columns').match(/[^\s(]+(\([^)]*\))?/g) ?? []
    const at = heads.indexOf(head) + tracks.length - heads.length
    drag.current = { from: event.clientX, width: head.getBoundingClientRect().width, tracks, at, table }
  }
  // While it is dragged only the grid moves: the rows are drawn again when it is let go.
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return
    const { tracks, at, table } = drag.current
    table.style.setProperty('--line-columns', tracks.with(at, `${widthAt(event)}px`).join(' '))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (drag.current && event.clientX !== drag.current.from) onWidth(widthAt(event))
    drag.current = null
  }
  return (
    <span
      aria-hidden="true"
      className="list-edge"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.current = null
      }}
      onDoubleClick={() => onWidth(null)}
    />
  )
}
