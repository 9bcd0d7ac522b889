/** The ZIP codes at which service centers stand: a place's own, those around it, and towns further out. */
import { centroidOf } from '#lib/utils/data/zip-codes.ts'
import { TOWNS } from './center-towns.ts'
import { PLACES, type Place } from './places.ts'

/** How far a city's own ZIP codes reach. */
const CITY_MILES = 20
const MILES_PER_DEGREE = 69.1
const PREFIX = 3

export interface Site {
  zip: string
  city: string
  state: string
  /** The telephone area. */
  area: string
}

export interface Surroundings {
  place: Place
  /** The first of its state: no lab is absent there. */
  main: boolean
  own: Site
  /** ZIP codes of the same city, the nearest first. */
  city: readonly Site[]
  towns: readonly Site[]
}

/** The distance over flat ground: near enough to tell what lies within a city. */
function flatMiles(from: string, to: string): number {
  const [a, b] = [centroidOf(from), centroidOf(to)]
  if (!a || !b) return Number.POSITIVE_INFINITY
  const east = (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180)
  return MILES_PER_DEGREE * Math.hypot(b.lat - a.lat, east)
}

/** A post office that shares its point with the ZIP before it has boxes, not streets on which a center could stand. */
function isArea(zip: string): boolean {
  const before = centroidOf(String(Number(zip) - 1).padStart(5, '0'))
  const own = centroidOf(zip)
  return own !== null && (own.lat !== before?.lat || own.lng !== before.lng)
}

function readTown(row: string, state: string): Site {
  const [zip = '', area = '', ...city] = row.split(' ')
  return { zip, city: city.join(' '), state, area }
}

/** A prefix of three digits belongs to one state and, around a place, to its city. */
function surroundingsOf(place: Place): Surroundings {
  const { zip, city, state, area } = place
  const own = { zip, city, state, area }
  const towns = (TOWNS[zip] ?? []).map((row) => readTown(row, state))
  const taken = [zip, ...towns.map((town) => town.zip)]
  const near = Array.from({ length: 100 }, (_, end) => `${zip.slice(0, PREFIX)}${String(end).padStart(2, '0')}`)
    .filter((candidate) => !taken.includes(candidate) && isArea(candidate))
    .map((candidate) => ({ zip: candidate, miles: flatMiles(zip, candidate) }))
    .filter(({ miles }) => miles <= CITY_MILES)
    .sort((a, b) => a.miles - b.miles)
  return {
    place,
    main: PLACES.find((other) => other.state === state) === place,
    own,
    city: near.map((candidate) => ({ ...own, zip: candidate.zip })),
    towns,
  }
}

let known: readonly Surroundings[] | null = null

/** The same for every lab, so found once. */
export function surroundings(): readonly Surroundings[] {
  known ??= PLACES.map(surroundingsOf)
  return known
}
