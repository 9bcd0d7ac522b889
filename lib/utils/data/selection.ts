/** Rows chosen in a list, by id, with what was known of each: they stay chosen while pages and filters change. */

export type Selection<T> = ReadonlyMap<string, T>

export interface Selectable<T> {
  id: string
  row: T
}

/** Returns a copy of the selection with one row added, or removed if it was selected. */
export function toggled<T>(selection: Selection<T>, { id, row }: Selectable<T>): Selection<T> {
  const next = new Map(selection)
  if (!next.delete(id)) next.set(id, row)
  return next
}

/** Adds all rows from the anchor to the one at `at`, both among them; without the anchor on the page that one alone. */
export function withRange<T>(
  selection: Selection<T>,
  page: readonly Selectable<T>[],
  at: number,
  anchor: string | null,
): Selection<T> {
  const found = page.findIndex(({ id }) => id === anchor)
  const from = found < 0 ? at : found
  return added(selection, page.slice(Math.min(from, at), Math.max(from, at) + 1))
}

/** Adds the whole page, or takes it out where all of it is chosen. */
export function withPage<T>(selection: Selection<T>, page: readonly Selectable<T>[]): Selection<T> {
  if (pageState(selection, page) !== 'all') return added(selection, page)
  const next = new Map(selection)
  for (const { id } of page) next.delete(id)
  return next
}

/** Returns how many rows of a page are selected, for the header's checkbox; `none` for an empty page. */
export function pageState<T>(selection: Selection<T>, page: readonly Selectable<T>[]): 'none' | 'some' | 'all' {
  const count = page.filter(({ id }) => selection.has(id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

function added<T>(selection: Selection<T>, rows: readonly Selectable<T>[]): Selection<T> {
  const next = new Map(selection)
  for (const { id, row } of rows) next.set(id, row)
  return next
}
