/** The stream of a workout that a device recorded: it follows from the person and the workout alone (gap "workout stream"). */
import { type WorkoutStream, workoutStreamData } from '#lib/domains/events/event.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import type { Handler } from '#lib/service/handler.ts'
import { workoutFacts } from './stream.ts'
import { zoneOf } from './wearer.ts'

/** Seconds between two rows. */
const STEP = 5
/** Meters of a degree of latitude. */
const DEGREE = 111_320
/** Parks that people run in, by zone. */
const PLACES: Readonly<Record<string, readonly [lat: number, lng: number]>> = {
  'America/New_York': [40.7722, -73.9712],
  'America/Chicago': [41.9214, -87.6334],
  'America/Phoenix': [33.4516, -111.9495],
  'America/Los_Angeles': [34.1341, -118.3217],
}
const ELSEWHERE = [39.7486, -104.9508] as const

interface Sport {
  /** Meters a second; null for one that goes nowhere. */
  speed: readonly [number, number] | null
  /** Steps, turns or strokes a minute. */
  cadence: readonly [number, number] | null
  isOutdoors: boolean
  hasPower: boolean
}

const SPORTS: Readonly<Record<string, Sport>> = {
  running: { speed: [2.4, 3.7], cadence: [158, 178], isOutdoors: true, hasPower: false },
  cycling: { speed: [5.5, 9], cadence: [78, 96], isOutdoors: true, hasPower: true },
  swimming: { speed: [0.7, 1.3], cadence: [22, 34], isOutdoors: false, hasPower: false },
}
const ON_THE_SPOT: Sport = { speed: null, cadence: null, isOutdoors: false, hasPower: false }

const rounded = (value: number, digits = 0) => Number(value.toFixed(digits))

interface Workout {
  user_id: string
  workout_id: string
  slug: string
  sport: string
  zone: string
  /** When its event was sent, in milliseconds since 1970. */
  at: number
}

/** Returns the rows of a workout, one each five seconds. */
export function workoutStreamOf({ user_id, workout_id, slug, sport, zone, at }: Workout): WorkoutStream {
  const { start, minutes, hr_average, hr_max } = workoutFacts({ wearer: { user_id, zone }, slug, at })
  const random = bundleRandom(workout_id, 6, 0)
  const { speed, cadence, isOutdoors, hasPower } = SPORTS[sport] ?? ON_THE_SPOT
  const count = (minutes * 60) / STEP + 1
  const rows = Array.from({ length: count }, (_, row) => row / (count - 1))
  /** A curve around 0, of size 1 at most, that ends as it begins. */
  function wave() {
    const parts = [3, 7, 16].map((turns) => ({ turns, phase: random.between(0, 2 * Math.PI), size: 1 / turns }))
    const sum = parts.reduce((total, { size }) => total + size, 0)
    return (along: number) =>
      parts.reduce((total, { turns, phase, size }) => total + size * Math.sin(2 * Math.PI * turns * along + phase), 0) /
      sum
  }
  const [effort, hill] = [wave(), wave()]
  const pace = speed && random.between(...speed)
  // On home trainers the speed is a figure of the machine, and the place stays.
  const isMachine = hasPower && random.chance(0.3)
  const hasPlace = isOutdoors && !isMachine
  const [base, climb, warmth, watts] = [random.int(20, 400), random.int(4, 30), random.int(9, 24), random.int(120, 210)]
  const turns = cadence && random.between(...cadence)
  /** A column whose values lie around a figure; null without it. */
  const around = (figure: number | null | undefined, digits: number, by: (along: number) => number) =>
    figure ? rows.map((along) => rounded(figure + by(along) * figure, digits)) : null
  const velocity = around(pace, 2, (along) => 0.14 * effort(along))
  const distance = velocity && sums(velocity.map((each, row) => (row === 0 ? 0 : each * STEP)))
  const route = hasPlace && distance ? loop(PLACES[zone] ?? ELSEWHERE, distance.at(-1) ?? 0, rows, wave()) : null
  return {
    user_id,
    time: rows.map((_, row) => Math.round(start / 1000) + row * STEP),
    heartrate: heart(
      rows.map((along) => Math.min(0.6, along * 6) + effort(along)),
      hr_average,
      hr_max,
    ),
    cadence: around(turns, 0, (along) => 0.04 * effort(along)),
    altitude: hasPlace ? rows.map((along) => rounded(base + climb * hill(along), 1)) : null,
    velocity_smooth: velocity,
    distance: distance?.map((meters) => rounded(meters, 1)) ?? null,
    power: around(hasPower ? watts : null, 0, (along) => 0.3 * effort(along)),
    resistance: around(isMachine ? 12 : null, 0, (along) => 0.3 * hill(along)),
    temperature: around(hasPlace ? warmth : null, 1, (along) => 0.1 * along),
    lat: route?.map(([lat]) => lat) ?? null,
    lng: route?.map(([, lng]) => lng) ?? null,
  }
}

function sums(values: readonly number[]): number[] {
  let total = 0
  return values.map((value) => {
    total += value
    return total
  })
}

/** Beats below its average that a heart in exercise doesn't fall. */
const LOWEST = 45

/** Brings a curve to about the average and to the maximum that the summary of the workout says. */
function heart(curve: readonly number[], average: number, most: number): number[] {
  const mean = (sums(curve).at(-1) ?? 0) / curve.length
  const top = Math.max(...curve) - mean
  return curve.map((value) => Math.round(average + Math.max(-LOWEST, ((value - mean) / top) * (most - average))))
}

/** A way of that many meters that ends where it begins. */
function loop(
  [lat, lng]: readonly [number, number],
  meters: number,
  rows: readonly number[],
  bend: (along: number) => number,
) {
  const each = meters / rows.length
  const headings = rows.map((along) => 2 * Math.PI * along + 1.3 * bend(along))
  const [north, east] = [Math.cos, Math.sin].map((part) => sums(headings.map((heading) => part(heading) * each)))
  const back = (way: readonly number[] | undefined, row: number, along: number) =>
    (way?.[row] ?? 0) - (way?.at(-1) ?? 0) * along
  return rows.map(
    (along, row) =>
      [
        rounded(lat + back(north, row, along) / DEGREE, 6),
        rounded(lng + back(east, row, along) / (DEGREE * Math.cos((lat * Math.PI) / 180)), 6),
      ] as const,
  )
}

export const getWorkoutStream: Handler<'get_workout_stream'> = async ({ params }, { team_id, store }) => {
  const found = await store.findWorkout(team_id, params.workout_id)
  const user = found && (await store.getUser(team_id, found.user_id))
  if (!user) throw new ApiError('not_found', 'No workout with this ID has a stream here.')
  const { user_id, fallback_time_zone } = user
  const { workout_id, sport, source } = workoutStreamData.parse(JSON.parse(found.data))
  const zone = zoneOf(user_id, fallback_time_zone?.id)
  const workout = { user_id, workout_id, slug: source?.slug ?? '', sport: sport.slug, zone, at: found.at.getTime() }
  return { body: workoutStreamOf(workout) }
}
