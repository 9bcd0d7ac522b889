/** Puts the base map and the search into a MapLibre map, and colours them by the theme. */
import type { GeoJSON } from 'geojson'
import { GeoJSONSource, type LayerSpecification, type Map as MapLibre } from 'maplibre-gl'
import { type Point, ringAround } from '#lib/utils/data/distance.ts'
import { loadShapes, type Shapes } from './map-shapes.ts'
import { BASE_SOURCES, baseLayers, emptyStyle, readColors, SEARCH_SOURCES, searchLayers } from './map-style.ts'
import type { MapProblem } from './map-types.ts'
import type { Town } from './pins.ts'

export interface Base {
  style_url: string | null
  signal: AbortSignal
  onFailed: (problem: MapProblem) => void
}

interface Search {
  origin: Point | null
  miles: number
  inner_miles: number | null
  towns: readonly Town[]
}

const NOTHING: GeoJSON = { type: 'FeatureCollection', features: [] }

/** What was loaded for a map, until it goes. */
const shapesOf = new WeakMap<MapLibre, Shapes>()
const searchOf = new WeakMap<MapLibre, Search>()

const fontOf = () =>
  getComputedStyle(document.body).fontFamily.split(',')[0]?.replaceAll('"', '').trim() ?? 'sans-serif'

/** `onReady` comes when the search can be drawn; lines and names follow when they are there. */
export function drawBase(map: MapLibre, base: Base, onReady: () => void): void {
  const begin = (streets: boolean) => {
    addSearch(map)
    onReady()
    if (!streets) void addLines(map, base)
  }
  if (base.style_url === null) {
    map.once('style.load', () => begin(false))
    return
  }
  const withoutStreets = () => {
    map.off('style.load', withStreets)
    base.onFailed('no-streets')
    map.once('style.load', () => begin(false))
    map.setStyle(emptyStyle(readColors()))
  }
  const withStreets = () => {
    map.off('error', withoutStreets)
    begin(true)
  }
  map.once('style.load', withStreets)
  map.once('error', withoutStreets)
}

function addSearch(map: MapLibre) {
  for (const source of SEARCH_SOURCES) map.addSource(source, { type: 'geojson', data: NOTHING })
  for (const layer of searchLayers(readColors())) map.addLayer(layer)
}

async function addLines(map: MapLibre, { signal, onFailed }: Base) {
  const shapes = await loadShapes(signal).catch(() => null)
  if (signal.aborted) return
  if (!shapes) {
    onFailed('no-base')
    return
  }
  shapesOf.set(map, shapes)
  for (const name of BASE_SOURCES) {
    map.addSource(name, { type: 'geojson', data: name === 'towns' ? NOTHING : dataOf(shapes[name]), maxzoom: 9 })
  }
  const [first] = searchLayers(readColors())
  for (const layer of baseLayers(readColors(), fontOf())) {
    map.addLayer(layer, layer.type === 'symbol' ? undefined : first?.id)
  }
  const search = searchOf.get(map)
  if (search) drawSearch(map, search)
}

function dataOf(shape: Shapes['land'] | Shapes['county_lines']): GeoJSON {
  return shape.type === 'FeatureCollection' ? shape : { type: 'Feature', properties: {}, geometry: shape }
}

export function drawSearch(map: MapLibre, search: Search): void {
  searchOf.set(map, search)
  const { origin, miles, inner_miles, towns } = search
  set(map, 'ring', origin ? ringShape(origin, miles) : NOTHING)
  set(map, 'inner-ring', origin && inner_miles ? ringShape(origin, inner_miles) : NOTHING)
  const shapes = shapesOf.get(map)
  if (!shapes) return
  set(map, 'county', origin ? shapes.countyAt(origin) : NOTHING)
  // Of a town and a county of one name the town is meant.
  map.setFilter('county_names', ['!', ['in', ['get', 'name'], ['literal', towns.map(({ name }) => name)]]])
  set(map, 'towns', {
    type: 'FeatureCollection',
    features: towns.map(({ name, point: { lng, lat } }) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  })
}

function ringShape(origin: Point, miles: number): GeoJSON {
  const coordinates = [ringAround(origin, miles).map(({ lng, lat }) => [lng, lat])]
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }
}

function set(map: MapLibre, name: string, data: GeoJSON) {
  const source = map.getSource(name)
  if (source instanceof GeoJSONSource) source.setData(data)
}

/** The same layers in the colours of the theme that is on now. */
export function paint(map: MapLibre): void {
  const colors = readColors()
  const layers: LayerSpecification[] = [
    ...emptyStyle(colors).layers,
    ...baseLayers(colors, fontOf()),
    ...searchLayers(colors),
  ]
  for (const { id, paint: properties = {} } of layers) {
    if (!map.getLayer(id)) continue
    for (const [name, value] of Object.entries(properties)) if (isColor(name)) map.setPaintProperty(id, name, value)
  }
}

type PaintName = Parameters<MapLibre['setPaintProperty']>[1]

/** Nothing else of a layer depends on the theme. */
const isColor = (name: string): name is PaintName => name.endsWith('-color')
