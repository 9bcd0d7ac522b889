import { z } from 'zod'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { withoutInvisible } from '#lib/utils/text/invisible.ts'
import { canonicalInstant } from '#lib/utils/time/instants.ts'
import { eventForm, namedSource, timeseriesData, type WebhookEvent } from './event.ts'
import type { EventForm } from './event-forms.ts'

/** Key of a sample besides its time (spec, "Timeseries events"). */
export interface Series {
  user_id: string
  resource: string
  source_slug: string
  source_type: string
}

export interface NewSample {
  series: Series
  at: string
  value: number
  unit: string
  zone_offset: number | null
}

export interface NewEvent {
  environment: string
  message_id: string
  event_type: string
  form: EventForm
  user_id: string
  client_user_id: string | null
  source_slug: string | null
  source_name: string | null
  order_id: string | null
  /** Key and time of this version; null for events without versions. */
  version: { key: string; at: string } | null
  samples: readonly NewSample[]
  sent_at: string
  received_at: string
  body: string
}

export interface Message {
  environment: string
  message_id: string
  event: WebhookEvent
  /** As it was sent. */
  body: string
  sent_at: string
  received_at: string
}

/** Characters of a name that is kept beside the body. */
const MAX_TEXT = 200
/** Limit of a sample’s `timezone_offset` in any unit: a database integer. */
const MAX_OFFSET = 2_147_483_647

const named = z.looseObject({ source: namedSource })
const versioned = z.looseObject({ updated_at: isoDateTime })
const ofAppointment = z.looseObject({ order_id: uuid })
const identified = z.looseObject({ id: z.union([z.string(), z.number()]) })
const ofWorkout = z.looseObject({ workout_id: z.string() })

/** Returns what the data of an event is of: `glucose` of `daily.data.glucose.created`; the whole type where it has no such part. */
export function resourceOf(event_type: string): string {
  return event_type.split('.')[2] ?? event_type
}

export function newEvent({ event, ...message }: Message): NewEvent {
  const { event_type, user_id, client_user_id, data } = event
  const form = eventForm(event)
  const source = named.safeParse(data).data?.source
  return {
    ...message,
    form,
    event_type: plain(event_type),
    user_id,
    client_user_id: client_user_id ? plain(client_user_id) : null,
    source_slug: source ? plain(source.slug) : null,
    source_name: source ? plain(source.name ?? source.slug) : null,
    order_id: form === 'lab' ? orderOf(data) : null,
    version: versionOf(event, form, message.sent_at),
    samples: form === 'timeseries' ? samplesOf(event) : [],
  }
}

/** Returns the order of a lab event, whose data is an order or its appointment. */
function orderOf(data: unknown): string | null {
  return (
    ofAppointment.safeParse(data).data?.order_id ?? uuid.safeParse(identified.safeParse(data).data?.id).data ?? null
  )
}

/** The spec names no field for versions: `updated_at`, else when it was sent (gap "summary versions"). */
function versionOf({ event_type, user_id, data }: WebhookEvent, form: EventForm, sent_at: string): NewEvent['version'] {
  const id =
    form === 'workout_stream' ? ofWorkout.safeParse(data).data?.workout_id : identified.safeParse(data).data?.id
  const isVersioned = form === 'summary' || form === 'lab' || form === 'workout_stream'
  if (!isVersioned || id === undefined) return null
  const what = form === 'lab' ? (event_type.split('.')[1] ?? '') : resourceOf(event_type)
  const at = versioned.safeParse(data).data?.updated_at ?? sent_at
  return { key: [user_id, what, String(id)].map(step).join('/'), at: canonicalInstant(at) }
}

/** A part of a key, which no other part is written as; not JSON, so that keys of earlier versions go on. */
function step(text: string): string {
  return text.replace(/[~/\p{Cc}\p{Cs}]/gu, (odd) => `~${odd.charCodeAt(0).toString(16)};`)
}

function samplesOf({ event_type, user_id, data }: WebhookEvent): NewSample[] {
  const batch = timeseriesData.parse(data)
  const resource = plain(resourceOf(event_type))
  const source_slug = plain(batch.source?.slug ?? '')
  return batch.samples.map(({ timestamp, timezone_offset, type, unit, value }) => ({
    series: { user_id, resource, source_slug, source_type: plain(type ?? '') },
    at: canonicalInstant(timestamp),
    value,
    unit: plain(unit),
    zone_offset: timezone_offset != null && Math.abs(timezone_offset) <= MAX_OFFSET ? timezone_offset : null,
  }))
}

/** Texts that lists show hold nothing that can't be seen or turns others around; those of a database no NUL and no half a surrogate pair. */
function plain(text: string): string {
  return withoutInvisible(text.slice(0, MAX_TEXT).replaceAll('\0', '\uFFFD').toWellFormed())
}
