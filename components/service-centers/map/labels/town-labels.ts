/** Which towns are named on the map, and where: the largest first, each where there is room. Pure. */
import type { Town } from '#components/service-centers/map/base/details.ts'
import { type Box, grow } from '#components/service-centers/map/geometry/boxes.ts'
import type { Pixel } from '#components/service-centers/map/geometry/mercator.ts'
import { boxAround, type LabelRoom, type Lettering, type MapLabel } from './label-types.ts'

interface Tier extends Lettering {
  /** People. */
  from: number
  dot: number
}

const LARGE: Tier = { from: 500_000, size: 16, weight: 660, dot: 2.5 }
const MEDIUM: Tier = { from: 70_000, size: 13.5, weight: 600, dot: 2.5 }
const SMALL: Tier = { from: 24_000, size: 12, weight: 480, dot: 1.75 }
const TIERS = [LARGE, MEDIUM, SMALL]

/** Towns of fewer people than the smallest tier are named only while there are fewer names than this in view. */
const ENOUGH = 16

/** Returns the letters of a town of so many people. */
export function tierOf(population: number): Tier {
  return TIERS.find(({ from }) => population >= from) ?? SMALL
}

/** A town that people know the region by is named over water too, where it has no room on land. */
export const isLandmark = ({ population }: Town) => population >= MEDIUM.from

/** Pixels between a dot and its name. */
const GAP = 5

/** Returns where the middle of a name may be, from its dot: right, left, above, below. */
export function positionsAround(width: number, size: number, dot: number): Pixel[] {
  const [across, down] = [dot + GAP + width / 2, dot + GAP - 1 + size / 2]
  return [
    { x: across, y: 0 },
    { x: -across, y: 0 },
    { x: 0, y: -down },
    { x: 0, y: down },
  ]
}

/** Places the names of `towns`, which are sorted by population, and takes their room; `before` names are in view already. */
export function placeTowns(towns: readonly Town[], room: LabelRoom, before = 0): MapLabel[] {
  const placed: MapLabel[] = []
  let inView = before
  for (const town of towns) {
    const isSmall = town.population < SMALL.from
    if (isSmall && inView >= ENOUGH) break
    const at = room.project(town.point)
    if (!room.isNear(at)) continue
    const label = placeTown(town, at, room, 'land') ?? (isLandmark(town) ? placeLandmark(town, at, room) : null)
    if (!label) continue
    placed.push(label)
    if (room.isInView(at)) inView += 1
  }
  return placed
}

function placeTown({ name, population, point }: Town, at: Pixel, room: LabelRoom, on: 'land' | 'anywhere') {
  const { size, weight, dot } = tierOf(population)
  const width = room.measure(name, { size, weight }, 'town')
  const spot = dotBox(at, dot)
  if (!room.isFree(spot)) return null
  for (const offset of positionsAround(width, size, dot)) {
    const box = boxAround({ x: at.x + offset.x, y: at.y + offset.y }, width, size)
    if (!room.isFree(box) || (on === 'land' && !room.land.isLand(box))) continue
    room.take(box)
    room.take(spot)
    return { kind: 'town', text: name, point, offset, size, weight, dot, turn: 0 } satisfies MapLabel
  }
  return null
}

/** Pixels from a city to where its name may be, when pins cover its place, and what a place on land is worth. */
const FARTHEST = 88
const STEP = 8
const LAND_BONUS = 32

/** Over water if need be; a city of the largest tier also without its dot near its place: people look for it in vain otherwise. */
function placeLandmark(town: Town, at: Pixel, room: LabelRoom): MapLabel | null {
  const beside = placeTown(town, at, room, 'anywhere')
  if (beside || town.population < LARGE.from) return beside
  const { name, population, point } = town
  const { size, weight } = tierOf(population)
  const width = room.measure(name, { size, weight }, 'town')
  const found = offsetsAround(width, size).map(({ away, offset }) => {
    const box = boxAround({ x: at.x + offset.x, y: at.y + offset.y }, width, size)
    return { offset, box, cost: isAshore(at, box, room) ? away : away + LAND_BONUS }
  })
  const [best] = found.filter(({ box }) => room.isFree(box)).sort((a, b) => a.cost - b.cost)
  if (!best) return null
  room.take(best.box)
  return { kind: 'town', text: name, point, offset: best.offset, size, weight, dot: null, turn: 0 }
}

/** On the land that the city is on: a name across the bay would be read as another town's. */
function isAshore(at: Pixel, box: Box, { land }: LabelRoom): boolean {
  const [across, down] = [box.x + box.width / 2 - at.x, box.y + box.height / 2 - at.y]
  const between = [0.25, 0.5, 0.75].map((part) =>
    grow({ x: at.x + across * part, y: at.y + down * part, width: 0, height: 0 }, 1),
  )
  return land.isLand(box) && between.every(land.isLand)
}

/** The nearest first; for each distance right, left, above and below, then between. */
function offsetsAround(width: number, size: number) {
  const offsets: { away: number; offset: Pixel }[] = []
  for (let away = 0; away <= FARTHEST; away += STEP) {
    for (const [across, down] of DIRECTIONS)
      offsets.push({ away, offset: { x: across * (width / 2 + away), y: down * (size / 2 + away) } })
  }
  return offsets
}

const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const

function dotBox({ x, y }: Pixel, dot: number): Box {
  return grow({ x, y, width: 0, height: 0 }, dot)
}
