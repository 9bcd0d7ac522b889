import { type ColumnDef, type ColumnDefTemplate, metaHelper, type RowData, tableFeatures } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { ChosenColumn, KnownColumn } from '#lib/utils/browser/column-choice.ts'

export interface ListColumnMeta {
  /** Its place in every form of the row: a `[grid-area:…]` class. */
  place: string
  /** Sort key that the service uses for this column. */
  sort?: string
  /** Said before the value where the row is a card, which has no head. */
  caption?: string
}

/** Sorting, filtering and paging are the service's: the table draws the page it is given. */
export const listFeatures = tableFeatures({ columnMeta: metaHelper<ListColumnMeta>() })
export type ListFeatures = typeof listFeatures

/** Makes the columns of a list of `T`: a place alone stands for its meta; a cell can ask for all rows of its page. */
export function columnsOf<T extends RowData, Id extends string = string>() {
  return (
    id: Id,
    header: string | (() => ReactNode),
    meta: string | ListColumnMeta,
    cell: (row: T, page: () => readonly T[]) => ReactNode,
  ): ColumnDef<ListFeatures, T> => ({
    id,
    header,
    cell: ({ row, table }) => cell(row.original, () => table.getRowModel().rows.map(({ original }) => original)),
    meta: typeof meta === 'string' ? { place: meta } : meta,
  })
}

/** Renders a cell or a head. Called directly: as a component it would remount whenever columns are redefined. */
export function drawn<C extends object>(draw: ColumnDefTemplate<C> | undefined, context: C): ReactNode {
  return typeof draw === 'function' ? draw(context) : draw
}

/** A column that is shown, and where it stands when a row is one line: the name and the track of its grid area. */
export interface ShownColumn {
  id: string
  area: string
  track: string
}

/** A column people choose; `beside` is its track beside a preview, where those without one are left out. */
export interface LineColumn extends KnownColumn, ShownColumn {
  beside?: string
}

/** Those chosen, in their order, with their places in the row and the widths people gave them. */
export function shownColumns(
  known: readonly LineColumn[],
  chosen: readonly ChosenColumn[],
  isPreviewing = false,
): ShownColumn[] {
  return chosen.flatMap(({ id, shown, width }) => {
    const column = known.find((one) => one.id === id)
    const alone = width === undefined ? column?.track : `${width}px`
    const track = isPreviewing ? column?.beside : alone
    return shown && column && track ? [{ id, area: column.area, track }] : []
  })
}

/** Rows are grids, which makes some browsers forget that they are table rows: the roles say so again. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
