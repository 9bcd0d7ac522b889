/** Summaries that devices send of a night, a day, a workout: one ID each, and a newer version whenever there is more. */
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { samplesOf, zoned } from './series.ts'
import { bodyOf, dayOf, lastNight, localTime, type Wearer } from './wearer.ts'

interface Asked {
  wearer: Wearer
  slug: string
  /** In milliseconds since 1970. */
  at: number
}

/** A summary as it stands at a time; `id` and `updated_at` are added. `key` says of what it is a version. */
type Made = { key: string } & Readonly<Record<string, unknown>>

interface Sport {
  id: number
  name: string
  slug: string
}

const SPORTS: readonly [Sport, ...Sport[]] = [
  { id: 1, name: 'Running', slug: 'running' },
  { id: 2, name: 'Cycling', slug: 'cycling' },
  { id: 3, name: 'Swimming', slug: 'swimming' },
  { id: 4, name: 'Strength training', slug: 'strength_training' },
]
const MEAL_NAMES = ['breakfast', 'lunch', 'dinner'] as const
/** Local hours from which a meal is lunch, and dinner. */
const MEAL_HOURS = [11, 17] as const
/** Local hours at which people work out. */
const [MORNING, EVENING] = [6.2, 17.5]
const QUARTERS_OF_DAY = 96

const randomOf = ({ wearer, slug }: Asked, resource: string, day: string) =>
  bundleRandom(`${wearer.user_id}/${slug}/${resource}/${day}`, 3, 0)
const midnightOf = (at: number, hour: number) => at - hour * HOUR

const SUMMARIES: Readonly<Record<string, (asked: Asked) => Made>> = {
  profile: (asked) => ({
    key: 'profile',
    height_cm: randomOf(asked, 'profile', '').int(152, 194),
    unit_system: 'metric',
  }),

  sleep(asked) {
    const { wearer, at } = asked
    const body = bodyOf(wearer.user_id)
    const { start, end } = lastNight(body, at, localTime(at, wearer.zone))
    const local = localTime(end, wearer.zone)
    const { offset } = local
    const day = dayOf(end, local)
    const random = randomOf(asked, 'sleep', day)
    const in_bed = Math.round((end - start) / 1000)
    const awake = random.int(300, 2_400)
    const deep = Math.round(in_bed * random.between(0.13, 0.22))
    const rem = Math.round(in_bed * random.between(0.18, 0.26))
    return {
      key: day,
      date: day,
      bedtime_start: zoned(start, offset),
      bedtime_stop: zoned(end, offset),
      timezone_offset: offset,
      duration_in_bed_seconds: in_bed,
      duration_total_seconds: in_bed - awake,
      awake_seconds: awake,
      deep_seconds: deep,
      rem_seconds: rem,
      light_seconds: in_bed - awake - deep - rem,
      hr_lowest: body.resting - random.int(0, 3),
      hrv_average: Math.round(body.variability * random.between(0.9, 1.2)),
      // A source scores a night again when it knows more of it.
      score: Math.min(99, random.int(58, 94) + (at - end > 2 * HOUR ? 2 : 0)),
    }
  },

  activity(asked) {
    const { wearer, at } = asked
    const local = localTime(at, wearer.zone)
    const { hour, offset } = local
    const day = dayOf(at, local)
    const sum = (resource: string) =>
      samplesOf(wearer, resource, { from: midnightOf(at, hour), to: at, most: QUARTERS_OF_DAY }).reduce(
        (total, { value }) => total + value,
        0,
      )
    return {
      key: day,
      date: day,
      timezone_offset: offset,
      steps: sum('steps'),
      distance_meters: sum('distance'),
      calories_active_kcal: sum('calories_active'),
      hr_resting: bodyOf(wearer.user_id).resting,
    }
  },

  workouts(asked) {
    const { key, random, sport, start, minutes, offset } = workoutOf(asked)
    const { resting } = bodyOf(asked.wearer.user_id)
    return {
      key,
      title: sport.name,
      sport,
      time_start: zoned(start, offset),
      time_end: zoned(start + minutes * 60_000, offset),
      timezone_offset: offset,
      moving_time_seconds: minutes * 60,
      hr_average: resting + random.int(58, 88),
      hr_max: resting + random.int(92, 118),
      calories_kcal: minutes * random.int(6, 11),
    }
  },

  meals(asked) {
    const { wearer, at } = asked
    const local = localTime(at, wearer.zone)
    const { hour, offset } = local
    const day = dayOf(at, local)
    const place = MEAL_HOURS.filter((from) => hour >= from).length
    const name = MEAL_NAMES[place]
    const random = randomOf(asked, 'meals', `${day}/${place}`)
    const [carbohydrates, protein, fat] = [random.int(25, 85), random.int(10, 45), random.int(8, 35)]
    return {
      key: `${day}/${place}`,
      name,
      date: day,
      timezone_offset: offset,
      macros_grams: { carbohydrates, protein, fat },
      energy_kcal: 4 * (carbohydrates + protein) + 9 * fat,
    }
  },

  electrocardiogram(asked) {
    const local = localTime(asked.at, asked.wearer.zone)
    const day = dayOf(asked.at, local)
    const random = randomOf(asked, 'electrocardiogram', day)
    const classification = random.chance(0.94) ? 'sinus_rhythm' : 'inconclusive'
    const hr_average = bodyOf(asked.wearer.user_id).resting + random.int(4, 16)
    return { key: day, date: day, timezone_offset: local.offset, classification, hr_average, duration_seconds: 30 }
  },

  menstrual_cycle(asked) {
    const { wearer, at } = asked
    const day = dayOf(at, localTime(at, wearer.zone))
    const random = randomOf(asked, 'menstrual_cycle', '')
    const length = random.int(26, 31)
    const cycle_day = (Math.floor(at / DAY) + random.int(0, 30)) % length
    return {
      key: String(Math.floor(at / DAY / length)),
      date: day,
      cycle_day: cycle_day + 1,
      cycle_length_days: length,
    }
  },
}

