'use client'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ShownRow } from '#components/connections/import/session/loaded-file.ts'
import { type Column, VirtualTable } from './virtual-table.tsx'

const PAGE_SIZE = 100

interface FileRowTableProps {
  label: string
  /** Changes when the rows themselves have changed. */
  version: string
  count: number
  columns: readonly Column<ShownRow>[]
  layout: string
  load: (from: number, count: number) => Promise<readonly ShownRow[]>
  empty: ReactNode
}

/** Rows of the file, loaded from the engine page by page as they come into sight. */
export function FileRowTable({ version, load, empty, ...props }: FileRowTableProps) {
  const [loaded, setLoaded] = useState({ version, pages: new Map<number, readonly ShownRow[]>() })
  const requested = useRef({ version: '', pages: new Set<number>() })
  const latest = useRef(load)
  // Before the table below asks for its rows.
  useLayoutEffect(() => {
    latest.current = load
  })
  const loadRange = useCallback(
    (first: number, last: number) => {
      if (requested.current.version !== version) requested.current = { version, pages: new Set() }
      const { pages } = requested.current
      for (let page = Math.floor(first / PAGE_SIZE); page <= Math.floor(last / PAGE_SIZE); page += 1) {
        if (pages.has(page)) continue
        pages.add(page)
        latest.current(page * PAGE_SIZE, PAGE_SIZE).then(
          (rows) =>
            setLoaded((before) => ({
              version,
              pages: new Map(before.version === version ? before.pages : undefined).set(page, rows),
            })),
          // A page that did not come is asked for again when it is next in sight.
          () => pages.delete(page),
        )
      }
    },
    [version],
  )
  if (props.count === 0) return <div className="flex-1">{empty}</div>
  return (
    <VirtualTable
      {...props}
      className="max-wide:max-h-[60dvh]"
      headClassName="@max-[719px]/list:sr-only @min-[720px]/list:sticky"
      rowHeight={38}
      // While the new rows load, the old ones stay: nothing flickers.
      rowAt={(index) => loaded.pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE]}
      onRange={loadRange}
    />
  )
}
