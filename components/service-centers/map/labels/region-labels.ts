/** The names of counties and states. Pure. */
import type { Ground } from '#components/service-centers/map/base/atlas.ts'
import type { Place } from '#components/service-centers/map/base/details.ts'
import { contains, type MapLine } from '#components/service-centers/map/base/map-areas.ts'
import { grow } from '#components/service-centers/map/geometry/boxes.ts'
import { type Pixel, pointAt, worldPixels } from '#components/service-centers/map/geometry/mercator.ts'
import { boxAround, type LabelRoom, type MapLabel } from './label-types.ts'

const COUNTY = { size: 12, weight: 480 }
const STATE = { size: 13, weight: 600 }
const BORDER = { size: 12, weight: 600 }

/** Pixels from the middle of a county, the nearest first. */
const AROUND: readonly Pixel[] = [0, 20, -20, 40, -40].flatMap((y) => [0, 28, -28].map((x) => ({ x, y })))

export function placeCounties(counties: readonly Place[], room: LabelRoom): MapLabel[] {
  return counties.flatMap(({ name, point }) => {
    const at = room.project(point)
    if (!room.isNear(at)) return []
    const width = room.measure(name, COUNTY, 'county')
    for (const offset of AROUND) {
      const box = boxAround({ x: at.x + offset.x, y: at.y + offset.y }, width, COUNTY.size)
      if (!room.isFree(grow(box, 2)) || !room.land.isLand(box)) continue
      room.take(box)
      return [{ kind: 'county', text: name, point, offset, ...COUNTY, dot: null, turn: 0 }]
    }
    return []
  })
}

/** In the middle of each, for a map of many states. */
export function placeStates(states: Ground['states'], room: LabelRoom): MapLabel[] {
  return states.flatMap(({ name, middle: point }) => {
    const at = room.project(point)
    const box = boxAround(at, room.measure(name, STATE, 'state'), STATE.size)
    if (!room.isNear(at) || !room.isFree(box)) return []
    room.take(box)
    return [{ kind: 'state', text: name, point, offset: { x: 0, y: 0 }, ...STATE, dot: null, turn: 0 }]
  })
}

/** Pixels from the line to the middle of a name on its side. */
const ASIDE = 13
/** Pixels that a line may leave the straight one along a name. */
const BEND = 4
/** Pixels between two pairs of names on one view. */
const APART = 420

/** On both sides of a border, along it, where it is straight for as long as the names are. */
export function placeBorders({ states, state_lines }: Ground, room: LabelRoom): MapLabel[] {
  const placed: MapLabel[] = []
  const used: Pixel[] = []
  for (const chord of chordsOf(state_lines, room)) {
    if (used.some(({ x, y }) => Math.hypot(x - chord.x, y - chord.y) < APART)) continue
    const pair = pairAt(chord, states, room)
    if (!pair) continue
    placed.push(...pair)
    used.push(chord)
  }
  return placed
}

interface Chord extends Pixel {
  /** Radians, between a quarter turn left and right, so that no name stands on its head. */
  turn: number
}

/** Pixels of a border along which names are placed. */
const CHORD = 84

/** Straight stretches in view, those far from the middle of the map first: names of towns are around it. */
function chordsOf(lines: readonly MapLine[], { view, isInView }: LabelRoom): Chord[] {
  const scale = 2 ** view.zoom
  const middle = worldPixels(view.center, 0)
  const chords: Chord[] = []
  for (const { points } of lines) {
    const line: Pixel[] = []
    for (let index = 0; index + 1 < points.length; index += 2)
      line.push({
        x: ((points[index] ?? 0) - middle.x) * scale + view.width / 2,
        y: ((points[index + 1] ?? 0) - middle.y) * scale + view.height / 2,
      })
    chords.push(...straightParts(line, isInView))
  }
  const fromMiddle = ({ x, y }: Pixel) => Math.hypot(x - view.width / 2, y - view.height / 2)
  return chords.sort((a, b) => fromMiddle(b) - fromMiddle(a))
}

function straightParts(line: readonly Pixel[], isInView: (at: Pixel) => boolean): Chord[] {
  const chords: Chord[] = []
  const even = resample(line, CHORD / 4, isInView)
  for (let index = 0; index + 4 < even.length; index += 1) {
    const part = even.slice(index, index + 5)
    const [start, end] = [part[0], part[4]]
    if (!(start && end)) continue
    const length = Math.hypot(end.x - start.x, end.y - start.y)
    if (length < CHORD * 0.97 || length > CHORD * 1.03) continue
    const isStraight = part.every(
      ({ x, y }) => Math.abs((end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)) / length < BEND,
    )
    if (!isStraight) continue
    const turn = Math.atan((end.y - start.y) / (end.x - start.x || 1e-9))
    chords.push({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, turn })
  }
  return chords
}

/** Points at even distances along the part of a line that is in view. */
function resample(line: readonly Pixel[], step: number, isInView: (at: Pixel) => boolean): Pixel[] {
  const even: Pixel[] = []
  let rest = 0
  for (const [index, end] of line.slice(1).entries()) {
    const start = line[index] ?? end
    const length = Math.hypot(end.x - start.x, end.y - start.y)
    for (let at = rest; at < length; at += step) {
      const point = { x: start.x + ((end.x - start.x) * at) / length, y: start.y + ((end.y - start.y) * at) / length }
      if (isInView(point)) even.push(point)
    }
    rest = length < rest ? rest - length : (step - ((length - rest) % step)) % step
  }
  return even
}

function pairAt(chord: Chord, states: Ground['states'], room: LabelRoom): MapLabel[] | null {
  const [across, down] = [-Math.sin(chord.turn) * ASIDE, Math.cos(chord.turn) * ASIDE]
  const sides = [-1, 1].map((side) => {
    const at = { x: chord.x + side * across, y: chord.y + side * down }
    const point = pointAt(at, room.view)
    const { x, y } = worldPixels(point, 0)
    const state = states.find(({ area }) => contains(area, x, y))
    return state ? { at, point, name: state.name, width: room.measure(state.name, BORDER, 'state') } : null
  })
  const [above, below] = sides
  if (!(above && below) || above.name === below.name) return null
  const pair = [above, below]
  const boxes = pair.flatMap(({ at, width }) => squaresAlong(at, width, chord.turn))
  if (!boxes.every((box) => room.isFree(box) && room.land.isLand(box))) return null
  for (const box of boxes) room.take(box)
  return pair.map(({ name, point }) => ({
    kind: 'state',
    text: name,
    point,
    offset: { x: 0, y: 0 },
    ...BORDER,
    dot: null,
    turn: (chord.turn * 180) / Math.PI,
  }))
}

/** A turned name as squares in a row. */
function squaresAlong(at: Pixel, width: number, turn: number) {
  const count = Math.ceil(width / BORDER.size)
  return Array.from({ length: count }, (_, index) => {
    const along = ((index + 0.5) / count - 0.5) * width
    return boxAround(
      { x: at.x + Math.cos(turn) * along, y: at.y + Math.sin(turn) * along },
      BORDER.size,
      BORDER.size / 1.2,
    )
  })
}
