/** Events of a source in order: batches of samples, summaries with newer versions, workouts. */
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { restFrom, SERIES, samplesOf } from './series.ts'
import { isSummary, summaryOf, workoutStreamOf } from './summaries.ts'
import type { Wearer } from './wearer.ts'

export interface WearableSource extends Wearer {
  source: { name: string; slug: string; logo?: string | null | undefined }
  /** Data types that it sends. */
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
const HISTORY = { days: 3, samples: 72 }

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

/**
 * Creates the stream of any number of sources. It remembers what each has sent: of the same calls it makes the same
 * events.
 */
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
const PAST = ['sleep', 'activity', 'heart_rate', 'glucose', 'weight']

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
