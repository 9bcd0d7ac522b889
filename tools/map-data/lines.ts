/** Lines in the plane of longitude and latitude: simplified, split and compared. For the generator of the map's data alone. */
import type { Position } from 'geojson'

export type Line = readonly Position[]

/** Returns the line without points that lie within `tolerance` degrees of it (Douglas and Peucker); ends stay. */
export function simplify(line: Line, tolerance: number): Position[] {
  const keep = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    const [start, end] = [line[from], line[to]]
    if (!start || !end || to - from < 2) continue
    let [farthest, index] = [0, from]
    for (let each = from + 1; each < to; each += 1) {
      const distance = distanceTo(line[each] ?? start, start, end)
      if (distance > farthest) [farthest, index] = [distance, each]
    }
    if (farthest <= tolerance) continue
    keep.add(index)
    open.push([from, index], [index, to])
  }
  return line.filter((_, index) => keep.has(index))
}

export function distanceTo([x = 0, y = 0]: Position, [ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

/** Splits a line where the key of its segments' middles changes; pieces share the point between them. */
export function splitBy<Key>(line: Line, keyOf: (middle: Position) => Key): { key: Key; line: Position[] }[] {
  const pieces: { key: Key; line: Position[] }[] = []
  for (const [index, end] of line.slice(1).entries()) {
    const start = line[index] ?? end
    const key = keyOf(middleOf(start, end))
    const last = pieces.at(-1)
    if (last && last.key === key) last.line.push(end)
    else pieces.push({ key, line: [start, end] })
  }
  return pieces
}

function middleOf([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): Position {
  return [(ax + bx) / 2, (ay + by) / 2]
}

const BUCKET = 1

/** Returns whether a point is within `reach` degrees of any of the lines; at most half a degree. */
export function nearnessTo(lines: readonly Line[], reach: number): (point: Position) => boolean {
  const buckets = new Map<string, [Position, Position][]>()
  const keyOf = (x: number, y: number) => `${Math.floor(x / BUCKET)} ${Math.floor(y / BUCKET)}`
  for (const line of lines) {
    for (const [index, end] of line.slice(1).entries()) {
      const start = line[index] ?? end
      const [ax = 0, ay = 0] = start
      const [bx = 0, by = 0] = end
      const keys = new Set<string>()
      for (let x = Math.min(ax, bx) - reach; x <= Math.max(ax, bx) + reach + BUCKET; x += BUCKET)
        for (let y = Math.min(ay, by) - reach; y <= Math.max(ay, by) + reach + BUCKET; y += BUCKET)
          keys.add(keyOf(x, y))
      for (const key of keys) buckets.set(key, [...(buckets.get(key) ?? []), [start, end]])
    }
  }
  return (point) => {
    const [x = 0, y = 0] = point
    return (buckets.get(keyOf(x, y)) ?? []).some(([start, end]) => distanceTo(point, start, end) <= reach)
  }
}

/** Returns whether a point is inside rings, by the even-odd rule. */
export function isInside([x = 0, y = 0]: Position, rings: readonly Line[]): boolean {
  let inside = false
  for (const ring of rings) {
    for (const [index, [bx = 0, by = 0]] of ring.entries()) {
      const [ax = 0, ay = 0] = ring.at(index - 1) ?? []
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    }
  }
  return inside
}

/** Area in square degrees and centroid of a ring. */
export function weigh(ring: Line): { area: number; x: number; y: number } {
  let [doubled, sumX, sumY] = [0, 0, 0]
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [px = 0, py = 0] = ring.at(index - 1) ?? []
    const cross = px * y - x * py
    doubled += cross
    sumX += (px + x) * cross
    sumY += (py + y) * cross
  }
  return { area: Math.abs(doubled / 2), x: sumX / (3 * doubled), y: sumY / (3 * doubled) }
}
