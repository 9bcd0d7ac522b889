/** Series of samples that devices measure: each value follows from the person, the series and its time alone. */
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import {
  bodyOf,
  digestion,
  isAsleep,
  isMeal,
  type LocalTime,
  lastNight,
  localTime,
  movement,
  type Wearer,
} from './wearer.ts'

type Body = ReturnType<typeof bodyOf>

interface Series {
  unit: string
  type: string
  /** Milliseconds of a sample; null for single readings, taken when they are sent. */
  every: number | null
  /** Adds up: the sample of a time that isn't over holds what there is so far. */
  adds?: true
  /** Measured while the person sleeps only. */
  nights?: true
  /** `noise` is between -1 and 1. */
  value: (body: Body, at: LocalTime, noise: number) => number
}

/** A sample as events carry it (spec, "Timeseries events"). */
export interface Sample {
  timestamp: string
  timezone_offset: number
  type: string
  unit: string
  value: number
}

/** Quarters of an hour that a day's movement amounts to. */
const MOVING = 58
const stepsOf: Series['value'] = (body, { hour }, noise) =>
  Math.max(0, Math.round((body.steps / MOVING) * movement(body, hour) * (1 + 0.6 * noise)))
const ofSteps =
  (factor: number): Series['value'] =>
  (...given) =>
    Math.round(stepsOf(...given) * factor)

const QUARTER = 15 * MINUTE
const watch = { type: 'watch' } as const

export const SERIES: Readonly<Record<string, readonly Series[]>> = {
  steps: [{ ...watch, unit: 'count', every: QUARTER, adds: true, value: stepsOf }],
  distance: [{ ...watch, unit: 'm', every: QUARTER, adds: true, value: ofSteps(0.74) }],
  calories_active: [{ ...watch, unit: 'kcal', every: QUARTER, adds: true, value: ofSteps(0.042) }],
  floors_climbed: [
    {
      ...watch,
      unit: 'count',
      every: HOUR,
      adds: true,
      value: (body, at, noise) => Math.round(movement(body, at.hour) * (1.2 + noise)),
    },
  ],
  heart_rate: [
    {
      ...watch,
      unit: 'bpm',
      every: 5 * MINUTE,
      value: (body, { hour }, noise) =>
        Math.round(body.resting + (isAsleep(body, hour) ? 1 + 3 * noise : 12 + 15 * movement(body, hour) + 7 * noise)),
    },
  ],
  heart_rate_variability: [
    {
      ...watch,
      unit: 'rmssd',
      every: HOUR,
      value: (body, { hour }, noise) =>
        Math.round(body.variability * (isAsleep(body, hour) ? 1.1 : 0.8) * (1 + 0.2 * noise)),
    },
  ],
  respiratory_rate: [
    {
      ...watch,
      unit: 'brpm',
      every: HOUR,
      value: (body, { hour }, noise) => tenths(body.breaths + (isAsleep(body, hour) ? -1 : 1.5) + noise),
    },
  ],
  blood_oxygen: [
    {
      type: 'sensor',
      unit: '%',
      every: HOUR,
      value: (body, { hour }, noise) => Math.min(100, Math.round(97 - (isAsleep(body, hour) ? 1 : 0) + 1.4 * noise)),
    },
  ],
  body_temperature: [
    {
      type: 'sensor',
      unit: '°C',
      every: HOUR,
      value: (_, { hour }, noise) => tenths(36.55 + 0.35 * Math.sin(((hour - 10) / 12) * Math.PI) + 0.12 * noise),
    },
  ],
  glucose: [
    {
      type: 'automatic',
      unit: 'mmol/L',
      every: 5 * MINUTE,
      value: ({ glucose }, { hour }, noise) => tenths(glucose.base + glucose.meal * digestion(hour) + 0.25 * noise),
    },
  ],
  insulin: [
    {
      type: 'pump',
      unit: 'unit',
      every: HOUR,
      adds: true,
      value: (_, { hour }, noise) => tenths(isMeal(hour) ? 5.5 + 2 * noise : 0.8 + 0.1 * noise),
    },
  ],
  carbohydrates: [{ type: 'manual', unit: 'g', every: null, value: (_, __, noise) => Math.round(48 + 26 * noise) }],
  hydration: [{ type: 'manual', unit: 'mL', every: null, value: (_, __, noise) => 10 * Math.round(28 + 17 * noise) }],
  weight: [{ type: 'scale', unit: 'kg', every: null, value: ({ weight }, _, noise) => tenths(weight + 0.6 * noise) }],
  body_fat: [{ type: 'scale', unit: '%', every: null, value: ({ fat }, _, noise) => tenths(fat + 0.4 * noise) }],
  blood_pressure: [
    {
      type: 'systolic',
      unit: 'mmHg',
      every: null,
      value: ({ pressure }, _, noise) => Math.round(pressure.systolic + 7 * noise),
    },
    {
      type: 'diastolic',
      unit: 'mmHg',
      every: null,
      value: ({ pressure }, _, noise) => Math.round(pressure.diastolic + 5 * noise),
    },
  ],
  /** 1 deep, 2 light, 3 REM, 4 awake: a cycle takes an hour and a half. */
  sleep_stream: [
    {
      type: 'stage',
      unit: 'stage',
      every: 5 * MINUTE,
      nights: true,
      value: (_, { hour }, noise) => (noise > 0.92 ? 4 : 2 + Math.round(Math.sin((hour / 1.5) * 2 * Math.PI))),
    },
  ],
}

