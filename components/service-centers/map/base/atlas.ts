/** The land of the US and its neighbors, shores, states and the Great Lakes, from the files that every view needs. Pure. */
import type { Feature, Geometry, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { worldPixels } from '#components/service-centers/map/geometry/mercator.ts'
import type { Point } from '#lib/utils/data/distance.ts'
import type { CellDetails, Surroundings } from './base-files.ts'
import { STEPS_PER_DEGREE, unpackLine } from './coordinates.ts'

interface Told {
  name?: string
  population?: number
}

/** Census Bureau, 2017, by us-atlas. */
export type Atlas = Topology<{ states: GeometryCollection<Told>; nation: GeometryCollection<Told> }>

/** Kind of a base-map feature; layers select by it. */
export type BaseKind =
  | 'neighbor'
  | 'seam'
  | 'great_lake'
  | 'nation'
  | 'state'
  | 'state_line'
  | 'border'
  | 'coast'
  | 'urban'
  | 'lake'
  | 'river'
  | 'county_line'
  | 'county'
  | 'town'

/** Features for the map, and the same for its inset, which has a brush of its own. */
export interface Ground {
  features: Feature[]
  nation: readonly MapArea[]
  neighbors: readonly MapArea[]
  great_lakes: readonly MapArea[]
  coast: readonly MapLine[]
  state_lines: readonly MapLine[]
}

function featureOf(kind: BaseKind, geometry: Geometry, told: Told = {}): Feature {
  return { type: 'Feature', properties: { kind, ...told }, geometry }
}

function lineOf(kind: BaseKind, coordinates: Position[]): Feature {
  return featureOf(kind, { type: 'LineString', coordinates })
}

export function groundOf(atlas: Atlas, surroundings: Surroundings): Ground {
  const { nation, states } = atlas.objects
  const nationParts = feature(atlas, nation).features.flatMap(({ geometry }) => partsOf(geometry))
  const state_lines = mesh(atlas, states, (a, b) => a !== b)
  const neighbors = surroundings.neighbors.map((rings) => rings.map(unpackLine))
  const lakes = surroundings.great_lakes.map(({ name, rings }) => ({ name, rings: rings.map(unpackLine) }))
  const coast = surroundings.coast.map(unpackLine)
  return {
    features: [
      ...neighbors.map((coordinates) => featureOf('neighbor', { type: 'Polygon', coordinates })),
      ...surroundings.seam.map((line) => lineOf('seam', unpackLine(line))),
      ...lakes.map(({ name, rings }) => featureOf('great_lake', { type: 'Polygon', coordinates: rings }, { name })),
      ...nationParts.map((coordinates) => featureOf('nation', { type: 'Polygon', coordinates })),
      ...feature(atlas, states).features.map(({ geometry, properties }) => featureOf('state', geometry, properties)),
      featureOf('state_line', state_lines),
      ...surroundings.border.map((line) => lineOf('border', unpackLine(line))),
      ...coast.map((line) => lineOf('coast', line)),
    ],
    nation: nationParts.map(areaOf),
    neighbors: neighbors.map(areaOf),
    great_lakes: lakes.map(({ rings }) => areaOf(rings)),
    coast: coast.map(mapLine),
    state_lines: state_lines.coordinates.map(mapLine),
  }
}

function partsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

/** Details of several cells together: features for the map, and the same for its inset, which has a brush of its own. */
export interface Details {
  features: readonly Feature[]
  /** Largest population first. */
  towns: readonly { name: string; population: number; point: Point }[]
  lakes: readonly MapArea[]
  urban: readonly MapArea[]
  rivers: readonly MapLine[]
}

export const NO_DETAILS: Details = { features: [], towns: [], lakes: [], urban: [], rivers: [] }

/** Areas that several cells hold are taken once. */
export function detailsOf(cells: readonly CellDetails[]): Details {
  const lakes = unique(cells.flatMap((cell) => cell.lakes)).map(unpackArea)
  const urban = unique(cells.flatMap((cell) => cell.urban)).map(unpackArea)
  const rivers = cells.flatMap((cell) => cell.rivers.map(unpackLine))
  const towns = cells
    .flatMap((cell) => cell.towns)
    .map(({ name, population, x, y }) => ({ name, population, point: pointOf(x, y) }))
    .sort((a, b) => b.population - a.population)
  return {
    features: [
      ...urban.map(({ rings }) => featureOf('urban', { type: 'Polygon', coordinates: rings })),
      ...lakes.map(({ name, rings }) => featureOf('lake', { type: 'Polygon', coordinates: rings }, { name })),
      ...rivers.map((line) => lineOf('river', line)),
      ...cells.flatMap(({ county_lines }) => county_lines.map((line) => lineOf('county_line', unpackLine(line)))),
      ...cells.flatMap(({ county_names }) =>
        county_names.map(({ name, x, y }) => featureOf('county', pointFeature(pointOf(x, y)), { name })),
      ),
      ...towns.map(({ name, population, point }) => featureOf('town', pointFeature(point), { name, population })),
    ],
    towns,
    lakes: lakes.map(({ rings }) => areaOf(rings)),
    urban: urban.map(({ rings }) => areaOf(rings)),
    rivers: rivers.map(mapLine),
  }
}

function unpackArea({ name = '', rings }: { id: number; name?: string; rings: readonly (readonly number[])[] }) {
  return { name, rings: rings.map(unpackLine) }
}

function unique<Area extends { id: number }>(areas: readonly Area[]): Area[] {
  return [...new Map(areas.map((area) => [area.id, area])).values()]
}

function pointOf(x: number, y: number): Point {
  return { lng: x / STEPS_PER_DEGREE, lat: y / STEPS_PER_DEGREE }
}

function pointFeature({ lng, lat }: Point): Geometry {
  return { type: 'Point', coordinates: [lng, lat] }
}

/** In pixels of the world at zoom 0. */
export interface Extent {
  left: number
  top: number
  right: number
  bottom: number
}

export interface MapLine extends Extent {
  /** `x, y` of each position, pixels of the world at zoom 0. */
  points: Float64Array
}

export interface MapArea extends Extent {
  rings: readonly MapLine[]
}

function mapLine(positions: readonly Position[]): MapLine {
  const points = new Float64Array(positions.length * 2)
  const extent = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  }
  for (const [index, [lng = 0, lat = 0]] of positions.entries()) {
    const { x, y } = worldPixels({ lng, lat }, 0)
    points[2 * index] = x
    points[2 * index + 1] = y
    extent.left = Math.min(extent.left, x)
    extent.right = Math.max(extent.right, x)
    extent.top = Math.min(extent.top, y)
    extent.bottom = Math.max(extent.bottom, y)
  }
  return { points, ...extent }
}

function areaOf(rings: readonly (readonly Position[])[]): MapArea {
  const lines = rings.map(mapLine)
  return {
    rings: lines,
    left: Math.min(...lines.map(({ left }) => left)),
    top: Math.min(...lines.map(({ top }) => top)),
    right: Math.max(...lines.map(({ right }) => right)),
    bottom: Math.max(...lines.map(({ bottom }) => bottom)),
  }
}

export function touches(a: Extent, b: Extent): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}
