import type { Pixel } from './mercator.ts'

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
