'use client'
/** The view of the map each time it comes to rest, and what covers it. */
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import type { Box } from './geometry/boxes.ts'
import type { View } from './geometry/mercator.ts'

export interface Settled {
  view: View
  /** Buttons, scale and credits, in pixels from the map's corner. */
  controls: readonly Box[]
}

export function useSettled(map: MapLibre): Settled {
  const [settled, setSettled] = useState(() => readSettled(map))
  useEffect(() => {
    const read = () => setSettled(readSettled(map))
    map.on('moveend', read)
    map.on('resize', read)
    // Obstacles are drawn after the map.
    read()
    return () => {
      map.off('moveend', read)
      map.off('resize', read)
    }
  }, [map])
  return settled
}

/** Marks what names and the inset keep clear of. */
const CONTROLS = '[data-map-control], .maplibregl-ctrl'

function readSettled(map: MapLibre): Settled {
  const container = map.getContainer()
  const { left, top, width, height } = container.getBoundingClientRect()
  const { lng, lat } = map.getCenter()
  const parts = container.closest('section')?.querySelectorAll(CONTROLS) ?? []
  return {
    view: { width, height, center: { lng, lat }, zoom: map.getZoom() },
    controls: [...parts].map((part) => {
      const box = part.getBoundingClientRect()
      return { x: box.left - left, y: box.top - top, width: box.width, height: box.height }
    }),
  }
}
