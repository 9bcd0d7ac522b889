/** Our own: MapLibre's clusters are drawn, and these pins are buttons for keyboards and screen readers. */

import { type Box, overlap, type Pixel } from '#components/service-centers/map/geometry/mercator.ts'
import type { ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import type { ZipCentroid } from '#lib/domains/service-centers/zips.ts'
import { milesBetween, type Point } from '#lib/utils/data/distance.ts'

export interface Pin {
  /** That of the list, from 1. */
  number: number
  point: Point
}

export interface Pins {
  pins: readonly Pin[]
  /** Numbers of those that stand in the middle of their ZIP, and of those that nobody knows a place for. */
  at_zip: readonly number[]
  nowhere: readonly number[]
}

/** A center's own position comes first; longitude and latitude that are none count as not sent. */
function ownPoint({ location }: ServiceCenter): Point | null {
  if (!location) return null
  const { lng, lat } = location
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0) ? { lng, lat } : null
}

/** ZIP codes that must be located to place all of them. */
export function zipsToLocate(centers: readonly ServiceCenter[], origin: string | null): string[] {
  const zips = centers.flatMap((center) => (ownPoint(center) ? [] : [center.metadata.zip_code.trim().slice(0, 5)]))
  const all = [...(origin === null ? [] : [origin]), ...zips].filter((zip) => /^\d{5}$/.test(zip))
  return [...new Set(all)].sort()
}

export function pinsOf(centers: readonly ServiceCenter[], centroids: readonly Omit<ZipCentroid, 'nearest'>[]): Pins {
  const byZip = new Map(centroids.map(({ zip_code, lat, lng }) => [zip_code, { lat, lng }]))
  const found = centers.map((center, index) => {
    const own = ownPoint(center)
    const zip = byZip.get(center.metadata.zip_code.trim().slice(0, 5))
    return { number: index + 1, point: own ?? zip ?? null, at_zip: own === null }
  })
  return {
    pins: found.flatMap(({ number, point }) => (point ? [{ number, point }] : [])),
    at_zip: found.flatMap(({ number, point, at_zip }) => (point && at_zip ? [number] : [])),
    nowhere: found.flatMap(({ number, point }) => (point ? [] : [number])),
  }
}

export interface PinGroup {
  /** Ascending; the first one's place is the group's. */
  pins: readonly [Pin, ...Pin[]]
}

/** How much of the map a group takes, in pixels around its place. */
type GroupBox = (group: PinGroup) => Box

/** Pins of one place stand as one, then those that would cover each other, the nearest numbers first. */
export function groupPins(pins: readonly Pin[], project: (point: Point) => Pixel, boxOf: GroupBox): PinGroup[] {
  const places = new Map<string, [Pin, ...Pin[]]>()
  for (const pin of pins) {
    const key = `${pin.point.lng} ${pin.point.lat}`
    const place = places.get(key)
    if (place) place.push(pin)
    else places.set(key, [pin])
  }
  let groups: PinGroup[] = [...places.values()].map((members) => ({ pins: members }))
  for (let pair = firstPair(groups, project, boxOf); pair; pair = firstPair(groups, project, boxOf)) {
    const [one, other] = pair
    groups = groups.flatMap((group) => {
      if (group === other) return []
      return [group === one ? merged(one, other) : group]
    })
  }
  return groups
}

function firstPair(groups: readonly PinGroup[], project: (point: Point) => Pixel, boxOf: GroupBox) {
  const boxes = groups.map((group) => boxAt(group, project, boxOf))
  for (const [index, one] of groups.entries()) {
    for (const [later, other] of groups.slice(index + 1).entries()) {
      const [a, b] = [boxes[index], boxes[index + 1 + later]]
      if (a && b && overlap(a, b)) return [one, other] as const
    }
  }
  return null
}

export function boxAt(group: PinGroup, project: (point: Point) => Pixel, boxOf: GroupBox): Box {
  const { x, y } = project(group.pins[0].point)
  const box = boxOf(group)
  return { ...box, x: box.x + x, y: box.y + y }
}

function merged({ pins: [first, ...rest] }: PinGroup, { pins: others }: PinGroup): PinGroup {
  return { pins: [first, ...[...rest, ...others].sort((a, b) => a.number - b.number)] }
}

/** Returns what a group's pin says: "24 · 25", or of more "1 +23". Where one of it is selected, its number comes first. */
export function groupLabel({ pins }: PinGroup, selected: number | null): { first: string; more: string | null } {
  const numbers = pins.map(({ number }) => number)
  const [one, two, ...others] = numbers
  if (others.length === 0) return { first: two === undefined ? String(one) : `${one} · ${two}`, more: null }
  const first = selected !== null && numbers.includes(selected) ? selected : one
  return { first: String(first), more: `+${numbers.length - 1}` }
}

