'use client'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { pageState } from '#lib/utils/data/selection.ts'
import type { RowSelection } from './use-selection.ts'

const SelectionActions = lazy(() =>
  import('./selection-actions.tsx').then((part) => ({ default: part.SelectionActions })),
)

interface SelectionBarProps<T> {
  selection: RowSelection<T>
  /** The rows on screen. */
  page: readonly T[]
  getRowId: (row: T) => string
  /** More actions for the selected rows, such as an `ExportButton`. */
  children?: ReactNode
}

/** Stands above the table while rows are chosen: how many, also on other pages, and what can be done with them. */
export function SelectionBar<T>({ selection, page, getRowId, children }: SelectionBarProps<T>) {
  const { rows } = selection
  const selectable = useMemo(() => page.map((row) => ({ id: getRowId(row), row })), [page, getRowId])
  if (rows.size === 0) return null
  return (
    <Suspense fallback={null}>
      <SelectionActions
        ids={[...rows.keys()]}
        here={selectable.filter(({ id }) => rows.has(id)).length}
        onPage={pageState(rows, selectable) === 'all' || page.length === 0 ? null : () => selection.choosePage(page)}
        onClear={selection.clear}
      >
        {children}
      </SelectionActions>
    </Suspense>
  )
}
