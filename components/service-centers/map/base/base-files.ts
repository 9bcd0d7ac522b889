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
