/** The land of the US and its neighbors, shores, states and the Great Lakes, from the files that every view needs. Pure. */
import { geoPath } from 'd3-geo'
import type { Feature, Geometry, MultiPolygon, Polygon, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Point } from '#lib/utils/data/distance.ts'
import type { Surroundings } from './base-files.ts'
import { unpackLine } from './coordinates.ts'
import { areaOf, type MapArea, type MapLine, mapLine } from './map-areas.ts'

interface Named {
  name?: string
}

/** Census Bureau, 2017, by us-atlas. */
export type Atlas = Topology<{ states: GeometryCollection<Named>; nation: GeometryCollection<Named> }>

/** Kind of a base-map feature; layers select by it. */
export type BaseKind =
  | 'neighbor'
  | 'seam'
  | 'great_lake'
  | 'nation'
  | 'state_line'
  | 'border'
  | 'coast'
  | 'urban'
  | 'lake'
  | 'river'
  | 'county_line'

export interface NamedArea {
  name: string
  area: MapArea
}

export interface Ground {
  features: Feature[]
  nation: readonly MapArea[]
  neighbors: readonly MapArea[]
  great_lakes: readonly NamedArea[]
  coast: readonly MapLine[]
  states: readonly (NamedArea & { middle: Point })[]
  state_lines: readonly MapLine[]
}

export function featureOf(kind: BaseKind, geometry: Geometry): Feature {
  return { type: 'Feature', properties: { kind }, geometry }
}

export function lineOf(kind: BaseKind, coordinates: Position[]): Feature {
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
      ...lakes.map(({ rings }) => featureOf('great_lake', { type: 'Polygon', coordinates: rings })),
      ...nationParts.map((coordinates) => featureOf('nation', { type: 'Polygon', coordinates })),
      featureOf('state_line', state_lines),
      ...surroundings.border.map((line) => lineOf('border', unpackLine(line))),
      ...coast.map((line) => lineOf('coast', line)),
    ],
    nation: nationParts.map(areaOf),
    neighbors: neighbors.map(areaOf),
    great_lakes: lakes.map(({ name, rings }) => ({ name, area: areaOf(rings) })),
    coast: coast.map(mapLine),
    states: feature(atlas, states).features.flatMap(({ geometry, properties: { name = '' } }) =>
      largestOf(geometry).map((rings) => ({ name, area: areaOf(partsOf(geometry).flat()), middle: middleOf(rings) })),
    ),
    state_lines: state_lines.coordinates.map(mapLine),
  }
}

function partsOf(geometry: Polygon | MultiPolygon | Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

/** Longitude and latitude as x and y. */
const plane = geoPath()
const polygon = (coordinates: Position[][]): Polygon => ({ type: 'Polygon', coordinates })

function largestOf(geometry: Geometry): Position[][][] {
  const parts = partsOf(geometry).sort((a, b) => plane.area(polygon(b)) - plane.area(polygon(a)))
  return parts.slice(0, 1)
}

function middleOf(rings: Position[][]): Point {
  const [lng, lat] = plane.centroid(polygon(rings))
  return { lng, lat }
}
