'use client'

import type { Map as MapLibre } from 'maplibre-gl'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { atOf, useFollowMap, useHost } from '#components/service-centers/map/map-overlay.tsx'
import type { MapLabel, Measure } from './label-types.ts'

/** The names on the map. They are for the eye: the list names every place that the search found. */
export function MapLabels({ map, labels }: { map: MapLibre; labels: readonly MapLabel[] }) {
  const host = useHost(map)
  const layer = useRef<HTMLDivElement>(null)
  useFollowMap(map, layer)
  return createPortal(
    <div ref={layer} aria-hidden="true" className="map-labels">
      {labels.map((label) => (
        <Label key={`${label.kind} ${label.text} ${atOf(label.point)}`} label={label} />
      ))}
    </div>,
    host,
  )
}

function Label({ label: { kind, text, point, offset, size, weight, dot, turn } }: { label: MapLabel }) {
  const place = `translate(-50%, -50%) translate(${offset.x}px, ${offset.y}px)${turn === 0 ? '' : ` rotate(${turn}deg)`}`
  return (
    <span data-at={atOf(point)} data-kind={kind} className="map-label">
      {dot !== null && <i style={{ width: 2 * dot, height: 2 * dot }} />}
      <b style={{ fontSize: size, fontWeight: weight, transform: place }}>{text}</b>
    </span>
  )
}

/** How wide a name is in the page's own letters. */
const widths = new Map<string, number>()
let brush: CanvasRenderingContext2D | null = null

/** As center-map.css spaces the letters of counties, states and waters, in parts of their size. */
const SPACING = { town: 0, county: 0.05, state: 0.03, water: 0.02 }

export const measureText: Measure = (text, { size, weight }, kind) => {
  const style = kind === 'water' ? 'italic ' : ''
  const key = `${style}${weight} ${text}`
  brush ??= document.createElement('canvas').getContext('2d')
  const known = widths.get(key)
  if (known !== undefined) return known * size + text.length * SPACING[kind] * size
  if (!brush) return text.length * size * 0.6
  // At a size of 100: one measure serves every size.
  brush.font = `${style}${weight} 100px ${getComputedStyle(document.body).fontFamily}`
  const width = brush.measureText(text).width / 100
  widths.set(key, width)
  return width * size + text.length * SPACING[kind] * size
}
