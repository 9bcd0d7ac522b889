/** All names of a view. Pure. */
import type { Ground, NamedArea } from '#components/service-centers/map/base/atlas.ts'
import type { Details } from '#components/service-centers/map/base/details.ts'
import { contains } from '#components/service-centers/map/base/map-areas.ts'
import { type Box, grow } from '#components/service-centers/map/geometry/boxes.ts'
import { landMaskOf } from '#components/service-centers/map/geometry/land-mask.ts'
import {
  type Pixel,
  pixelsPerMile,
  pointAt,
  type View,
  worldPixels,
} from '#components/service-centers/map/geometry/mercator.ts'
import { boxAround, createLabelRoom, type LabelRoom, type MapLabel, type Measure } from './label-types.ts'
import { placeBorders, placeCounties, placeStates } from './region-labels.ts'
import { isLandmark, placeTowns } from './town-labels.ts'

/** The names of lakes, each where most water is around it. Pure. */
const GREAT = { size: 16, weight: 560 }
const INLAND = { size: 12, weight: 480 }
/** Pixels between places that are tried. */
const STEP = 20
/** Pixels of water around a name, the most that is tried first. */
const ROOMS = [64, 48, 32, 16, 4]
/** Names of inland lakes in one view. */
const MOST_INLAND = 5

function placeWaters(great: readonly NamedArea[], inland: readonly NamedArea[], room: LabelRoom): MapLabel[] {
  const seas = great.flatMap((lake) => placeWater(lake, GREAT, room) ?? [])
  const bySize = inland
    .filter(({ name, area }) => name !== '' && sizeIn(area, room) > STEP)
    .sort((a, b) => sizeIn(b.area, room) - sizeIn(a.area, room))
  const lakes: MapLabel[] = []
  for (const lake of bySize) {
    if (lakes.length >= MOST_INLAND) break
    const label = placeWater(lake, INLAND, room)
    if (label) lakes.push(label)
  }
  return [...seas, ...lakes]
}

function sizeIn({ left, right }: NamedArea['area'], { view }: LabelRoom): number {
  return (right - left) * 2 ** view.zoom
}

function placeWater({ name, area }: NamedArea, lettering: typeof GREAT, room: LabelRoom): MapLabel | null {
  const width = room.measure(name, lettering, 'water')
  const spots = spotsIn(area, room).map((at) => ({ at, box: boxAround(at, width, lettering.size) }))
  const free = spots.filter(({ box }) => room.isFree(box))
  for (const margin of ROOMS) {
    const fitting = free.filter(({ box }) => room.land.isWater(grow(box, margin)) && room.isFree(grow(box, margin / 4)))
    const [best] = fitting.sort((a, b) => distanceToMiddle(a.box, room) - distanceToMiddle(b.box, room))
    if (!best) continue
    room.take(best.box)
    const point = pointAt(best.at, room.view)
    return { kind: 'water', text: name, point, offset: { x: 0, y: 0 }, ...lettering, dot: null, turn: 0 }
  }
  return null
}

function spotsIn(area: NamedArea['area'], { view }: LabelRoom): Pixel[] {
  const scale = 2 ** view.zoom
  const middle = worldPixels(view.center, 0)
  const [left, top] = [middle.x - view.width / 2 / scale, middle.y - view.height / 2 / scale]
  const spots: Pixel[] = []
  const [west, east] = [Math.max(0, (area.left - left) * scale), Math.min(view.width, (area.right - left) * scale)]
  const [north, south] = [Math.max(0, (area.top - top) * scale), Math.min(view.height, (area.bottom - top) * scale)]
  for (let x = west; x <= east; x += STEP)
    for (let y = north; y <= south; y += STEP)
      if (contains(area, left + x / scale, top + y / scale)) spots.push({ x, y })
  return spots
}

function distanceToMiddle(box: Box, { view }: LabelRoom): number {
  return Math.hypot(box.x + box.width / 2 - view.width / 2, box.y + box.height / 2 - view.height / 2)
}

/** Pixels of a mile, below which counties are too close together to be named, and below which states are named instead. */
const COUNTIES_FROM = 4
const DETAILS_FROM = 1.4

interface Labelled {
  ground: Ground
  details: Details
  view: View
  measure: Measure
  /** Pins, controls and what else covers the map, in pixels. */
  obstacles: readonly Box[]
}

/** Important names first: each takes the room that is left by those before. */
export function placeLabels({ ground, details, view, measure, obstacles }: Labelled): MapLabel[] {
  const beyond = Math.max(view.width, view.height) / 3
  const land = landMaskOf(ground, details, view, beyond)
  const room = createLabelRoom({ view, land, measure, obstacles, beyond })
  const scale = pixelsPerMile(view.zoom, view.center.lat)
  const { towns, counties, lakes } = details
  if (scale < DETAILS_FROM) return [...placeWaters(ground.great_lakes, [], room), ...placeStates(ground.states, room)]
  const isCommon = (town: (typeof towns)[number]) => !isLandmark(town)
  const isSeen = ({ point }: MapLabel) => room.isInView(room.project(point))
  const landmarks = placeTowns(towns.filter(isLandmark), room)
  const waters = placeWaters(ground.great_lakes, lakes, room)
  const borders = placeBorders(ground, room)
  const others = placeTowns(towns.filter(isCommon), room, landmarks.filter(isSeen).length)
  return [
    ...landmarks,
    ...waters,
    ...borders,
    ...others,
    ...(scale < COUNTIES_FROM ? [] : placeCounties(counties, room)),
  ]
}
