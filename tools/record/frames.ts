/** The frames of an animation, and the way of its pointer: numbers only. */

export interface Point {
  x: number
  y: number
}

export interface Frame {
  image: Buffer
  /** How long it is shown. */
  delayMs: number
}

/** GIF counts in hundredths of a second, and browsers show less than two of them as ten. */
const STEP_MS = 10
const SHORTEST_MS = 20

/** Returns the points between two places, the last one included, slow at both ends. */
export function pointerPath(from: Point, to: Point, steps: number): Point[] {
  return Array.from({ length: steps }, (_, index) => {
    const share = easeInOut((index + 1) / steps)
    return { x: Math.round(from.x + (to.x - from.x) * share), y: Math.round(from.y + (to.y - from.y) * share) }
  })
}

function easeInOut(share: number): number {
  return share * share * (3 - 2 * share)
}

/** Shows a frame that equals the one before it by showing that one longer. */
export function mergeFrames(frames: readonly Frame[]): Frame[] {
  const merged: Frame[] = []
  for (const frame of frames) {
    const last = merged.at(-1)
    if (last?.image.equals(frame.image)) merged[merged.length - 1] = { ...last, delayMs: last.delayMs + frame.delayMs }
    else merged.push(frame)
  }
  return merged
}

/** Returns the delays as the format can have them, without drifting from the length of the whole. */
export function roundDelays(delaysMs: readonly number[]): number[] {
  let exact = 0
  let shown = 0
  return delaysMs.map((delayMs) => {
    exact += delayMs
    const rounded = Math.max(SHORTEST_MS, Math.round((exact - shown) / STEP_MS) * STEP_MS)
    shown += rounded
    return rounded
  })
}

export function durationMs(frames: readonly Frame[]): number {
  return frames.reduce((sum, { delayMs }) => sum + delayMs, 0)
}
