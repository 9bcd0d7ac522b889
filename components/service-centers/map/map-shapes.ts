/** State and county lines and names of the base map, from the app's own files. Loaded with the map and never before. */
import { geoContains, geoPath } from 'd3-geo'
import type {
  Feature,
  FeatureCollection,
  Point as GeoPoint,
  MultiLineString,
  MultiPolygon,
  Polygon,
  Position,
} from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Point } from '#lib/utils/data/distance.ts'

interface Named {
  name: string
}

/** Census Bureau, 2017, by us-atlas: ids are FIPS codes, of which a county's first two digits are its state's. */
type Atlas = Topology<{
  counties: GeometryCollection<Named>
  states: GeometryCollection<Named>
  nation: GeometryCollection<Named>
}>

type Area = Feature<Polygon | MultiPolygon, Named>
type Labels = FeatureCollection<GeoPoint, Named>

export interface Shapes {
  land: FeatureCollection
  county_lines: MultiLineString
  state_lines: MultiLineString
  county_names: Labels
  state_names: Labels
  /** The county that a place lies in; nothing at sea. */
  countyAt: (point: Point) => FeatureCollection
  counties: number
}

const ATLAS = new URL('us-atlas/counties-10m.json', import.meta.url)

/** @throws Error when the file does not come */
export async function loadShapes(signal: AbortSignal): Promise<Shapes> {
  const response = await fetch(ATLAS, { signal })
  if (!response.ok) throw new Error(`The map data failed to load (status ${response.status}).`)
  const atlas: Atlas = await response.json()
  const { counties, states, nation } = atlas.objects
  const areas = feature(atlas, counties).features.flatMap(asArea)
  const stateOf = (id: unknown) => String(id).slice(0, 2)
  return {
    land: feature(atlas, nation),
    // Where two states meet is the states' line.
    county_lines: mesh(atlas, counties, (a, b) => a !== b && stateOf(a.id) === stateOf(b.id)),
    state_lines: mesh(atlas, states, (a, b) => a !== b),
    county_names: labelsOf(areas),
    state_names: labelsOf(feature(atlas, states).features.flatMap(asArea)),
    countyAt: ({ lng, lat }) => collection(areas.filter((area) => geoContains(area, [lng, lat])).slice(0, 1)),
    counties: areas.length,
  }
}

function asArea({ type, geometry, properties }: Feature): Area[] {
  const name: unknown = properties?.name
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return []
  return [{ type, geometry, properties: { name: typeof name === 'string' ? name : '' } }]
}

const collection = (features: Area[]): FeatureCollection => ({ type: 'FeatureCollection', features })

function labelsOf(areas: readonly Area[]): Labels {
  return {
    type: 'FeatureCollection',
    features: areas.map((area) => ({
      type: 'Feature',
      properties: area.properties,
      geometry: { type: 'Point', coordinates: middleOf(area) },
    })),
  }
}

/** Longitude and latitude as x and y. */
const plane = geoPath()

/** Returns the centroid of its largest part. */
function middleOf({ geometry }: Area): Position {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const parts = polygons.map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
  const bySize = parts.sort((one, other) => plane.area(other) - plane.area(one))
  return plane.centroid(bySize[0] ?? geometry)
}
