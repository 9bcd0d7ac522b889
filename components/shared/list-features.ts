import { metaHelper, tableFeatures } from '@tanstack/react-table'

export interface ListColumnMeta {
  /** Its place in every form of the row: a `[grid-area:…]` class. */
  place: string
  /** Said before the value where the row is a card, which has no head. */
  caption?: string
  /** Its track where a row is one line and people choose the columns: `minmax(100px,1fr)`. */
  track?: string
}

/** Sorting, filtering and paging are the service's: the table draws the page it is given. */
export const listFeatures = tableFeatures({ columnMeta: metaHelper<ListColumnMeta>() })
export type ListFeatures = typeof listFeatures

/** For columns in the order chosen: `areas` and `tracks` of the one-line form, for `lineLayout` of the table. */
export function lineLayout(columns: readonly { area: string; track: string }[]) {
  const areas = `'${columns.map(({ area }) => area).join(' ')}'`
  return { '--line-columns': columns.map(({ track }) => track).join(' '), '--line-areas': areas }
}
