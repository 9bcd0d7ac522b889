/** Effects of a batch of events on the stored ones, in order of arrival. Pure: every store uses it. */
import type { EventForm } from '#lib/domains/events/event-forms.ts'
import type { NewEvent, NewSample, Series } from '#lib/domains/events/new-event.ts'
import type { Outcome } from '#lib/domains/events/outcomes.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'

export interface Version {
  seq: number
  /** As `canonicalInstant` writes it. */
  at: string
}

export interface KeptSample extends Omit<NewSample, 'series'> {
  /** The newest event that brought it. */
  seq: number
}

/** Stored events related to a batch, by the keys below. */
export interface StoredBefore {
  messages: ReadonlyMap<string, number>
  versions: ReadonlyMap<string, Version>
  samples: ReadonlyMap<string, Pick<KeptSample, 'value' | 'unit'>>
  /** The highest number that an event has. */
  newest: number
}

export interface ResolvedEvent {
  event: NewEvent
  seq: number
  outcome: Outcome
  /** The event that this one is a duplicate of, or that is newer. */
  related: number | null
  /** The event whose place it took. */
  replaces: number | null
  samples_replaced: number
  samples_same: number
}

export interface ResolvedBatch {
  events: ResolvedEvent[]
  /** Successors of events stored before the batch. */
  superseded: ReadonlyMap<number, number>
  versions: ReadonlyMap<string, { event: NewEvent; version: Version }>
  samples: ReadonlyMap<string, { event: NewEvent; series: Series; sample: KeptSample }>
}

export interface SavedEvent {
  id: number
  outcome: Outcome
  /** For a duplicate: the event that arrived first. */
  first_id: number | null
}

export interface ArrivedNews {
  environment: string
  up_to: number
  forms: readonly EventForm[]
  /** Orders that it is about; null for too many to say. */
  order_ids: readonly string[] | null
}

export function savedOf({ seq: id, outcome, related }: ResolvedEvent): SavedEvent {
  return { id, outcome, first_id: outcome === 'duplicate' ? related : null }
}

/** Orders of one batch that are named. */
const NAMED_ORDERS = 100

export function newsOf({ events }: ResolvedBatch): ArrivedNews[] {
  return [...Map.groupBy(events, ({ event }) => event.environment)].map(([environment, arrived]) => {
    const order_ids = [...new Set(arrived.flatMap(({ event: { order_id } }) => order_id ?? []))]
    return {
      environment,
      up_to: Math.max(...arrived.map(({ seq }) => seq)),
      forms: [...new Set(arrived.map(({ event }) => event.form))],
      order_ids: order_ids.length > NAMED_ORDERS ? null : order_ids,
    }
  })
}

export const messageKey = ({ environment, message_id }: Pick<NewEvent, 'environment' | 'message_id'>) =>
  `${environment} ${message_id}`
export const versionKey = ({ environment }: Pick<NewEvent, 'environment'>, key: string) => `${environment} ${key}`
export const seriesKey = (environment: string, { user_id, resource, source_slug, source_type }: Series) =>
  JSON.stringify([environment, user_id, resource, source_slug, source_type])
export const sampleKey = (series: string, at: string) => `${series} ${at}`

/** Whether anything of an event was understood: its type, and of samples at least one. */
const isRead = ({ form, samples }: NewEvent) => form !== 'unknown' && (form !== 'timeseries' || samples.length > 0)

export function resolveBatch(batch: readonly NewEvent[], known: StoredBefore): ResolvedBatch {
  const messages = new Map<string, number>()
  const versions = new Map<string, { event: NewEvent; version: Version }>()
  const samples = new Map<string, { event: NewEvent; series: Series; sample: KeptSample }>()
  const superseded = new Map<number, number>()
  const events: ResolvedEvent[] = []
  let seq = known.newest

  for (const event of batch) {
    seq += 1
    const one: ResolvedEvent = {
      event,
      seq,
      outcome: isRead(event) ? 'applied' : 'stored',
      related: null,
      replaces: null,
      samples_replaced: 0,
      samples_same: 0,
    }
    events.push(one)
    const key = messageKey(event)
    const first = messages.get(key) ?? known.messages.get(key)
    if (first !== undefined) {
      Object.assign(one, { outcome: 'duplicate', related: first })
      continue
    }
    messages.set(key, seq)
    takeVersion(one)
    takeSamples(one)
  }

  function takeVersion(one: ResolvedEvent) {
    const { event } = one
    if (!event.version) return
    const key = versionKey(event, event.version.key)
    const { at } = event.version
    const current = versions.get(key)?.version ?? known.versions.get(key)
    if (current && compareInstants(current.at, at) > 0) {
      Object.assign(one, { outcome: 'older', related: current.seq })
      return
    }
    versions.set(key, { event, version: { seq: one.seq, at } })
    if (!current) return
    one.replaces = current.seq
    const before = events[current.seq - known.newest - 1]
    if (before) Object.assign(before, { outcome: 'superseded', related: one.seq })
    else superseded.set(current.seq, one.seq)
  }

  function takeSamples(one: ResolvedEvent) {
    for (const { series, ...sample } of one.event.samples) {
      const key = sampleKey(seriesKey(one.event.environment, series), sample.at)
      const before = samples.get(key)?.sample ?? known.samples.get(key)
      const isSame = before?.value === sample.value && before.unit === sample.unit
      if (isSame) one.samples_same += 1
      else if (before) one.samples_replaced += 1
      // Also one that is the same: it goes with the body of the newest event that brought it, not with an older one.
      samples.set(key, { event: one.event, series, sample: { ...sample, seq: one.seq } })
    }
  }

  return { events, superseded, versions, samples }
}
