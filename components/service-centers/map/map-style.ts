/** The look of the map: its layers from bottom to top, colored by its own tokens in either theme. */
import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { BaseKind } from './base/atlas.ts'

const TOKENS = [
  'map-land',
  'map-urban',
  'map-water',
  'map-coast',
  'map-river',
  'map-county',
  'map-state',
  'map-veil',
  'map-water-name',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
] as const
export type Colors = Readonly<Record<(typeof TOKENS)[number], string>>

/** As `rgb()`, which is all that the map understands: the tokens differ by theme and are in another color space. */
export function readColors(): Colors {
  const probe = document.createElement('span')
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  document.body.append(probe)
  const colorOf = (token: string) => {
    probe.style.color = `var(--${token})`
    if (!brush) return 'rgb(128,128,128)'
    brush.fillStyle = getComputedStyle(probe).color
    brush.fillRect(0, 0, 1, 1)
    const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data
    return `rgb(${red},${green},${blue})`
  }
  const entries = Object.fromEntries(TOKENS.map((token) => [token, colorOf(token)]))
  probe.remove()
  return { ...NO_COLORS, ...entries }
}

const NO_COLORS: Colors = {
  'map-land': '#fff',
  'map-urban': '#eee',
  'map-water': '#cde',
  'map-coast': '#9bc',
  'map-river': '#abd',
  'map-county': '#ccc',
  'map-state': '#888',
  'map-veil': '#fff',
  'map-water-name': '#579',
  ink: '#000',
  'ink-2': '#444',
  'ink-3': '#666',
  accent: '#707',
}

/** Calls back when the theme changes, by the switch or by the system. */
export function onTheme(listener: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', listener)
  }
}

/** `ground` is the same for every view; `details` are those of the cells in view; no name is placed over what is kept free. */
export const BASE_SOURCES = ['ground', 'details', 'kept-free'] as const
/** Layers of the search, drawn over any base map. */
export const SEARCH_SOURCES = ['veil', 'ring', 'reach'] as const

/** Lines lie over all edges: to smooth them would be one more pass for each. */
const PLAIN = { 'fill-antialias': false }
const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const
/** Degrees that the sources of the border may lie apart, in pixels of a map at zoom 0. */
const SEAM = (0.1 * 512) / 360
/** From here on the details are loaded and drawn. */
export const DETAIL_ZOOM = 5.5

const only = (...kinds: BaseKind[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', kinds]]

export function baseLayers(colors: Colors): LayerSpecification[] {
  const fill = (
    id: string,
    source: (typeof BASE_SOURCES)[number],
    kind: BaseKind,
    color: string,
  ): LayerSpecification => ({
    id,
    type: 'fill',
    source,
    filter: only(kind),
    paint: { 'fill-color': color, ...PLAIN },
  })
  return [
    {
      id: 'seam',
      type: 'line',
      source: 'ground',
      filter: only('seam'),
      layout: ROUND,
      paint: {
        'line-color': colors['map-land'],
        'line-width': ['interpolate', ['exponential', 2], ['zoom'], 0, SEAM, 14, SEAM * 2 ** 14],
      },
    },
    fill('neighbors', 'ground', 'neighbor', colors['map-land']),
    fill('great-lakes', 'ground', 'great_lake', colors['map-water']),
    fill('nation', 'ground', 'nation', colors['map-land']),
    fill('urban', 'details', 'urban', colors['map-urban']),
    fill('lakes', 'details', 'lake', colors['map-water']),
    {
      id: 'lake-shores',
      type: 'line',
      source: 'details',
      filter: only('lake'),
      paint: { 'line-color': colors['map-coast'], 'line-width': 0.8 },
    },
    {
      id: 'rivers',
      type: 'line',
      source: 'details',
      filter: only('river'),
      layout: ROUND,
      paint: { 'line-color': colors['map-river'], 'line-width': 1.25 },
    },
    {
      id: 'county-lines',
      type: 'line',
      source: 'details',
      filter: only('county_line'),
      minzoom: DETAIL_ZOOM,
      paint: { 'line-color': colors['map-county'], 'line-width': 1 },
    },
    {
      id: 'state-casing',
      type: 'line',
      source: 'ground',
      filter: only('state_line', 'border'),
      layout: ROUND,
      paint: { 'line-color': colors['map-land'], 'line-width': 3 },
    },
    {
      id: 'state-lines',
      type: 'line',
      source: 'ground',
      filter: only('state_line', 'border'),
      paint: { 'line-color': colors['map-state'], 'line-width': 1.25, 'line-dasharray': [6, 3, 1.5, 3] },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'ground',
      filter: only('coast'),
      layout: ROUND,
      paint: { 'line-color': colors['map-coast'], 'line-width': 1.1 },
    },
  ]
}

export function searchLayers(colors: Colors): LayerSpecification[] {
  return [
    {
      id: 'veil',
      type: 'fill',
      source: 'veil',
      paint: { 'fill-color': colors['map-veil'], 'fill-opacity': 0.45, ...PLAIN },
    },
    {
      id: 'reach',
      type: 'fill',
      source: 'reach',
      paint: { 'fill-color': colors.accent, 'fill-opacity': 0.06, ...PLAIN },
    },
    {
      id: 'reach-line',
      type: 'line',
      source: 'reach',
      paint: { 'line-color': colors.accent, 'line-width': 1.25, 'line-dasharray': [2.5, 2.5] },
    },
    { id: 'ring-line', type: 'line', source: 'ring', paint: { 'line-color': colors.accent, 'line-width': 1.75 } },
  ]
}

export function emptyStyle(colors: Colors): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'water', type: 'background', paint: { 'background-color': colors['map-water'] } }],
  }
}
