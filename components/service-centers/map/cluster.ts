/** When all centers are close to the middle of a wide search: how close, and where a detail of them has room. Pure. */

import { milesBetween, type Point } from '#lib/utils/data/distance.ts'
import { type Box, overlap } from './geometry/mercator.ts'

/** Share of the radius: centers all within it leave most of the map empty. */
const CLOSE = 1 / 4

interface Searched {
  origin: Point | null
  /** Miles. */
  radius: number
  /** Positions of the pins. */
  points: readonly Point[]
  /** Miles from the origin, as the service sends them. */
  distances: readonly string[]
}

/** Returns the miles that all centers are within, where that is a quarter of the radius at most; null otherwise. */
export function closeReach({ origin, radius, points, distances }: Searched): number | null {
  if (!origin || points.length < 2) return null
  const places = new Set(points.map(({ lng, lat }) => `${lng} ${lat}`))
  if (places.size < 2) return null
  const sent = distances.map(Number.parseFloat)
  const drawn = Math.max(...points.map((point) => milesBetween(origin, point)))
  const reach = sent.some(Number.isNaN) ? drawn : Math.max(...sent)
  return reach > 0 && Math.max(reach, drawn) <= radius * CLOSE ? Math.max(reach, 0.1) : null
}

/** Pixels. */
export interface Size {
  width: number
  height: number
}

/** Pixels between the inset and the map's edges; below are scale and credits. */
const EDGE = { side: 14, top: 14, bottom: 60 }
/** Something as important as this in a corner rules it out. */
export const IN_THE_WAY = 1000

interface Weighed {
  box: Box
  /** Cost of covering it. */
  weight: number
}

/** Returns the emptiest corner for something of this size; null where it would cover what must be seen. */
export function emptiestCorner(map: Size, size: Size, things: readonly Weighed[]): Box | null {
  const right = map.width - size.width - EDGE.side
  const bottom = map.height - size.height - EDGE.bottom
  const corners = [
    { x: right, y: EDGE.top },
    { x: EDGE.side, y: EDGE.top },
    { x: right, y: bottom },
    { x: EDGE.side, y: bottom },
  ].map((at) => ({ ...at, ...size }))
  const costs = corners.map((box) => ({
    box,
    cost: things.reduce((sum, { box: thing, weight }) => sum + (overlap(box, thing) ? weight : 0), 0),
  }))
  const [best] = costs.sort((a, b) => a.cost - b.cost)
  return best && best.cost < IN_THE_WAY && right > EDGE.side && bottom > EDGE.top ? best.box : null
}
