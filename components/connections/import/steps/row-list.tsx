'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import type { ShownRow } from '#components/connections/import/session/engine.ts'
import { TABLE_ROLES } from '#components/patterns/list/table-roles.ts'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useShownRows } from './use-shown-rows.ts'

export interface RowColumn {
  name: string
  /** Its place in every form of the row: a `[grid-area:…]` class, and how it is aligned. */
  place: string
  cell: (row: ShownRow) => ReactNode
}

interface RowListProps {
  label: string
  /** Changes when the rows themselves have changed. */
  version: string
  count: number
  columns: readonly RowColumn[]
  /** Sets `--row-columns` and `--row-areas`. */
  layout: string
  load: (from: number, count: number) => Promise<readonly ShownRow[]>
  empty: ReactNode
}

const ROW_HEIGHT = 38
const UNSEEN = 8

/** Up to 100,000 rows of a file, of which only those in sight exist. */
export function RowList({ label, version, count, columns, layout, load, empty }: RowListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: UNSEEN,
  })
  const items = virtual.getVirtualItems()
  const rowAt = useShownRows(version, { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 }, load)
  if (count === 0) return <div className="flex-1">{empty}</div>
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      aria-label={`${label}, scrollable`}
      className="@container/list min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]! max-wide:max-h-[60dvh]"
    >
      <table {...TABLE_ROLES.table} aria-label={label} aria-rowcount={count + 1} className={`block w-full ${layout}`}>
        <thead
          {...TABLE_ROLES.group}
          className="top-0 z-10 block border-b border-line bg-sunken @max-[719px]/list:sr-only @min-[720px]/list:sticky"
        >
          <tr {...TABLE_ROLES.row} aria-rowindex={1} className="list-row h-8 px-4!">
            {columns.map(({ name, place }) => (
              <th
                key={name}
                {...TABLE_ROLES.head}
                scope="col"
                className={`text-left text-xs font-control whitespace-nowrap text-ink-3 ${place}`}
              >
                {name || <span className="sr-only">Actions</span>}
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
                className="list-row absolute! px-4! inset-x-0 top-0 min-h-[38px] border-b border-line py-1 hover:bg-hover"
                style={{ transform: `translateY(${start}px)` }}
              >
                {columns.map(({ name, place, cell }) => (
                  <td key={name} {...TABLE_ROLES.cell} className={`min-w-0 ${place}`}>
                    {row ? cell(row) : <Skeleton className="h-3 w-3/4" />}
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
