'use client'
import type { Map as MapLibre } from 'maplibre-gl'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { atOf, useFollowMap, useHost } from '#components/service-centers/map/overlay-place.ts'
import type { MapLabel } from './label-types.ts'

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
