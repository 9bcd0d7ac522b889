/** The look of the map: its layers, coloured by the console's own tokens in either theme. */
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

const TOKENS = ['canvas', 'surface', 'line', 'line-2', 'control', 'ink-2', 'ink-3', 'accent', 'accent-soft'] as const
export type Colors = Readonly<Record<(typeof TOKENS)[number], string>>

/** As `rgb()`, which is all that the map understands: the tokens differ by theme and are in another colour space. */
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
  canvas: '#fff',
  surface: '#fff',
  line: '#ddd',
  'line-2': '#ccc',
  control: '#888',
  'ink-2': '#444',
  'ink-3': '#666',
  accent: '#707',
  'accent-soft': '#fdf',
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

/** What the search is about, over whatever base there is. */
export const SEARCH_SOURCES = ['county', 'ring', 'inner-ring'] as const

/** Lines lie over all edges: to smooth them would be one more pass for each. */
const PLAIN = { 'fill-antialias': false }

export function searchLayers(colors: Colors): LayerSpecification[] {
  return [
    {
      id: 'ring',
      type: 'fill',
      source: 'ring',
      paint: { 'fill-color': colors.accent, 'fill-opacity': 0.05, ...PLAIN },
    },
    {
      id: 'county',
      type: 'fill',
      source: 'county',
      paint: { 'fill-color': colors.accent, 'fill-opacity': 0.06, ...PLAIN },
    },
    {
      id: 'inner-ring-line',
      type: 'line',
      source: 'inner-ring',
      paint: { 'line-color': colors.accent, 'line-width': 1, 'line-dasharray': [3, 3] },
    },
    { id: 'ring-line', type: 'line', source: 'ring', paint: { 'line-color': colors.accent, 'line-width': 1.5 } },
  ]
}

export const BASE_SOURCES = ['land', 'county_lines', 'state_lines', 'county_names', 'state_names', 'towns'] as const

/** Letters are drawn by the browser from the page's own font: no glyphs are fetched. */
export function baseLayers(colors: Colors, font: string): LayerSpecification[] {
  const names = (source: string, size: number, color: string, zooms: { minzoom?: number; maxzoom?: number }) =>
    ({
      id: source,
      type: 'symbol',
      source,
      ...zooms,
      layout: { 'text-field': ['get', 'name'], 'text-font': [font], 'text-size': size, 'text-padding': 6 },
      paint: { 'text-color': color, 'text-halo-color': colors.surface, 'text-halo-width': 1.5 },
    }) satisfies LayerSpecification
  return [
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.surface, ...PLAIN } },
    {
      id: 'county_lines',
      type: 'line',
      source: 'county_lines',
      minzoom: 3,
      paint: { 'line-color': colors['line-2'], 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.3, 8, 1] },
    },
    {
      id: 'state_lines',
      type: 'line',
      source: 'state_lines',
      paint: { 'line-color': colors.control, 'line-width': 1.2 },
    },
    names('county_names', 12, colors['ink-3'], { minzoom: 7 }),
    names('towns', 12, colors['ink-2'], { minzoom: 9 }),
    names('state_names', 13, colors['ink-2'], { maxzoom: 7 }),
  ]
}

export function emptyStyle(colors: Colors): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'water', type: 'background', paint: { 'background-color': colors.canvas } }],
  }
}
