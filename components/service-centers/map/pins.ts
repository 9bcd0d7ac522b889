/**
 * Where pins stand on the map, which of them share a place, and how those fan out. Pure. Our own: MapLibre clusters what
 * it draws itself, and these pins are buttons of the page, which a keyboard and a screen reader reach.
 */

import { PSC_LIMIT, type ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import type { ZipCentroid } from '#lib/domains/service-centers/zips.ts'
import { milesBetween, type Point, ringAround } from '#lib/utils/data/distance.ts'

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

export function pinsOf(centers: readonly ServiceCenter[], centroids: readonly ZipCentroid[]): Pins {
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

/** Pixels of the whole world at zoom 0. */
const WORLD = 512

/** Pixels from the world's north-west corner, as maps draw it (Web Mercator). */
export function worldPixels({ lat, lng }: Point, zoom: number): { x: number; y: number } {
  const size = WORLD * 2 ** zoom
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((lat * Math.PI) / 180)))
  return { x: (size * (lng + 180)) / 360, y: size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) }
}

export interface PinGroup {
  /** Ascending; the first one's place is the group's. */
  pins: readonly [Pin, ...Pin[]]
}

/** Pins that would cover each other stand as one. Each goes to the first group that is within `reach` pixels. */
export function groupPins(pins: readonly Pin[], zoom: number, reach: number): PinGroup[] {
  const groups: { at: { x: number; y: number }; pins: [Pin, ...Pin[]] }[] = []
  for (const pin of pins) {
    const at = worldPixels(pin.point, zoom)
    const near = groups.find((group) => Math.hypot(group.at.x - at.x, group.at.y - at.y) < reach)
    if (near) near.pins.push(pin)
    else groups.push({ at, pins: [pin] })
  }
  return groups.map(({ pins: members }) => ({ pins: members }))
}

/** Whether they stand apart at some zoom, so that looking closer is the way to tell them apart. */
export function canPart({ pins }: PinGroup, zoom: number, reach: number): boolean {
  return groupPins(pins, zoom, reach).length > 1
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

interface Searched {
  origin: Point | null
  miles: number
  inner_miles: number | null
  pins: readonly Pin[]
}

/** A ring that is wider than the pins reach by more than this leaves them no room. */
const ROOM = 2.5

/** What the map begins with: the whole search, or where as many came back as ever do, no more of it than they reach. */
export function viewOf({ origin, miles, inner_miles, pins }: Searched): Point[] {
  const points = pins.map(({ point }) => point)
  if (!origin) return points
  if (pins.length < PSC_LIMIT) return [...points, ...ringAround(origin, miles)]
  const reach = Math.max(...points.map((point) => milesBetween(origin, point)))
  const ring = [inner_miles, miles].find((each) => each !== null && each >= reach && each <= ROOM * reach)
  return [...points, ...ringAround(origin, ring ?? reach)]
}

export interface Town {
  name: string
  point: Point
}

/** The towns of the centers found, each where its centers are. */
export function townsOf(centers: readonly ServiceCenter[], { pins }: Pins): Town[] {
  const towns = new Map<string, { name: string; points: Point[] }>()
  for (const { number, point } of pins) {
    const { city, state } = centers[number - 1]?.metadata ?? {}
    if (!city) continue
    const town = towns.get(`${city}, ${state}`) ?? { name: city, points: [] }
    town.points.push(point)
    towns.set(`${city}, ${state}`, town)
  }
  return [...towns.values()].map(({ name, points }) => ({
    name,
    point: {
      lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
      lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
    },
  }))
}
