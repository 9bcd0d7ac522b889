import { type ReactNode, useMemo, useState } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { pageState, type Selection, toggled, withPage, withRange } from '#lib/utils/data/selection.ts'
import { formatCount } from '#lib/utils/text/counts.ts'

const SelectionActions = lazyPart(() => import('./selection-actions.tsx'), 'SelectionActions')

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
    <SelectionActions
      ids={[...rows.keys()]}
      here={selectable.filter(({ id }) => rows.has(id)).length}
      onPage={pageState(rows, selectable) === 'all' || page.length === 0 ? null : () => selection.choosePage(page)}
      onClear={selection.clear}
    >
      {children}
    </SelectionActions>
  )
}

/** Rows chosen in a list: `useSelection(getRowId)` for `DataTable` and `SelectionBar`; X and the boxes do the rest. */
export interface RowSelection<T> {
  rows: Selection<T>
  /** `at` is the place in `page`; a range goes from the row chosen last to this one. */
  choose: (page: readonly T[], at: number, isRange: boolean) => void
  /** The whole page, or none of it where all is chosen. */
  choosePage: (page: readonly T[]) => void
  clear: () => void
}

interface Chosen<T> {
  rows: Selection<T>
  /** Row where the next range begins. */
  anchor: string | null
}

/** `getRowId` is a constant of its feature. */
export function useSelection<T>(getRowId: (row: T) => string): RowSelection<T> {
  const [{ rows, anchor }, setChosen] = useState<Chosen<T>>({ rows: new Map(), anchor: null })
  return useMemo(() => {
    const selectable = (row: T) => ({ id: getRowId(row), row })
    const set = (next: Selection<T>, from: string | null) => {
      setChosen({ rows: next, anchor: from })
      announce(next.size === 0 ? 'Selection cleared.' : `${formatCount(next.size)} selected.`)
    }
    return {
      rows,
      choose(page, at, isRange) {
        const row = page[at]
        if (row === undefined) return
        const one = selectable(row)
        set(isRange ? withRange(rows, page.map(selectable), at, anchor) : toggled(rows, one), one.id)
      },
      choosePage: (page) => set(withPage(rows, page.map(selectable)), anchor),
      clear: () => set(new Map(), null),
    }
  }, [rows, anchor, getRowId])
}
