/** A page of a sorted list, without sorting what is not on it. */

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
