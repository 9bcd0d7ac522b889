/** Which rows of a list are on screen and where its other pages start. Offsets count from 0, row numbers from 1. */
import { formatCount } from '#lib/utils/text/counts.ts'

export interface PageWindow {
  /** Row numbers of the first and last row shown; both 0 when the page is empty. */
  from: number
  to: number
  /** Null where counting would have held the page up. */
  total: number | null
  limit: number
  offset: number
  /** Offsets of the neighbours; null where there is none, `last` also where the total is unknown. */
  first: number | null
  previous: number | null
  next: number | null
  last: number | null
}

/** Rows count from 1 (0 when empty); null for no neighbor, and `total` is null when unknown. */
export function pageWindow(page: { offset: number; limit: number; count: number; total: number | null }): PageWindow {
  const { offset, limit, count } = page
  // A short page with rows is the last one, so its end is the total.
  const ends = count < limit && (count > 0 || offset === 0)
  const total = page.total ?? (ends ? offset + count : null)
  const last = total === null ? null : Math.max(0, Math.ceil(total / limit) - 1) * limit
  const more = total === null ? count === limit : offset + limit < total
  return {
    from: count === 0 ? 0 : offset + 1,
    to: count === 0 ? 0 : offset + count,
    total,
    limit,
    offset,
    first: offset > 0 ? 0 : null,
    previous: offset > 0 ? Math.max(0, Math.min(offset - limit, last ?? offset)) : null,
    next: more ? offset + limit : null,
    last: last !== null && last > offset ? last : null,
  }
}

/** `1 to 100 of 260`, `1 to 50 of many`, `0 of 260` */
export function describeWindow({ from, to, total }: PageWindow): string {
  const of = total === null ? 'many' : formatCount(total)
  return to === 0 ? `0 of ${of}` : `${formatCount(from)} to ${formatCount(to)} of ${of}`
}

/** Beyond it, sorting everything is cheaper than keeping the best in order. */
const MAX_SELECTED = 500

/** The same as `list.toSorted(compare).slice(start, end)`, for a `compare` without ties. */
export function sortedSlice<T>(list: readonly T[], compare: (a: T, b: T) => number, start: number, end: number): T[] {
  if (end > MAX_SELECTED || end >= list.length) return list.toSorted(compare).slice(start, end)
  const best: T[] = []
  for (const item of list) {
    const last = best[end - 1]
    if (last !== undefined && compare(item, last) > 0) continue
    best.splice(placeOf(item, best, compare), 0, item)
    if (best.length > end) best.pop()
  }
  return best.slice(start)
}

/** Returns how many items of a sorted list come before this one. */
function placeOf<T>(item: T, sorted: readonly T[], compare: (a: T, b: T) => number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle]
    if (other !== undefined && compare(other, item) < 0) low = middle + 1
    else high = middle
  }
  return low
}
