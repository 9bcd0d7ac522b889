/** Events of a source in order: batches of samples, summaries with newer versions, workouts. */
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { restFrom, SERIES, samplesOf, sumOf, zoned } from './series.ts'
import { bodyOf, dayOf, lastNight, localTime, type Wearer } from './wearer.ts'

export interface WearableSource extends Wearer {
  source: { name: string; slug: string; logo?: string | null | undefined }
  resources: readonly string[]
}

/** An event besides its envelope. */
export interface WearableEvent {
  event_type: string
  data: { user_id: string; source: WearableSource['source'] } & Readonly<Record<string, unknown>>
}

/** Samples of a batch. */
const SAMPLES = 12
/** Days of history, and samples of a series of it. */
export const HISTORY = { days: 3, samples: 72 }

interface Sent {
  turn: number
  /** By data type: where the next batch begins. */
  from: Map<string, number>
  /** By data type: the summary that was sent last. */
  last: Map<string, string>
}

const canSend = (resource: string) => resource in SERIES || isSummary(resource) || resource === 'workout_stream'
const askedOf = (source: WearableSource, at: number) => ({ wearer: source, slug: source.source.slug, at })
const numberOf = ({ user_id, source }: WearableSource) => bundleRandom(`${user_id}/${source.slug}`, 4, 0).int(1, 40)

function eventOf(source: WearableSource, event_type: string, data: object): WearableEvent {
  return { event_type, data: { user_id: source.user_id, source: source.source, ...data } }
}

/** Remembers what each source has sent: the same calls make the same events. */
export function createWearables(samples = SAMPLES) {
  const sources = new Map<string, Sent>()

  function sentOf(source: WearableSource): Sent {
    const key = `${source.user_id} ${source.source.slug}`
    const known = sources.get(key) ?? { turn: 0, from: new Map(), last: new Map() }
    sources.set(key, known)
    return known
  }

  function summary(source: WearableSource, resource: string, at: number): WearableEvent {
    const { last } = sentOf(source)
    const data = summaryOf(resource, askedOf(source, at))
    const kind = data && last.get(resource) === data.id ? 'updated' : 'created'
    if (data) last.set(resource, data.id)
    return eventOf(source, `daily.data.${resource}.${kind}`, data ?? {})
  }

  function batch(source: WearableSource, resource: string, at: number): WearableEvent {
    const { from } = sentOf(source)
    const since = from.get(resource)
    const fresh = samplesOf(source, resource, { from: since ?? 0, to: at, most: samples })
    // A source that has nothing new sends its last samples again.
    const data = fresh.length > 0 ? fresh : samplesOf(source, resource, { from: 0, to: at, most: 3 })
    const isOld = since !== undefined && (fresh.length === 0 || at - since < HOUR / 4)
    from.set(resource, restFrom(resource, at))
    return eventOf(source, `daily.data.${resource}.${isOld ? 'updated' : 'created'}`, {
      source_id: numberOf(source),
      data,
    })
  }

  return {
    /** Returns the next event of a source; null for one that sends nothing. */
    next(source: WearableSource, at: number): WearableEvent | null {
      const able = source.resources.filter(canSend)
      const sent = sentOf(source)
      const resource = bundleRandom(`${source.user_id}/${source.source.slug}`, 5, 0).shuffled(able)[
        sent.turn % able.length
      ]
      sent.turn += 1
      if (resource === undefined) return null
      if (resource === 'workout_stream')
        return eventOf(source, 'daily.data.workout_stream.created', workoutStreamOf(askedOf(source, at)))
      return isSummary(resource) ? summary(source, resource, at) : batch(source, resource, at)
    },
  }
}

/** Data types whose history is sent after a connection, where the source has them. */
export const PAST = ['sleep', 'activity', 'heart_rate', 'glucose', 'weight']

/** Returns what is sent once, after a source was connected: the days before it. */
export function historyOf(source: WearableSource, at: number): WearableEvent[] {
  return source.resources
    .filter((resource) => PAST.includes(resource))
    .flatMap((resource) => {
      const event_type = `historical.data.${resource}.created`
      if (isSummary(resource)) {
        const days = Array.from({ length: HISTORY.days }, (_, back) => at - (HISTORY.days - 1 - back) * DAY)
        return days.map((day) => eventOf(source, event_type, summaryOf(resource, askedOf(source, day)) ?? {}))
      }
      const all = samplesOf(source, resource, { from: at - HISTORY.days * DAY, to: at, most: Number.POSITIVE_INFINITY })
      const step = Math.ceil(all.length / HISTORY.samples)
      const data = all.filter((_, place) => place % step === 0)
      return [eventOf(source, event_type, { source_id: numberOf(source), data })]
    })
}

/** Summaries that devices send of a night, a day, a workout: one ID each, and a newer version whenever there is more. */
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
      sumOf(wearer, resource, { from: midnightOf(at, hour), to: at, most: QUARTERS_OF_DAY })
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
    const { key, random, sport, start, minutes, offset, hr_average, hr_max } = workoutFacts(asked)
    return {
      key,
      title: sport.name,
      sport,
      time_start: zoned(start, offset),
      time_end: zoned(start + minutes * 60_000, offset),
      timezone_offset: offset,
      moving_time_seconds: minutes * 60,
      hr_average,
      hr_max,
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

/** Returns the last workout that is over, with how the heart went. */
export function workoutFacts(asked: Asked) {
  const workout = workoutOf(asked)
  const { resting } = bodyOf(asked.wearer.user_id)
  const [average, most] = [workout.random.int(58, 88), workout.random.int(92, 118)]
  return { ...workout, hr_average: resting + average, hr_max: resting + most }
}

const idOf = (asked: Asked, resource: string, key: string) => randomOf(asked, `id/${resource}`, key).uuid()

const isSummary = (resource: string) => resource in SUMMARIES

/** Returns a summary as it stands at a time; null for a resource that has none. */
function summaryOf(resource: string, asked: Asked): ({ id: string } & Readonly<Record<string, unknown>>) | null {
  const made = SUMMARIES[resource]?.(asked)
  if (!made) return null
  const { key, ...fields } = made
  return { id: idOf(asked, resource, key), ...fields, updated_at: new Date(asked.at).toISOString() }
}

/** Returns what a shallow event says of a workout: its stream is read elsewhere (spec, "Workout stream events"). */
function workoutStreamOf(asked: Asked) {
  const { key, sport, random } = workoutOf(asked)
  const workout_id = idOf(asked, 'workouts', key)
  const provider_id = `${asked.slug}-${random.digits(9)}`
  return { message: 'The stream of this workout is ready to be read.', provider_id, sport, workout_id }
}
