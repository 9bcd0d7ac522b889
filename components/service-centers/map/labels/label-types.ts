/** A name on the map, as it is drawn. */
import type { Box } from '#components/service-centers/map/geometry/boxes.ts'
import type { Pixel } from '#components/service-centers/map/geometry/mercator.ts'
import type { Point } from '#lib/utils/data/distance.ts'

type LabelKind = 'town' | 'county' | 'state' | 'water'

export interface Lettering {
  /** Pixels. */
  size: number
  weight: number
}

export interface MapLabel extends Lettering {
  kind: LabelKind
  text: string
  /** Point that the label follows when the map moves. */
  point: Point
  /** From there to the middle of the text, in pixels. */
  offset: Pixel
  /** Diameter of a town's dot in pixels; null for none. */
  dot: number | null
  /** Degrees clockwise. */
  turn: number
}

/** Returns the width of a text in pixels. */
export type Measure = (text: string, lettering: Lettering, kind: LabelKind) => number

/** Height of a line by the size of its letters. */
const LINE = 1.2

export function boxAround({ x, y }: Pixel, width: number, size: number): Box {
  const height = size * LINE
  return { x: x - width / 2, y: y - height / 2, width, height }
}