/** A ring holds as many as fit `gap` pixels apart; more make a second ring, half a step further round. */
export function fanOut(count: number, gap: number): { x: number; y: number }[] {
  const spots: { x: number; y: number }[] = []
  for (let ring = 0; spots.length < count; ring += 1) {
    const radius = gap * (1.15 + ring)
    const room = Math.floor(Math.PI / Math.asin(gap / (2 * radius)))
    const here = Math.min(room, count - spots.length)
    for (let index = 0; index < here; index += 1) {
      const angle = ((index + (ring % 2) / 2) / here) * 2 * Math.PI - Math.PI / 2
      spots.push({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) })
    }
  }
  return spots
}

/** South-west and north-east, as `[lng, lat]`; null of nothing. */
export function boundsOf(points: readonly Point[]): [[number, number], [number, number]] | null {
  if (points.length === 0) return null
  const [lngs, lats] = [points.map(({ lng }) => lng), points.map(({ lat }) => lat)]
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ]
}

/** Pixels of a digit, of the separator and of the rest of a pin's letters. */
const DIGIT = 7.2
const PIN = { x: -14, y: -36, width: 28, height: 36 }
const STACK = { sides: 21, more: 14, height: 28, tip: 7 }
const SMALL = { sides: 14, height: 20 }

/** Pixels that stay free between two pins. */
const AIR = 2

/** On the map: a pin with a tip, or a wider one for several. */
export const mapPinBox: GroupBox = (group) => {
  if (group.pins.length === 1) return PIN
  const width = lettersOf(group) * DIGIT + STACK.sides + (group.pins.length > 2 ? STACK.more : 0) + AIR
  return { x: -width / 2, y: -STACK.height - STACK.tip, width, height: STACK.height + STACK.tip }
}

/** In the inset: no tip, its middle on the place. */
export const insetPinBox: GroupBox = (group) => {
  const width = lettersOf(group) * DIGIT * 0.95 + SMALL.sides + AIR
  return { x: -width / 2, y: -SMALL.height / 2, width, height: SMALL.height }
}

function lettersOf(group: Parameters<GroupBox>[0]): number {
  const { first, more } = groupLabel(group, null)
  return first.length + (more?.length ?? 0)
}

/** Share of the radius: centers all within it leave most of the map empty. */
const CLOSE = 1 / 4

interface Searched {
  origin: Point | null
  /** Miles. */
  radius: number
  /** Positions of the pins. */
  points: readonly Point[]
  /** Miles from the origin, as the service sends them. */
  distances: readonly string[]
}

/** Returns the miles that all centers are within, where that is a quarter of the radius at most; null otherwise. */
export function closeReach({ origin, radius, points, distances }: Searched): number | null {
  if (!origin || points.length < 2) return null
  const places = new Set(points.map(({ lng, lat }) => `${lng} ${lat}`))
  if (places.size < 2) return null
  const sent = distances.map(Number.parseFloat)
  const drawn = Math.max(...points.map((point) => milesBetween(origin, point)))
  const reach = sent.some(Number.isNaN) ? drawn : Math.max(...sent)
  return reach > 0 && Math.max(reach, drawn) <= radius * CLOSE ? Math.max(reach, 0.1) : null
}

/** Pixels. */
interface Size {
  width: number
  height: number
}

/** Pixels between the inset and the map's edges; below are scale and credits. */
const EDGE = { side: 14, top: 14, bottom: 60 }
/** Something as important as this in a corner rules it out. */
export const IN_THE_WAY = 1000

interface Weighed {
  box: Box
  /** Cost of covering it. */
  weight: number
}

/** Returns the emptiest corner for something of this size; null where it would cover what must be seen. */
export function emptiestCorner(map: Size, size: Size, things: readonly Weighed[]): Box | null {
  const right = map.width - size.width - EDGE.side
  const bottom = map.height - size.height - EDGE.bottom
  const corners = [
    { x: right, y: EDGE.top },
    { x: EDGE.side, y: EDGE.top },
    { x: right, y: bottom },
    { x: EDGE.side, y: bottom },
  ].map((at) => ({ ...at, ...size }))
  const costs = corners.map((box) => ({
    box,
    cost: things.reduce((sum, { box: thing, weight }) => sum + (overlap(box, thing) ? weight : 0), 0),
  }))
  const [best] = costs.sort((a, b) => a.cost - b.cost)
  return best && best.cost < IN_THE_WAY && right > EDGE.side && bottom > EDGE.top ? best.box : null
}
