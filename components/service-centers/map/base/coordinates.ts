/** The compact form of coordinates in the map's own files. Pure. */
import type { Position } from 'geojson'

/** Steps of one degree: a thousandth is 0.07 miles at most. */
export const STEPS_PER_DEGREE = 1000

/** `x, y` of the first position, then the step to each following one; thousandths of a degree. */
export type PackedLine = readonly number[]

/** Returns longitude and latitude in degrees. */
export function unpackLine(line: PackedLine): Position[] {
  const positions: Position[] = []
  let [x, y] = [0, 0]
  for (let index = 0; index + 1 < line.length; index += 2) {
    x += line[index] ?? 0
    y += line[index + 1] ?? 0
    positions.push([x / STEPS_PER_DEGREE, y / STEPS_PER_DEGREE])
  }
  return positions
}

/** Returns the compact form, rounded; positions that fall together become one. */
export function packLine(positions: readonly Position[]): number[] {
  const line: number[] = []
  let before: [number, number] | null = null
  for (const [lng = 0, lat = 0] of positions) {
    const [x, y] = [Math.round(lng * STEPS_PER_DEGREE), Math.round(lat * STEPS_PER_DEGREE)]
    if (before && before[0] === x && before[1] === y) continue
    line.push(x - (before?.[0] ?? 0), y - (before?.[1] ?? 0))
    before = [x, y]
  }
  return line
}
