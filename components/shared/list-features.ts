import { metaHelper, tableFeatures } from '@tanstack/react-table'

export interface ListColumnMeta {
  /** Its place in every form of the row: a `[grid-area:…]` class. */
  place: string
  /** Said before the value where the row is a card, which has no head. */
  caption?: string
}

/** Sorting, filtering and paging are the service's: the table draws the page it is given. */
export const listFeatures = tableFeatures({ columnMeta: metaHelper<ListColumnMeta>() })
export type ListFeatures = typeof listFeatures

/** A column that is shown, and where it stands when a row is one line: the name and the track of its grid area. */
export interface ShownColumn {
  id: string
  area: string
  track: string
}
