/** Splits the list's state into parts a view can save and parts it can't. Pure. */

import { VIEW_FILTERS } from '#lib/domains/views/built-in.ts'
import { savedFilterOf } from '#lib/domains/views/view-changes.ts'
import type { SavedView, ViewLayout, ViewList } from '#lib/domains/views/views.ts'
import { decodeQuery } from '#lib/kernel/wire.ts'

/** The list as it stands on screen. */
export interface Draft {
  /** Search as an address holds it, without the page. */
  stated: URLSearchParams
  /** Filters that may name a person, so that no view keeps them: the words of their chips. */
  leftOut: readonly string[]
  /** The choice of columns; empty for the usual one. */
  columns: string
}

/** The filter as a view keeps it, or why it cannot be kept: a value may have been typed wrong. */
export function keepable(
  list: ViewList,
  stated: URLSearchParams,
): { filter: SavedView['filter'] } | { problem: string } {
  const parsed = savedFilterOf(list).safeParse(decodeQuery(VIEW_FILTERS[list], stated))
  if (parsed.success) return { filter: parsed.data }
  return { problem: parsed.error.issues[0]?.message ?? 'These filters can’t be saved.' }
}

/** Builds a layout on top of the earlier one, so that unknown parts survive. */
export function layoutFrom({ columns }: Pick<Draft, 'columns'>, before: ViewLayout = {}): ViewLayout {
  const { columns: _, ...rest } = before
  return columns === '' ? rest : { ...rest, columns }
}
