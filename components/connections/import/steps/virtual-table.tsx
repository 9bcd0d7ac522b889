import { useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { TABLE_ROLES } from '#components/patterns/list/list-features.ts'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { usePrinting } from '#components/ui/display/viewer.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

export interface Column<T> {
  name: string
  /** A `[grid-area:…]` class, and how it is aligned. */
  className: string
  cell: (row: T, index: number) => ReactNode
}

interface VirtualTableProps<T> {
  label: string
  count: number
  columns: readonly Column<T>[]
  /** Sets `--row-columns` and `--row-areas`. */
  layout: string
  className: string
  headClassName: string
  rowHeight: number
  rowAt: (index: number) => T | undefined
  /** Called with the index of the first row in sight. */
  onScroll?: (first: number) => void
}

/** Up to 100,000 rows, of which only those in sight exist. */
export function VirtualTable<T>({ label, count, columns, layout, rowHeight, rowAt, ...props }: VirtualTableProps<T>) {
  const { className, headClassName, onScroll } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const isPrinting = usePrinting()
  const first = items[0]?.index ?? 0
  useEffect(() => onScroll?.(first), [onScroll, first])
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      aria-label={`${label}, scrollable`}
      className={clsx('relative @container/list min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]', className)}
    >
      {isPrinting && items.length < count && (
        <p className="px-4 py-2">
          {countOf(items.length, 'row')} of {formatCount(count)} printed: those on the screen.
        </p>
      )}
      <table {...TABLE_ROLES.table} aria-label={label} aria-rowcount={count + 1} className={`block w-full ${layout}`}>
        <thead
          {...TABLE_ROLES.group}
          className={clsx('top-0 z-10 block border-b border-line bg-sunken', headClassName)}
        >
          <tr {...TABLE_ROLES.row} aria-rowindex={1} className="list-row h-8 px-4">
            {columns.map((column) => (
              <th
                key={column.name}
                {...TABLE_ROLES.head}
                scope="col"
                className={`text-left text-xs font-control whitespace-nowrap text-ink-3 ${column.className}`}
              >
                {column.name || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group} className="relative block" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const row = rowAt(index)
            return (
              <tr
                key={key}
                {...TABLE_ROLES.row}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                className="list-row absolute px-4 inset-x-0 top-0 border-b border-line py-1 hover:bg-hover"
                style={{ minHeight: rowHeight, transform: `translateY(${start}px)` }}
              >
                {columns.map((column) => (
                  <td key={column.name} {...TABLE_ROLES.cell} className={`min-w-0 ${column.className}`}>
                    {row === undefined ? <Skeleton className="h-3 w-3/4" /> : column.cell(row, index)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
