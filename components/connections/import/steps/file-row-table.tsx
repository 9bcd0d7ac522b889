'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ShownRow } from '#components/connections/import/session/loaded-file.ts'
import { type Column, VirtualTable } from './virtual-table.tsx'

/** A screen shows less than two pages. */
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

/** Rows of the file, of which the engine sends those around what is in sight. */
export function FileRowTable({ version, load, empty, ...props }: FileRowTableProps) {
  const [first, setFirst] = useState(0)
  const [loaded, setLoaded] = useState<{ from: number; rows: readonly ShownRow[] }>({ from: 0, rows: [] })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const from = first - (first % PAGE_SIZE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means new rows at the same place
  useEffect(() => {
    let isCurrent = true
    latest.current(from, 3 * PAGE_SIZE).then(
      (rows) => isCurrent && setLoaded({ from, rows }),
      // The session says so when the engine has stopped.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [version, from])
  if (props.count === 0) return <div className="flex-1">{empty}</div>
  return (
    <VirtualTable
      {...props}
      className="max-wide:max-h-[60dvh]"
      headClassName="@max-[719px]/list:sr-only @min-[720px]/list:sticky"
      rowHeight={38}
      // While other rows load, the old ones stay: nothing flickers.
      rowAt={(index) => loaded.rows[index - loaded.from]}
      onScroll={setFirst}
    />
  )
}
