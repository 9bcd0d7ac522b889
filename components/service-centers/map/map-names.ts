import type { FeatureCollection } from 'geojson'
import type {
  ExpressionSpecification,
  LayerSpecification,
  Map as MapLibre,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { type Box, pointAt, type View } from './geometry/mercator.ts'
import type { Colors } from './map-style.ts'

/** People from which a town is a landmark: strangers to a region know it by these. */
const LANDMARK = 70_000
const LARGE = 500_000

/** Fonts of the page in a weight: MapLibre draws letters in the first font that exists, and reads the weight from the first name. */
function fontsOf(weight: 'Medium' | 'Semibold' | 'Medium Italic'): string[] {
  const families = getComputedStyle(document.body).fontFamily.replaceAll(/["']/g, '').split(',')
  // Next's stand-ins for fonts that are still loading may not exist.
  return [weight, ...families.map((family) => family.trim()).filter((family) => !family.endsWith('Fallback'))]
}

interface Names {
  id: string
  source: 'ground' | 'details'
  filter: ExpressionSpecification
  color: string
  halo: string
  layout: SymbolLayerSpecification['layout']
  minzoom?: number
}

function namesOf({ id, source, filter, color, halo, layout, minzoom = 0 }: Names): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source,
    filter,
    minzoom,
    layout: { 'text-field': ['get', 'name'], 'text-padding': 3, 'text-max-width': 40, ...layout },
    paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.5 },
  }
}

/** From the least to the most important, which MapLibre places first; a tile has a name for its part of a state or a lake. */
export function nameLayers(colors: Colors): LayerSpecification[] {
  const land = { halo: colors['map-land'] }
  const water = { color: colors['map-water-name'], halo: colors['map-water'] }
  const kind = (name: string): ExpressionSpecification => ['==', ['get', 'kind'], name]
  const people: ExpressionSpecification = ['get', 'population']
  const towns = (id: string, filter: ExpressionSpecification): LayerSpecification => {
    const layer = namesOf({
      id,
      source: 'details',
      filter: ['all', kind('town'), filter],
      color: colors.ink,
      ...land,
      layout: {
        'text-font': ['step', people, ['literal', fontsOf('Medium')], LANDMARK, ['literal', fontsOf('Semibold')]],
        'text-size': ['step', people, 12, LANDMARK, 13.5, LARGE, 16],
        'text-variable-anchor-offset': [
          'step',
          people,
          ['literal', BESIDE],
          LARGE,
          ['literal', [...BESIDE, ...FARTHER]],
        ],
        'symbol-sort-key': ['-', people],
        'icon-image': 'dot',
        'icon-size': ['step', people, 0.7, LANDMARK, 1],
        'icon-optional': true,
      },
    })
    return { ...layer, paint: { ...layer.paint, 'icon-color': colors.ink, 'icon-halo-color': colors['map-land'] } }
  }
  return [
    namesOf({
      id: 'county-names',
      source: 'details',
      filter: kind('county'),
      minzoom: 7.5,
      color: colors['ink-3'],
      ...land,
      layout: { 'text-font': fontsOf('Medium'), 'text-size': 12, 'text-letter-spacing': 0.05 },
    }),
    towns('town-names', ['all', ['<', people, LANDMARK], ['>=', people, ['step', ['zoom'], 24_000, 9, 8000, 10, 0]]]),
    namesOf({
      id: 'lake-names',
      source: 'details',
      filter: kind('lake'),
      ...water,
      layout: { 'text-font': fontsOf('Medium Italic'), 'text-size': 12, 'text-padding': 24 },
    }),
    namesOf({
      id: 'state-names',
      source: 'ground',
      filter: kind('state'),
      color: colors['ink-2'],
      ...land,
      layout: { 'text-font': fontsOf('Semibold'), 'text-size': 13, 'text-letter-spacing': 0.03, 'text-padding': 20 },
    }),
    towns('landmarks', ['>=', people, LANDMARK]),
    namesOf({
      id: 'great-lake-names',
      source: 'ground',
      filter: kind('great_lake'),
      ...water,
      layout: { 'text-font': fontsOf('Medium Italic'), 'text-size': 16, 'text-variable-anchor-offset': WITHIN },
    }),
    {
      id: 'kept-free',
      type: 'symbol',
      source: 'kept-free',
      layout: { 'icon-image': 'nothing', 'icon-allow-overlap': true, 'icon-padding': 0 },
    },
  ]
}

type Anchors = (string | [number, number])[]

/** Ems from a dot to its name: right, left, above or below. */
const BESIDE: Anchors = ['left', [0.5, 0], 'right', [-0.5, 0], 'bottom', [0, -0.4], 'top', [0, 0.4]]
/** Pins may cover the middle of a large city, and people look for its name all the same. */
const FARTHER = [2, 3.5, 5].flatMap((ems) => [
  'top',
  [0, ems],
  'bottom',
  [0, -ems],
  'left',
  [ems, 0],
  'right',
  [-ems, 0],
])

/** Ems from the middle of a lake. */
const WITHIN: Anchors = ['center', [0, 0], 'top', [0, 2], 'bottom', [0, -2], 'top', [0, 5], 'bottom', [0, -5]]

/** Pixels of the squares that stand for pins, buttons and the inset. */
const SQUARE = 24
const DOT = 16

/** Gives the map its pictures: a town's dot, in any color, and a square of nothing. */
export function addPictures(map: MapLibre): void {
  map.addImage('nothing', { width: SQUARE, height: SQUARE, data: new Uint8Array(4 * SQUARE * SQUARE) })
  const data = new Uint8ClampedArray(4 * DOT * DOT)
  for (let pixel = 0; pixel < DOT * DOT; pixel += 1) {
    const away = Math.hypot((pixel % DOT) + 0.5 - DOT / 2, Math.floor(pixel / DOT) + 0.5 - DOT / 2)
    // A distance field: three quarters at the edge of the dot, an eighth less for each pixel out.
    data[4 * pixel + 3] = 255 * (0.75 + (DOT / 4 - away) / 8)
  }
  map.addImage('dot', { width: DOT, height: DOT, data }, { sdf: true, pixelRatio: 2 })
}

/** Returns squares that cover boxes of a view, so that no name is placed there. */
export function squaresOver(boxes: readonly Box[], view: View): FeatureCollection {
  const middles = boxes.flatMap(({ x, y, width, height }) => {
    const [across, down] = [Math.ceil(width / SQUARE), Math.ceil(height / SQUARE)]
    return Array.from({ length: across * down }, (_, index) => ({
      x: x + ((index % across) + 0.5) * (width / across),
      y: y + (Math.floor(index / across) + 0.5) * (height / down),
    }))
  })
  return {
    type: 'FeatureCollection',
    features: middles.map((middle) => {
      const { lng, lat } = pointAt(middle, view)
      return { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } }
    }),
  }
}
