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
