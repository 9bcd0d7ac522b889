/** State and county lines and names of the base map, from the app's own files. Loaded with the map and never before. */
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
  if (!response.ok) throw new Error(`The shapes of the map were answered with ${response.status}.`)
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
    countyAt: (point) => collection(areas.filter((area) => holds(area, point)).slice(0, 1)),
    counties: areas.length,
  }
}

function asArea({ type, geometry, properties }: Feature): Area[] {
  const name: unknown = properties?.name
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return []
  return [{ type, geometry, properties: { name: typeof name === 'string' ? name : '' } }]
}

const collection = (features: Area[]): FeatureCollection => ({ type: 'FeatureCollection', features })

function polygonsOf({ geometry }: Area): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

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

/** The centroid of its largest part. */
function middleOf(area: Area): Position {
  let best = { size: 0, at: polygonsOf(area)[0]?.[0]?.[0] ?? [0, 0] }
  for (const [outer = []] of polygonsOf(area)) {
    const [first = [0, 0]] = outer
    const [x0 = 0, y0 = 0] = first
    let [twice, x, y] = [0, 0, 0]
    for (const [index, [ax = 0, ay = 0]] of outer.entries()) {
      const [bx = 0, by = 0] = outer[index + 1] ?? first
      const cross = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
      twice += cross
      x += (ax + bx - 2 * x0) * cross
      y += (ay + by - 2 * y0) * cross
    }
    if (Math.abs(twice) > best.size) best = { size: Math.abs(twice), at: [x0 + x / (3 * twice), y0 + y / (3 * twice)] }
  }
  return best.at
}

/** Even and odd crossings, over all rings at once, so that holes count as outside. */
function holds(area: Area, { lng, lat }: Point): boolean {
  let inside = false
  for (const ring of polygonsOf(area).flat()) {
    let [px = 0, py = 0] = ring.at(-1) ?? []
    for (const [x = 0, y = 0] of ring) {
      if (y > lat !== py > lat && lng < ((px - x) * (lat - y)) / (py - y) + x) inside = !inside
      px = x
      py = y
    }
  }
  return inside
}
