/** Which cells of the grid a view needs. Pure. */
import { CELL_HEIGHT, CELL_WIDTH } from './base-files.ts'

/** South-west corner in degrees, west then south. */
export type Cell = readonly [west: number, south: number]

/** Returns the name of a cell's file, such as `w084n40`. */
export function cellName([west, south]: Cell): string {
  return `w${String(-west).padStart(3, '0')}n${south}`
}

/** Degrees. */
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

/** Returns the cells that the view touches, those with the most of it first. */
export function cellsInView(cells: readonly Cell[], view: Bounds): Cell[] {
  return cells
    .map((cell) => ({ cell, shared: sharedArea(cell, view) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ cell }) => cell)
}

function sharedArea([west, south]: Cell, view: Bounds): number {
  const width = Math.min(view.east, west + CELL_WIDTH) - Math.max(view.west, west)
  const height = Math.min(view.north, south + CELL_HEIGHT) - Math.max(view.south, south)
  return width > 0 && height > 0 ? width * height : 0
}
