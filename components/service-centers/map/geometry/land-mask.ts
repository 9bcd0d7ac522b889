/** Separates land from water in a view. Pure. */
import type { Ground } from '#components/service-centers/map/base/atlas.ts'
import type { Details } from '#components/service-centers/map/base/details.ts'
import { contains, type Extent, type MapLine, touches } from '#components/service-centers/map/base/map-areas.ts'
import { type Box, crossesBox } from './boxes.ts'
import { type Pixel, type View, worldPixels } from './mercator.ts'

export interface LandMask {
  /** Whether no part of the box is water. */
  isLand: (box: Box) => boolean
  /** Whether no part of the box is land. */
  isWater: (box: Box) => boolean
}

/** Pixels of a bucket of the index. */
const BUCKET = 48

interface Segment {
  ax: number
  ay: number
  bx: number
  by: number
}

/** Answers hold within `room` pixels around the view. */
export function landMaskOf(
  { nation, neighbors, great_lakes, coast }: Ground,
  { lakes }: Details,
  view: View,
  room: number,
): LandMask {
  const scale = 2 ** view.zoom
  const middle = worldPixels(view.center, 0)
  const [left, top] = [middle.x - view.width / 2 / scale, middle.y - view.height / 2 / scale]
  const seen: Extent = {
    left: left - room / scale,
    top: top - room / scale,
    right: left + (view.width + room) / scale,
    bottom: top + (view.height + room) / scale,
  }
  const inSight = <Shape extends Extent>(shapes: readonly Shape[]) => shapes.filter((shape) => touches(shape, seen))
  const [own, others] = [inSight(nation), inSight(neighbors)]
  const great = inSight(great_lakes.map(({ area }) => area))
  const inland = inSight(lakes.map(({ area }) => area))
  const shores = inSight([...coast, ...inland.flatMap(({ rings }) => rings)])
  const buckets = bucketsOf(shores, seen, { scale, left, top })
  const crosses = (box: Box) =>
    keysOf(box.x, box.y, box.x + box.width, box.y + box.height).some((key) =>
      buckets.get(key)?.some(({ ax, ay, bx, by }) => crossesBox(ax, ay, bx, by, box)),
    )
  const within = (areas: typeof own, x: number, y: number) => areas.some((area) => contains(area, x, y))
  const isLandAt = ({ x, y }: Pixel) => {
    const [worldX, worldY] = [left + x / scale, top + y / scale]
    const isShore = within(own, worldX, worldY) || (within(others, worldX, worldY) && !within(great, worldX, worldY))
    return isShore && !within(inland, worldX, worldY)
  }
  // No shore passes through a box that is all one; where the sources know no shore, as at border rivers, its corners tell.
  return {
    isLand: (box) => !crosses(box) && pointsOf(box).every(isLandAt),
    isWater: (box) => !crosses(box) && !pointsOf(box).some(isLandAt),
  }
}

function pointsOf({ x, y, width, height }: Box): Pixel[] {
  return [
    { x: x + width / 2, y: y + height / 2 },
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ]
}

interface Frame {
  scale: number
  left: number
  top: number
}

function bucketsOf(shores: readonly MapLine[], seen: Extent, frame: Frame) {
  const buckets = new Map<string, Segment[]>()
  const window = pixelsOf(seen.left, seen.top, seen.right, seen.bottom, frame)
  for (const segment of shores.flatMap((shore) => segmentsOf(shore, seen, frame))) {
    const { ax, ay, bx, by } = segment
    // Clips a long segment to the view.
    const [west, north] = [Math.max(window.ax, Math.min(ax, bx)), Math.max(window.ay, Math.min(ay, by))]
    const [east, south] = [Math.min(window.bx, Math.max(ax, bx)), Math.min(window.by, Math.max(ay, by))]
    for (const key of keysOf(west, north, east, south)) {
      const bucket = buckets.get(key)
      if (bucket) bucket.push(segment)
      else buckets.set(key, [segment])
    }
  }
  return buckets
}

function segmentsOf({ points }: MapLine, seen: Extent, frame: Frame): Segment[] {
  const segments: Segment[] = []
  for (let index = 2; index < points.length; index += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.subarray(index - 2, index + 2)
    const extent = { left: Math.min(x0, x1), top: Math.min(y0, y1), right: Math.max(x0, x1), bottom: Math.max(y0, y1) }
    if (touches(extent, seen)) segments.push(pixelsOf(x0, y0, x1, y1, frame))
  }
  return segments
}

function pixelsOf(x0: number, y0: number, x1: number, y1: number, { scale, left, top }: Frame): Segment {
  return { ax: (x0 - left) * scale, ay: (y0 - top) * scale, bx: (x1 - left) * scale, by: (y1 - top) * scale }
}

function keysOf(left: number, top: number, right: number, bottom: number): string[] {
  const keys: string[] = []
  for (let x = Math.floor(left / BUCKET); x <= Math.floor(right / BUCKET); x += 1)
    for (let y = Math.floor(top / BUCKET); y <= Math.floor(bottom / BUCKET); y += 1) keys.push(`${x} ${y}`)
  return keys
}
