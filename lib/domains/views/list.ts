/** The lists that have saved views, and what a view is in any of them. */
export const VIEW_LISTS = ['orders', 'users'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** Search of a view: fields named as in the interface. */
export type ViewFilter = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export interface BuiltInView<Filter extends ViewFilter = ViewFilter> {
  id: string
  name: string
  filter: Filter
}

/** In every list the built-in view that holds each of its rows; it opens first unless somebody chooses another. */
export const ALL = 'all'
