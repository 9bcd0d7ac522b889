/** Rectangles on the map, in pixels. Pure. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Returns the box with room on every side; negative room makes it smaller. */
export function grow({ x, y, width, height }: Box, room: number): Box {
  return { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room }
}

export function holds(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** Returns whether a segment has a point within the box (Liang and Barsky). */
export function crossesBox(ax: number, ay: number, bx: number, by: number, box: Box): boolean {
  let [from, to] = [0, 1]
  const sides: [number, number][] = [
    [ax - bx, ax - box.x],
    [bx - ax, box.x + box.width - ax],
    [ay - by, ay - box.y],
    [by - ay, box.y + box.height - ay],
  ]
  for (const [change, room] of sides) {
    if (change === 0) {
      if (room < 0) return false
      continue
    }
    const at = room / change
    if (change < 0) from = Math.max(from, at)
    else to = Math.min(to, at)
    if (from > to) return false
  }
  return true
}
