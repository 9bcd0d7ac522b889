/** Makes the layer that every view needs: the land of neighbors, the Great Lakes, shores and the border. */
import type { Position } from 'geojson'
import polygonClipping, { type Polygon } from 'polygon-clipping'
import type { Surroundings } from '#components/service-centers/map/base/base-files.ts'
import { packLine } from '#components/service-centers/map/base/coordinates.ts'
import { isInside, type Line, nearnessTo, simplify, splitBy, weigh } from './lines.ts'
import { type Area, areasOf, countries, lakes, linesBetween, type Rings, states } from './sources.ts'

const [US, CANADA, MEXICO] = ['840', '124', '484']
/** Whatever else is within sight of the US: Cuba, the Bahamas, the Turks and Caicos, the British Virgin Islands. */
const NEIGHBORS = [CANADA, MEXICO, '192', '044', '796', '092']

export const GREAT_LAKES = [
  'Lake Superior',
  'Lake Michigan',
  'Lake Huron',
  'Lake Erie',
  'Lake Ontario',
  'Lake St. Clair',
]

/** Degrees: the two sources of the border differ by less. */
const BORDER_REACH = 0.05
/** Degrees: what is farther from the US than a map reaches is drawn coarsely. */
const NEAR = 0.5
const [FINE, COARSE] = [0.004, 0.04]
/** Square degrees: a smaller island far away is left out. */
const LEAST_ISLAND = 0.05

/** Two boxes of longitude and latitude, west and south first: the south of Canada with the US, and the Yukon. */
const BOXES: readonly Polygon[] = [boxOf(-141.2, 13, -50, 62), boxOf(-141.2, 62, -122, 71)]

function boxOf(west: number, south: number, east: number, north: number): Polygon {
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ]
}

export const nation: readonly Rings[] = areasOf(states, 'nation').flatMap(({ parts }) => parts)

function greatLakes(): Area[] {
  return lakes().filter(({ name }) => GREAT_LAKES.includes(name))
}

export function surroundingsOf(): Surroundings {
  const isBetween = (a: unknown, b: unknown) =>
    [a, b].includes(US) && (a === CANADA || b === CANADA || a === MEXICO || b === MEXICO)
  const seam = linesBetween(countries, 'countries', (a, b) => a !== b && isBetween(a.id, b.id))
  const outlines = nation.flat()
  const nearUs = nearnessTo(outlines, NEAR)
  const onSeam = nearnessTo(seam, BORDER_REACH)
  const nearShore = nearnessTo(outlines, 2 * BORDER_REACH)
  const waters = greatLakes()
  const inLake = (point: Position) => waters.some(({ parts }) => parts.some((rings) => isInside(point, rings)))
  const own = outlines.flatMap((line) => splitBy(line, onSeam))
  const neighborShores = NEIGHBORS.flatMap((id) =>
    linesBetween(countries, 'countries', (a, b) => a === b && a.id === id),
  ).flatMap((line) => splitBy(line, (at) => isInBoxes(at)).filter(({ key }) => key))
  const lakeShores = waters.flatMap(({ parts }) => parts.flat()).flatMap((line) => splitBy(line, nearShore))
  return {
    neighbors: neighborAreas()
      .filter((rings) => weigh(rings[0] ?? []).area > LEAST_ISLAND || (rings[0] ?? []).some(nearUs))
      .map((rings) => rings.map((ring) => packLine(coarser(ring, nearUs)))),
    great_lakes: waters.map(({ name, parts }) => ({ name, rings: parts.flat().map(packLine) })),
    coast: [
      ...own.filter(({ key }) => !key).map(({ line }) => packLine(line)),
      ...neighborShores
        .filter(({ line }) => line.some(nearUs) || weigh(line).area > LEAST_ISLAND)
        .map(({ line }) => packLine(coarser(line, nearUs))),
      ...lakeShores.filter(({ key }) => !key).map(({ line }) => packLine(line)),
    ],
    border: own.filter(({ key }) => key).map(({ line }) => packLine(line)),
    seam: seam
      .flatMap((line) => splitBy(line, (at) => !inLake(at)).filter(({ key }) => key))
      .map(({ line }) => packLine(simplify(line, FINE))),
  }
}

function isInBoxes(at: Position): boolean {
  return BOXES.some((box) => isInside(at, box))
}

function neighborAreas(): Rings[] {
  const parts = areasOf(countries, 'countries').flatMap(({ id, parts: found }) => (NEIGHBORS.includes(id) ? found : []))
  return parts.flatMap((rings) => polygonClipping.intersection(rings.map(asPairs), [...BOXES]))
}

export function asPairs(line: Line): [number, number][] {
  return line.map(([x = 0, y = 0]) => [x, y])
}

/** Fine where a map of the US may show it, coarse elsewhere. */
function coarser(line: Line, isNear: (at: Position) => boolean): Position[] {
  const pieces = splitBy(line, isNear).map(({ key, line: piece }) => simplify(piece, key ? FINE : COARSE))
  return pieces.flatMap((piece, index) => (index === 0 ? piece : piece.slice(1)))
}