/** The last workout that is over: of the morning, or of the evening before. */
function workoutOf(asked: Asked) {
  const { wearer, at } = asked
  const local = localTime(at, wearer.zone)
  const midnight = at - local.hour * HOUR
  const isMorning = local.hour > 8 && local.hour <= 19
  const start = midnight + (isMorning ? MORNING : EVENING) * HOUR - (local.hour <= 8 ? DAY : 0)
  const started = localTime(start, wearer.zone)
  const { offset } = started
  const key = `${dayOf(start, started)}/${isMorning ? 'morning' : 'evening'}`
  const random = randomOf(asked, 'workouts', key)
  return { key, random, offset, start, sport: random.pick(SPORTS), minutes: random.int(22, 75) }
}

const idOf = (asked: Asked, resource: string, key: string) => randomOf(asked, `id/${resource}`, key).uuid()

export const isSummary = (resource: string) => resource in SUMMARIES

/** Returns a summary as it stands at a time; null for a resource that has none. */
export function summaryOf(resource: string, asked: Asked): ({ id: string } & Readonly<Record<string, unknown>>) | null {
  const made = SUMMARIES[resource]?.(asked)
  if (!made) return null
  const { key, ...fields } = made
  return { id: idOf(asked, resource, key), ...fields, updated_at: new Date(asked.at).toISOString() }
}

/** Returns what a shallow event says of a workout: its stream is read elsewhere (spec, "Workout stream events"). */
export function workoutStreamOf(asked: Asked) {
  const { key, sport, random } = workoutOf(asked)
  const workout_id = idOf(asked, 'workouts', key)
  const provider_id = `${asked.slug}-${random.digits(9)}`
  return { message: 'The stream of this workout is ready to be read.', provider_id, sport, workout_id }
}
