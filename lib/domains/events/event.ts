/** Webhook messages: spec "Events"; the lab forms are a gap ("lab and appointment events"). */
import { z } from 'zod'
import { appointment } from '#lib/domains/bookings/appointment.ts'
import { order } from '#lib/domains/orders/order.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { personal, userId } from '#lib/kernel/marks.ts'
import type { EventForm } from './event-forms.ts'

/** Characters of an event's type, and of the id of a summary: far beyond any, so that they can be searched by. */
const MAX_NAME = 200

/** The envelope of every message. What `data` holds goes by the type: see `eventForm`. */
export const webhookEvent = z.looseObject({
  event_type: z.string().min(1).max(MAX_NAME),
  data: z.looseObject({}),
  team_id: uuid,
  user_id: uuid,
  /** A number where a team counts its users; no other value of it spoils the event. */
  client_user_id: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
})
export type WebhookEvent = z.infer<typeof webhookEvent>

/** The source that all data names (spec, "Events"); data without it, or with a malformed one, is data all the same. */
export const namedSource = z.looseObject({ slug: z.string(), name: z.string().nullish().catch(null) })
const wearable = { source: namedSource.nullish().catch(null) }

/** The summary is `data` itself; a newer one with the same `id` replaces all earlier ones. */
export const summaryData = z.looseObject({ ...wearable, id: z.union([z.string().min(1).max(MAX_NAME), z.int()]) })

export const sample = z.looseObject({
  timestamp: isoDateTime,
  timezone_offset: z.int().nullish().catch(null),
  type: z.string().nullish().catch(null),
  unit: z.string(),
  /** A text of digits where a program writes all values as texts. */
  value: z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ]),
})
/** Samples that can be read are kept, whatever else a batch holds: a sensor may send "HIGH" in place of a number. */
export const timeseriesData = z
  .looseObject({ ...wearable, source_id: z.int().nullish().catch(null), data: z.array(z.unknown()) })
  // A batch is told from a summary, which has an ID of its own; nothing else needs the number of its source.
  .refine(({ source_id, ['id']: id }) => typeof source_id === 'number' || id === undefined)
  .transform(({ data, ...batch }) => {
    const samples = data.flatMap((one) => sample.safeParse(one).data ?? [])
    return { ...batch, samples, unreadable: data.length - samples.length }
  })

/** Shallow: the stream itself is read elsewhere (spec, "Workout stream events"). */
export const workoutStreamData = z.looseObject({
  ...wearable,
  message: z.string(),
  provider_id: z.string(),
  sport: z.looseObject({ id: z.int(), name: z.string(), slug: z.string() }),
  workout_id: uuid,
})

export const WORKOUT_STREAM = 'daily.data.workout_stream.created'

/** Null unless the source measures it; masked as a whole. What it missed, such as null, is no number: the rest is kept. */
const column = personal(z.array(z.number().catch(Number.NaN))).nullable()

/** Columns of equal length, of which a row is one moment (gap "workout stream"). */
const workoutStream = z.looseObject({
  user_id: userId,
  /** Unix seconds. */
  time: column,
  /** Beats a minute. */
  heartrate: column,
  /** Steps, turns or strokes a minute. */
  cadence: column,
  /** Meters. */
  altitude: column,
  /** Meters a second. */
  velocity_smooth: column,
  /** Meters since the start. */
  distance: column,
  /** Watts. */
  power: column,
  /** As the machine counts it. */
  resistance: column,
  /** Degrees Celsius. */
  temperature: column,
  lat: column,
  lng: column,
})
export type WorkoutStream = z.infer<typeof workoutStream>

export const getWorkoutStream = endpoint({
  name: 'get_workout_stream',
  section: 'Named but not described: workout stream',
  path: '/v2/timeseries/workouts/{workout_id}/stream',
  permission: 'events:read',
  params: z.object({ workout_id: uuid }),
  response: workoutStream,
})

export const labData = z.union([order, appointment])

const FORMS = [
  ['connection', /^provider\.(connection|device)\./, z.looseObject({})],
  ['lab', /^labtest\./, labData],
  ['workout_stream', /^(daily|historical)\.data\.workout_stream\./, workoutStreamData],
  ['timeseries', /^(daily|historical)\.data\./, timeseriesData],
  ['summary', /^(daily|historical)\.data\./, summaryData],
] as const satisfies readonly [EventForm, RegExp, z.ZodType][]

/** Which form the data of a message has. The catalog is open: what fits none is kept as it came. */
export function eventForm(event: WebhookEvent): EventForm {
  for (const [form, type, schema] of FORMS) {
    if (type.test(event.event_type) && schema.safeParse(event.data).success) return form
  }
  return 'unknown'
}
