/** Formats of the map's files; see tools/map-data/README.md. */
import { z } from 'zod'

const line = z.array(z.int())
const rings = z.array(line)

/** Data for every view. Lines and rings are packed; see coordinates.ts. */
export const surroundings = z.object({
  /** Land of neighboring countries. */
  neighbors: z.array(rings),
  great_lakes: z.array(z.object({ name: z.string(), rings })),
  /** Shores of the oceans and the Great Lakes. */
  coast: z.array(line),
  /** The US border on land. */
  border: z.array(line),
  /** The same border by the neighbors' source: between the two there may be a gap. */
  seam: z.array(line),
})
export type Surroundings = z.infer<typeof surroundings>

const at = { x: z.int(), y: z.int() }

/** The details of one cell of the grid. Areas are whole and in every cell that they touch, with one `id`. */
export const cellDetails = z.object({
  county_lines: z.array(line),
  county_names: z.array(z.object({ name: z.string(), ...at })),
  urban: z.array(z.object({ id: z.int(), rings })),
  lakes: z.array(z.object({ id: z.int(), name: z.string(), rings })),
  rivers: z.array(line),
  /** Largest population first. */
  towns: z.array(z.object({ name: z.string(), population: z.int(), ...at })),
})
export type CellDetails = z.infer<typeof cellDetails>

/** Degrees. */
export const CELL_WIDTH = 6
export const CELL_HEIGHT = 5

/** South-west corner in degrees, west then south. */
export type Cell = readonly [west: number, south: number]

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
