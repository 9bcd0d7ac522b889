/** Brings the whole search into view, and keeps it there when the map's size changes. */
import type { Map as MapLibre } from 'maplibre-gl'
import type { Point } from '#lib/utils/data/distance.ts'
import { zoomToFit } from './geometry/mercator.ts'
import { boundsOf } from './pins.ts'

/** The mainland, for a search that has no place. */
const MAINLAND: [[number, number], [number, number]] = [
  [-125, 24],
  [-66, 50],
]
/** Room for pins at the edge, in pixels. */
const PADDING = 48

export interface Area {
  origin: Point | null
  /** Radius of the circle around the origin. */
  miles: number
  /** Points to fit when there is no origin. */
  points: readonly Point[]
}

/** Fills the map with the circle, or with the pins of a search without a place. */
export function fitArea(map: MapLibre, { origin, miles, points }: Area, { animate }: { animate: boolean }): void {
  if (!origin) {
    map.fitBounds(boundsOf(points) ?? MAINLAND, { padding: PADDING, animate })
    return
  }
  const { width, height } = map.getContainer().getBoundingClientRect()
  const zoom = Math.min(map.getMaxZoom(), zoomToFit({ width, height }, miles, origin.lat))
  map.easeTo({ center: origin, zoom, animate })
}

/** Returns whether the map shows just that circle, so that another size of the map calls for another zoom. */
export function isFitted(map: MapLibre, size: { width: number; height: number }, { origin, miles }: Area): boolean {
  if (!origin) return false
  const { lng, lat } = map.getCenter()
  const zoom = Math.min(map.getMaxZoom(), zoomToFit(size, miles, origin.lat))
  return Math.abs(map.getZoom() - zoom) < 0.01 && Math.hypot(lng - origin.lng, lat - origin.lat) < 0.001
}
