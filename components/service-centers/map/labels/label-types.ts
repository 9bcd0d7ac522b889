/** A name on the map, as it is drawn. */
import { type Box, grow, holds, overlap } from '#components/service-centers/map/geometry/boxes.ts'
import type { LandMask } from '#components/service-centers/map/geometry/land-mask.ts'
import { type Pixel, projectionOf, type View } from '#components/service-centers/map/geometry/mercator.ts'
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

/** Pixels that stay free around a name. */
const AIR = 3

export interface LabelRoom {
  view: View
  land: LandMask
  measure: Measure
  project: (point: Point) => Pixel
  isInView: (at: Pixel) => boolean
  /** In view or so near that moving the map soon shows it. */
  isNear: (at: Pixel) => boolean
  /** Whether nothing is there, and the edge of the view doesn't cut it. */
  isFree: (box: Box) => boolean
  take: (box: Box) => void
}

interface RoomOptions {
  view: View
  land: LandMask
  measure: Measure
  /** Pins, controls and what else covers the map, in pixels. */
  obstacles: readonly Box[]
  /** Pixels beyond each edge of the view where names are placed as well. */
  beyond: number
}

export function createLabelRoom({ view, land, measure, obstacles, beyond }: RoomOptions): LabelRoom {
  const taken = [...obstacles]
  const window: Box = { x: 0, y: 0, width: view.width, height: view.height }
  const isWithin = ({ x, y }: Pixel, room: number) => holds(grow(window, room), { x, y, width: 0, height: 0 })
  return {
    view,
    land,
    measure,
    project: projectionOf(view),
    isInView: (at) => isWithin(at, 0),
    isNear: (at) => isWithin(at, beyond),
    isFree: (box) => {
      const wide = grow(box, AIR)
      return (holds(window, wide) || !overlap(window, wide)) && !taken.some((each) => overlap(each, wide))
    },
    take: (box) => void taken.push(box),
  }
}