const tenths = (value: number) => Math.round(value * 10) / 10
const RESOURCES = Object.keys(SERIES)

interface Period {
  /** In milliseconds since 1970; samples that began before are left out. */
  from: number
  to: number
  /** Limit of samples, newest first. */
  most: number
}

/** Returns the samples of a resource in a period, oldest first: none where it has no full or growing sample in it. */
export function samplesOf(wearer: Wearer, resource: string, period: Period): Sample[] {
  return (SERIES[resource] ?? []).flatMap((series, place) =>
    timesOf(series, wearer, period).map(({ at, share }) => sampleAt(wearer, { resource, series, place, at, share })),
  )
}

/** Returns what the samples of a resource in a period add up to. */
export function sumOf(wearer: Wearer, resource: string, period: Period): number {
  const sums = (SERIES[resource] ?? []).flatMap((series, place) =>
    timesOf(series, wearer, period).map(({ at, share }) => valueAt(wearer, { resource, series, place, at, share })),
  )
  return sums.reduce((total, { value }) => total + value, 0)
}

/** Returns the start of a resource's next batch: the unfinished sample, so that its value is replaced. */
export function restFrom(resource: string, to: number): number {
  const every = SERIES[resource]?.[0]?.every ?? null
  return every === null ? to : Math.floor(to / every) * every
}

interface Timed {
  at: number
  /** Elapsed share of its time, 0 to 1. */
  share: number
}

function timesOf({ every, adds, nights }: Series, wearer: Wearer, { from, to, most }: Period): Timed[] {
  if (every === null) return from < to ? [{ at: to - (to % MINUTE), share: 1 }] : []
  const night = nights ? lastNight(bodyOf(wearer.user_id), to, localTime(to, wearer.zone)) : null
  const begin = Math.ceil(Math.max(from, night?.start ?? 0) / every)
  const open = (night?.end ?? to) / every
  const end = adds ? Math.ceil(open) : Math.floor(open)
  const first = Math.max(begin, end - most)
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => {
    const at = (first + place) * every
    return { at, share: Math.min(1, (to - at) / every) }
  })
}

interface Asked extends Timed {
  resource: string
  series: Series
  /** Index of the series in its resource. */
  place: number
}

function valueAt({ user_id, zone }: Wearer, { resource, series, place, at, share }: Asked) {
  const local = localTime(at, zone)
  const slot = Math.floor(at / MINUTE)
  const noise = bundleRandom(user_id, 100 + RESOURCES.indexOf(resource) * 2 + place, slot).between(-1, 1)
  const whole = series.value(bodyOf(user_id), local, noise)
  const value = series.adds ? tenths(Number.isInteger(whole) ? Math.floor(whole * share) : whole * share) : whole
  return { local, value }
}

function sampleAt(wearer: Wearer, asked: Asked): Sample {
  const { unit, type } = asked.series
  const { local, value } = valueAt(wearer, asked)
  return { timestamp: zoned(asked.at, local.offset), timezone_offset: local.offset, type, unit, value }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns a date-time on the wall clock of its zone, with its offset (spec, "Timeseries events"). */
export function zoned(at: number, offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60))
  const zone = `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  return `${new Date(at + offset * 1000).toISOString().slice(0, 19)}${zone}`
}
