/** In which of two columns each card goes so that both end at about the same height. Pure. */

export type Column = 'left' | 'right'

/**
 * Returns a column for each card, in order, from their estimated heights in pixels: always the shorter column. So every
 * card begins no higher than the one before it, and the order of reading stays the order of the document.
 */
export function balancedColumns(heights: readonly number[]): Column[] {
  let left = 0
  let right = 0
  return heights.map((height) => {
    if (left <= right) {
      left += height
      return 'left'
    }
    right += height
    return 'right'
  })
}

/** Pixels that nobody takes for a hole. */
const SLACK = 48

/** How far the columns fall short: the largest gap above a card, and between their ends. */
function holeOf(heights: readonly number[], columns: readonly Column[]): number {
  const ends = { left: 0, right: 0 }
  let top = 0
  let hole = 0
  heights.forEach((height, index) => {
    const column = columns[index] ?? 'left'
    // No card begins above the one before it.
    top = Math.max(top, ends[column])
    hole = Math.max(hole, top - ends[column])
    ends[column] = top + height
  })
  return Math.max(hole, Math.abs(ends.left - ends.right))
}

/** Returns whether cards of these heights leave a hole in their columns that others would not leave. */
export function hasHole(heights: readonly number[], columns: readonly Column[]): boolean {
  return holeOf(heights, columns) > holeOf(heights, balancedColumns(heights)) + SLACK
}
