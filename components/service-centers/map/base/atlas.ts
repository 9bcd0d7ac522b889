/** The land of the US and its neighbors, shores, states and the Great Lakes, from the files that every view needs. Pure. */
import type { Feature, Geometry, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Surroundings } from './base-files.ts'
import { unpackLine } from './coordinates.ts'
import { areaOf, type MapArea, type MapLine, mapLine } from './map-areas.ts'

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

export function featureOf(kind: BaseKind, geometry: Geometry, told: Told = {}): Feature {
  return { type: 'Feature', properties: { kind, ...told }, geometry }
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
