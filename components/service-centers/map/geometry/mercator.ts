import { EARTH_RADIUS_MILES, type Point } from '#lib/utils/data/distance.ts'

/** Pixels of the whole world at zoom 0. */
const WORLD = 512

/** Pixels from the world's north-west corner, as maps draw it. */
export function worldPixels({ lat, lng }: Point, zoom: number): { x: number; y: number } {
  const size = WORLD * 2 ** zoom
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((lat * Math.PI) / 180)))
  return { x: (size * (lng + 180)) / 360, y: size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) }
}

/** A map as it is: its size in pixels, what is in its middle, and how close. */
export interface View {
  width: number
  height: number
  center: Point
  zoom: number
}

/** Pixels from the map's top left corner. */
export interface Pixel {
  x: number
  y: number
}

export function projectionOf({ width, height, center, zoom }: View): (point: Point) => Pixel {
  const middle = worldPixels(center, zoom)
  return (point) => {
    const { x, y } = worldPixels(point, zoom)
    return { x: x - middle.x + width / 2, y: y - middle.y + height / 2 }
  }
}

export function pointAt({ x, y }: Pixel, { width, height, center, zoom }: View): Point {
  const size = WORLD * 2 ** zoom
  const middle = worldPixels(center, zoom)
  const [worldX, worldY] = [middle.x + x - width / 2, middle.y + y - height / 2]
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * worldY) / size))) * 180) / Math.PI
  return { lng: (worldX / size) * 360 - 180, lat }
}

/** Pixels of a mile at this latitude. */
export function pixelsPerMile(zoom: number, lat: number): number {
  return (WORLD * 2 ** zoom) / (2 * Math.PI * EARTH_RADIUS_MILES * Math.cos((lat * Math.PI) / 180))
}

/** Room around a circle that fills the map, both sides together, in pixels. */
const CIRCLE_ROOM = 64

/** Returns the zoom at which a circle fills a map of this size. */
export function zoomToFit(
  { width, height }: Pick<View, 'width' | 'height'>,
  miles: number,
  lat: number,
  room = CIRCLE_ROOM,
): number {
  const wanted = Math.max(1, Math.min(width, height) - room) / (2 * miles)
  return Math.log2(wanted / pixelsPerMile(0, lat))
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Returns the box in whose middle a point is. */
export function boxAround({ x, y }: Pixel, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height }
}
