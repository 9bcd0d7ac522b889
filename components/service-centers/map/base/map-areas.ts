/** Lines and areas of the base map in world coordinates, for questions asked in pixels. Pure. */
import type { Position } from 'geojson'
import { worldPixels } from '#components/service-centers/map/geometry/mercator.ts'

/** In pixels of the world at zoom 0. */
export interface Extent {
  left: number
  top: number
  right: number
  bottom: number
}

export interface MapLine extends Extent {
  /** `x, y` of each position, pixels of the world at zoom 0. */
  points: Float64Array
}

export interface MapArea extends Extent {
  rings: readonly MapLine[]
}

export function mapLine(positions: readonly Position[]): MapLine {
  const points = new Float64Array(positions.length * 2)
  const extent = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  }
  for (const [index, [lng = 0, lat = 0]] of positions.entries()) {
    const { x, y } = worldPixels({ lng, lat }, 0)
    points[2 * index] = x
    points[2 * index + 1] = y
    extent.left = Math.min(extent.left, x)
    extent.right = Math.max(extent.right, x)
    extent.top = Math.min(extent.top, y)
    extent.bottom = Math.max(extent.bottom, y)
  }
  return { points, ...extent }
}

export function areaOf(rings: readonly (readonly Position[])[]): MapArea {
  const lines = rings.map(mapLine)
  return {
    rings: lines,
    left: Math.min(...lines.map(({ left }) => left)),
    top: Math.min(...lines.map(({ top }) => top)),
    right: Math.max(...lines.map(({ right }) => right)),
    bottom: Math.max(...lines.map(({ bottom }) => bottom)),
  }
}

export function touches(a: Extent, b: Extent): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}
