/** Puts the base map and the search into a MapLibre map, and colors them by the theme. */
import type { Feature, GeoJSON } from 'geojson'
import { GeoJSONSource, type LayerSpecification, type Map as MapLibre } from 'maplibre-gl'
import { type Point, ringAround } from '#lib/utils/data/distance.ts'
import type { Box, View } from './geometry/mercator.ts'
import { addPictures, nameLayers, squaresOver } from './map-names.ts'
import { BASE_SOURCES, baseLayers, emptyStyle, readColors, SEARCH_SOURCES, searchLayers } from './map-style.ts'

interface Opened {
  style_url: string | null
  /** When the search can be drawn; `streets` is whether there are streets under it. */
  onReady: (streets: boolean) => void
  /** No streets came; the map's own lines stand in for them. */
  onNoStreets: () => void
}

const NOTHING: GeoJSON = { type: 'FeatureCollection', features: [] }

export function openLayers(map: MapLibre, { style_url, onReady, onNoStreets }: Opened): void {
  const begin = (streets: boolean) => {
    const colors = readColors()
    const sources = streets ? SEARCH_SOURCES : [...BASE_SOURCES, ...SEARCH_SOURCES]
    // Beyond that zoom the same shapes are drawn larger.
    for (const source of sources) map.addSource(source, { type: 'geojson', data: NOTHING, maxzoom: 9 })
    if (!streets) addPictures(map)
    for (const layer of streets ? [] : baseLayers(colors)) map.addLayer(layer)
    for (const layer of searchLayers(colors)) map.addLayer(layer)
    for (const layer of streets ? [] : nameLayers(colors)) map.addLayer(layer)
    onReady(streets)
  }
  if (style_url === null) {
    map.once('style.load', () => begin(false))
    return
  }
  const withoutStreets = () => {
    map.off('style.load', withStreets)
    onNoStreets()
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

export function drawBase(map: MapLibre, source: 'ground' | 'details', features: readonly Feature[]): void {
  set(map, source, { type: 'FeatureCollection', features: [...features] })
}

/** Keeps names away from boxes of the view. */
export function keepFree(map: MapLibre, boxes: readonly Box[], view: View): void {
  set(map, 'kept-free', squaresOver(boxes, view))
}

interface Search {
  origin: Point | null
  miles: number
  reach: number | null
}

export function drawSearch(map: MapLibre, { origin, miles, reach }: Search): void {
  const ring = origin ? positionsAround(origin, miles) : null
  set(map, 'ring', ring ? polygon([ring]) : NOTHING)
  set(map, 'veil', ring ? polygon([WORLD, ring]) : NOTHING)
  set(map, 'reach', origin && reach !== null ? polygon([positionsAround(origin, reach)]) : NOTHING)
}

const WORLD: [number, number][] = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
  [-180, -85],
]

function positionsAround(origin: Point, miles: number): [number, number][] {
  return ringAround(origin, miles).map(({ lng, lat }) => [lng, lat])
}

function polygon(coordinates: [number, number][][]): GeoJSON {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }
}

function set(map: MapLibre, name: string, data: GeoJSON) {
  const source = map.getSource(name)
  if (source instanceof GeoJSONSource) source.setData(data)
}

/** The same layers in the colors of the theme that is on now. */
export function paint(map: MapLibre): void {
  const colors = readColors()
  const layers: LayerSpecification[] = [
    ...emptyStyle(colors).layers,
    ...baseLayers(colors),
    ...searchLayers(colors),
    ...nameLayers(colors),
  ]
  for (const { id, paint: properties = {} } of layers) {
    if (!map.getLayer(id)) continue
    for (const [name, value] of Object.entries(properties)) if (isColor(name)) map.setPaintProperty(id, name, value)
  }
}

type PaintName = Parameters<MapLibre['setPaintProperty']>[1]

/** Nothing else of a layer depends on the theme. */
const isColor = (name: string): name is PaintName => name.endsWith('-color')
