/** Makes the details of each cell of the grid. */
import type { Position } from 'geojson'
import polygonClipping, { type MultiPolygon } from 'polygon-clipping'
import { CELL_HEIGHT, CELL_WIDTH, type CellDetails } from '#components/service-centers/map/base/base-files.ts'
import { packLine, STEPS_PER_DEGREE } from '#components/service-centers/map/base/coordinates.ts'
import { type Line, splitBy, weigh } from './lines.ts'
import { asPairs, GREAT_LAKES, nation } from './neighborhood.ts'
import { type Area, areasOf, counties, lakes, linesBetween, type Rings, rivers, towns, urbanAreas } from './sources.ts'

const [LOUISIANA, ALASKA, PUERTO_RICO, VIRGINIA, DISTRICT] = ['22', '02', '72', '51', '11']
/** Cities that are counties of their own, as in Virginia all from 510 on are: their town's name says it. */
const CITY_COUNTIES = ['24510', '29510', '32510']

/** Returns how people call a county: "Cook County", "Orleans Parish"; null for a city that is one. */
export function countyLabel(id: string, name: string): string | null {
  const [state, county] = [id.slice(0, 2), id.slice(2)]
  if (CITY_COUNTIES.includes(id) || state === DISTRICT || (state === VIRGINIA && Number(county) >= 510)) return null
  if (state === ALASKA) return name
  if (state === LOUISIANA) return `${name} Parish`
  return state === PUERTO_RICO ? `${name} Municipio` : `${name} County`
}

/** Returns `w96n40` for the cell whose south-west corner that is. */
export function cellAt([lng = 0, lat = 0]: Position): string {
  const [west, south] = [Math.floor(lng / CELL_WIDTH) * CELL_WIDTH, Math.floor(lat / CELL_HEIGHT) * CELL_HEIGHT]
  return `w${String(-west).padStart(3, '0')}n${String(south).padStart(2, '0')}`
}

/** West of Greenwich, so without Guam and the last of the Aleutians, which are across the date line. */
const isOnGrid = ([lng = 0, lat = 0]: Position) => lng < 0 && lat > 15

/** Returns the cells that have a town or a county line, by their names. */
export function cellsOf(): Map<string, CellDetails> {
  const cells = new Map<string, CellDetails>()
  const cell = (at: Position) => {
    const name = cellAt(at)
    const found = cells.get(name) ?? emptyCell()
    if (isOnGrid(at)) cells.set(name, found)
    return found
  }
  for (const { name, population, at } of towns()) cell(at).towns.push({ name, population, ...stepsOf(at) })
  const stateOf = (id: unknown) => String(id).slice(0, 2)
  // Shared borders of two states are state lines.
  const lines = linesBetween(counties, 'counties', (a, b) => a !== b && stateOf(a.id) === stateOf(b.id))
  for (const { line } of lines.flatMap((each) => splitBy(each, cellAt)))
    cell(halfway(line)).county_lines.push(packLine(line))
  for (const county of areasOf(counties, 'counties')) {
    const name = countyLabel(county.id, county.name)
    const middle = middleOf(county)
    if (name !== null) cell(middle).county_names.push({ name, ...stepsOf(middle) })
  }
  for (const { key, line } of rivers().flatMap((each) => splitBy(each, cellAt)))
    cells.get(key)?.rivers.push(packLine(line))
  for (const [id, rings] of urbanParts().entries())
    for (const key of cellsTouched(rings)) cells.get(key)?.urban.push({ id, rings: rings.map(packLine) })
  const inland = lakes().filter(({ name }) => !GREAT_LAKES.includes(name))
  for (const [id, { name, rings }] of inland.flatMap(partsWithName).entries())
    for (const key of cellsTouched(rings)) cells.get(key)?.lakes.push({ id, name, rings: rings.map(packLine) })
  return cells
}

/** On the first segment, which is in the cell as all of them are. */
function halfway([[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []]: Line): Position {
  return [(ax + bx) / 2, (ay + by) / 2]
}

function emptyCell(): CellDetails {
  return { county_lines: [], county_names: [], urban: [], lakes: [], rivers: [], towns: [] }
}

function stepsOf([lng = 0, lat = 0]: Position) {
  return { x: Math.round(lng * STEPS_PER_DEGREE), y: Math.round(lat * STEPS_PER_DEGREE) }
}

function partsWithName({ name, parts }: Area) {
  return parts.map((rings) => ({ name, rings }))
}

/** Built-up areas reach into bays in their source. */
function urbanParts(): Rings[] {
  const land: MultiPolygon = nation.map((rings) => rings.map(asPairs))
  return urbanAreas().flatMap(({ parts }) =>
    parts.flatMap((rings) => {
      const box = boxOf(rings)
      const near = land.filter((part) => overlaps(boxOf(part), box))
      return near.length === 0 ? [] : polygonClipping.intersection(rings.map(asPairs), near)
    }),
  )
}

type Box = readonly [west: number, south: number, east: number, north: number]

function boxOf(rings: Rings): Box {
  const points = rings.flat()
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)]
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
  return [least(xs), least(ys), most(xs), most(ys)]
}

function overlaps(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

function cellsTouched(rings: Rings): string[] {
  const [west, south, east, north] = boxOf(rings)
  const names = new Set<string>()
  for (let x = Math.floor(west / CELL_WIDTH) * CELL_WIDTH; x <= east; x += CELL_WIDTH)
    for (let y = Math.floor(south / CELL_HEIGHT) * CELL_HEIGHT; y <= north; y += CELL_HEIGHT) names.add(cellAt([x, y]))
  return [...names]
}

/** Returns the centroid of the largest part. */
function middleOf({ parts }: Area): Position {
  const [ring] = parts.map(([outline = []]) => outline).sort((a, b) => weigh(b).area - weigh(a).area)
  const { area, x, y } = weigh(ring ?? [])
  return area === 0 ? (ring?.[0] ?? [0, 0]) : [x, y]
}
