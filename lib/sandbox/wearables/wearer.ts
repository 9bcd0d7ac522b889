/** A person who wears devices: a body of their own, days that begin and end when theirs do. The same id, the same person. */
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import { isoDay } from '#lib/sandbox/data/time.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { offsetAt } from '#lib/utils/time/zones.ts'

export interface Wearer {
  user_id: string
  /** IANA name. */
  zone: string
}

interface Body {
  /** Beats a minute at rest. */
  resting: number
  /** Milliseconds. */
  variability: number
  /** Breaths a minute. */
  breaths: number
  steps: number
  /** Local hour at which sleep begins, 21 to 25. */
  bedtime: number
  /** Hours. */
  sleep: number
  /** mmol/L before a meal, and how much a meal adds. */
  glucose: { base: number; meal: number }
  /** Kilograms. */
  weight: number
  /** Percent. */
  fat: number
  /** mmHg. */
  pressure: { systolic: number; diastolic: number }
}

export interface LocalTime {
  /** 0 to 24, with its fraction. */
  hour: number
  /** Seconds east of UTC. */
  offset: number
}

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
] as const
/** One person in so many has diabetes. */
const DIABETIC = 0.22
/** Cache limit: an offset takes longer to find than an event to make, and each sample needs both. */
const MOST = 2_000
const bodies = new Map<string, Body>()
/** By zone and UTC day; null for a day on which clocks change. */
const offsets = new Map<string, Map<number, number | null>>()

/** Returns the zone that is known of a user, else one that people live in. */
export const zoneOf = (user_id: string, known: string | null | undefined): string =>
  known ?? bundleRandom(user_id, 1, 0).pick(ZONES)

export function bodyOf(user_id: string): Body {
  const known = bodies.get(user_id)
  if (known) return known
  if (bodies.size >= MOST) bodies.clear()
  const body = madeBody(user_id)
  bodies.set(user_id, body)
  return body
}

function madeBody(user_id: string): Body {
  const random = bundleRandom(user_id, 2, 0)
  const glucose = random.chance(DIABETIC) ? { base: 7.2, meal: 4.2 } : { base: 4.9, meal: 1.9 }
  return {
    resting: random.int(49, 74),
    variability: random.int(26, 84),
    breaths: random.between(12.5, 16.5),
    steps: random.int(3_200, 12_500),
    bedtime: random.between(21.2, 24.6),
    sleep: random.between(6, 8.6),
    glucose,
    weight: random.between(52, 108),
    fat: random.between(14, 36),
    pressure: { systolic: random.int(106, 138), diastolic: random.int(66, 88) },
  }
}

export function localTime(at: number, zone: string): LocalTime {
  const day = Math.floor(at / DAY)
  let ofZone = offsets.get(zone)
  if (!ofZone || ofZone.size >= MOST) {
    ofZone = new Map()
    offsets.set(zone, ofZone)
  }
  let known = ofZone.get(day)
  if (known === undefined) {
    const [begin, end] = [offsetAt(day * DAY, zone), offsetAt((day + 1) * DAY, zone)]
    known = begin === end ? begin : null
    ofZone.set(day, known)
  }
  const offset = known ?? offsetAt(at, zone)
  const wall = at + offset
  return { hour: (wall - Math.floor(wall / DAY) * DAY) / HOUR, offset: offset / 1000 }
}

/** Returns the day of an instant on the wall clock, `YYYY-MM-DD`. */
export const dayOf = (at: number, { offset }: LocalTime) => isoDay(at + offset * 1000)

/** Hours from the beginning of the night until a local hour: below the length of the sleep while the person sleeps. */
const hoursInBed = ({ bedtime }: Pick<Body, 'bedtime'>, hour: number) => (hour - bedtime + 48) % 24

export const isAsleep = (body: Pick<Body, 'bedtime' | 'sleep'>, hour: number) => hoursInBed(body, hour) < body.sleep

/** When the night that ended last began and ended, in milliseconds since 1970. */
export function lastNight(body: Pick<Body, 'bedtime' | 'sleep'>, at: number, { hour }: LocalTime) {
  const begun = hoursInBed(body, hour)
  const start = at - (begun >= body.sleep ? begun : begun + 24) * HOUR
  return { start, end: start + body.sleep * HOUR }
}

const peak = (hour: number, at: number, width: number) => Math.exp(-(((hour - at) / width) ** 2) / 2)

/** How much a person moves at a local hour: 0 asleep, about 1 on the way to work, at noon and in the evening. */
export function movement(body: Pick<Body, 'bedtime' | 'sleep'>, hour: number): number {
  if (isAsleep(body, hour)) return 0
  return 0.35 + 1.1 * peak(hour, 8.2, 1) + 0.6 * peak(hour, 12.7, 0.9) + 1.5 * peak(hour, 18, 1.3)
}

const MEALS = [7.8, 12.6, 18.9] as const

/** How much the last meals still raise glucose, 0 to about 1. */
export function digestion(hour: number): number {
  return MEALS.reduce((sum, meal) => {
    const since = hour - meal
    return since <= 0 ? sum : sum + (since / 0.8) * Math.exp(1 - since / 0.8)
  }, 0)
}

/** How near a meal is, 0 or 1. */
export const isMeal = (hour: number) => MEALS.some((meal) => Math.abs(hour - meal) < 0.5)
