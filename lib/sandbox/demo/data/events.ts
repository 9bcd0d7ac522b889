/** Events of the demo: the stream that the sandbox sends, two weeks of it, made up to the moment somebody looks. */

import type { OrderSource } from '#lib/console/sources.ts'
import { DEMO_ENVIRONMENT } from '#lib/demo/people.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import { WORKOUT_STREAM, webhookEvent } from '#lib/domains/events/event.ts'
import { type NewEvent, newEvent } from '#lib/domains/events/new-event.ts'
import { EVENT_COUNT_LIMIT } from '#lib/domains/events/received.ts'
import { type CriticalResults, createCriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import { createOverview, type OverviewOf } from '#lib/domains/orders/console/overview/overview.ts'
import { readStuckLimits } from '#lib/domains/orders/console/stuck-limits.ts'
import { createOrderViewCounts } from '#lib/domains/orders/console/view-counts.ts'
import { createWorklist, type WorklistOf } from '#lib/domains/orders/console/worklist.ts'
import type { CountViews } from '#lib/domains/views/views.ts'
import { bundleRandom, Random } from '#lib/sandbox/data/prng.ts'
import { sourceOf } from '#lib/sandbox/wearables/emitter.ts'
import { createWearables, type WearableSource } from '#lib/sandbox/wearables/stream.ts'
import { workoutIdOf } from '#lib/service/outbox.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import type { ConsoleStore } from '#lib/system/console/store.ts'
import { callerRequestId, newId } from '#lib/utils/ids/ids.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { sendingOf, timesOf } from './sending.ts'

interface Options {
  store: Pick<EventStore, 'saveEvents'>
  records: Pick<ServiceStore, 'listUsers' | 'listConnections'>
  team_id: string
  started_at: number
  now: () => Date
}

/** Senders: the newest users, as many as a page lists. */
const USERS = 260
export const BEFORE = 14 * DAY
/** Milliseconds between two events since the run began: somebody looks. */
const PACE = MINUTE
const DUPLICATES = 0.04
/** Samples of a batch. */
const SAMPLES = 6
/** Milliseconds of work between two moments in which the worker answers others. */
const SLICE_MS = 40

interface Due {
  at: number
  user: { team_id: string; client_user_id: string | null }
  source: WearableSource
}

/** Returns what makes the events that are due by now; the same run has the same events, however often it is asked. */
export function createDemoEvents(options: Options): () => Promise<void> {
  const { store, started_at, now } = options
  const wearables = createWearables(SAMPLES)
  let coming: Due[] | null = null
  let done = 0
  let last: NewEvent | null = null
  let running = Promise.resolve()
  let working: Due[] = []
  let next = started_at + PACE

  function made({ at, user, source }: Due): NewEvent | null {
    const time = new Date(at).toISOString()
    if (last && new Random(at, started_at, 1).chance(DUPLICATES)) return { ...last, received_at: time }
    const sent = wearables.next(source, at)
    if (!sent) return null
    const event = { ...sent, team_id: user.team_id, user_id: source.user_id, client_user_id: user.client_user_id }
    const message_id = `msg_demo_${at}_${source.user_id.slice(0, 8)}_${source.source.slug}`
    const message = { environment: DEMO_ENVIRONMENT.id, message_id, sent_at: time, received_at: time }
    return newEvent({ ...message, event, body: JSON.stringify(event) })
  }

  /** The next of all that are due by an instant, oldest first. */
  function* dueBy(until: number): Generator<Due> {
    for (let due = coming?.[done]; due && due.at <= until; due = coming?.[done]) {
      done += 1
      yield due
    }
    for (; next <= until && working.length > 0; next += PACE) {
      const one = working[new Random(next, started_at, 2).int(0, working.length - 1)]
      if (one) yield { ...one, at: next }
    }
  }

  async function make() {
    if (coming === null) {
      const all = await scheduleOf(options)
      coming = all.coming
      working = all.working
    }
    let batch: NewEvent[] = []
    let until = performance.now() + SLICE_MS
    for (const due of dueBy(now().getTime())) {
      last = made(due)
      if (last) batch.push(last)
      if (performance.now() < until) continue
      await store.saveEvents(batch)
      batch = []
      await delay(0)
      until = performance.now() + SLICE_MS
    }
    if (batch.length > 0) await store.saveEvents(batch)
  }

  return () => {
    running = running.catch(() => undefined).then(make)
    return running
  }
}

/** Schedules events of the days before the run, and the sources that send from its start. */
export async function scheduleOf(
  { records, team_id, started_at }: Pick<Options, 'records' | 'team_id' | 'started_at'>,
  limit = USERS,
): Promise<{ coming: Due[]; working: Due[] }> {
  const coming: Due[] = []
  const working: Due[] = []
  const { users } = await records.listUsers(team_id, { offset: 0, limit })
  for (const { user_id, client_user_id = null, fallback_time_zone } of users) {
    for (const connection of (await records.listConnections(team_id, user_id)) ?? []) {
      const sending = sendingOf(user_id, connection, started_at)
      const { resources } = sending
      const source = { ...sourceOf(connection, fallback_time_zone?.id), resources }
      const due = { user: { team_id, client_user_id }, source }
      if (resources.length === 0) continue
      for (const at of timesOf(sending, started_at - BEFORE, started_at)) coming.push({ ...due, at })
      if (sending.to > started_at) working.push({ ...due, at: started_at })
    }
  }
  return { coming: coming.sort((a, b) => a.at - b.at), working }
}

/** Finds the workout of an event that the demo made: none goes through the outbox of its service. */
export function demoWorkouts(store: Pick<EventStore, 'searchEvents' | 'eventBody'>): ServiceStore['findWorkout'] {
  const search = { event_types: [WORKOUT_STREAM], offset: 0, limit: EVENT_COUNT_LIMIT }
  return async (_, workout_id) => {
    const { events } = await store.searchEvents(DEMO_ENVIRONMENT.id, search)
    for (const { id, user_id, sent_at } of events) {
      const body = await store.eventBody(DEMO_ENVIRONMENT.id, id)
      const data = JSON.stringify(body && webhookEvent.parse(JSON.parse(body)).data)
      if (body && workoutIdOf({ data }) === workout_id) return { user_id, data, at: new Date(sent_at) }
    }
    return null
  }
}

/** Parts of a request, each with its own IDs, so that no ID stands for two things. */
const PARTS = { service: 0, proxy: 1, console: 2 } as const

/** Gives the same UUIDs, in the same order, whenever it is asked for the same request. */
export function idsOf(part: keyof typeof PARTS) {
  return ({ headers }: Pick<Request, 'headers'>): (() => string) => {
    const random = bundleRandom(headers.get('x-request-id') ?? crypto.randomUUID(), 0, PARTS[part])
    return () => random.uuid()
  }
}

/** The id of a request is the one that its page gave it: a change replayed later has it too. */
export function requestIdOf({ headers }: Pick<Request, 'headers'>): string {
  return callerRequestId(headers.get('x-request-id')) ?? newId()
}

/** Order counts that are kept for a minute and dropped after every change, since a demo's clock may stand. */
interface ReadingOptions {
  source: OrderSource
  store: ConsoleStore
  now: () => Date
  staffOf: (environment: string) => Promise<ReadonlyMap<string, string>>
}

interface Readings {
  overview: OverviewOf
  worklist: WorklistOf
  critical: CriticalResults
  countOrderViews: CountViews
  /** Drops cached counts, so that the next request counts again. */
  forget(): void
}

/** Creates the overview, critical results and view counts of the demo; `forget` also drops counts still under way. */
export function createReadings({ source, store, now, staffOf }: ReadingOptions): Readings {
  const limits = async (environment: string) => (await readStuckLimits(store, environment)).days
  const begin = () => ({
    overview: createOverview({ source, now, limits, bookings: store.liveBookings }),
    critical: createCriticalResults({ source, now, store }),
    countOrderViews: createOrderViewCounts({ source, now, limits, bookings: store.liveBookings }),
  })
  let current = begin()
  return {
    overview: {
      overview: (environment, time_zone) => current.overview.overview(environment, time_zone),
      problems: (...asked) => current.overview.problems(...asked),
      forget: (environment) => current.overview.forget(environment),
    },
    worklist: createWorklist({ problems: (...asked) => current.overview.problems(...asked), store, now, staffOf }),
    critical: {
      queue: (...asked) => current.critical.queue(...asked),
      acknowledgements: (environment, ids) => current.critical.acknowledgements(environment, ids),
      acknowledge: (given) => current.critical.acknowledge(given),
      callbacks: (environment, ids) => current.critical.callbacks(environment, ids),
      recordCallback: (given) => current.critical.recordCallback(given),
      note: (...noted) => current.critical.note(...noted),
      setStart: (...set) => current.critical.setStart(...set),
      forget: (environment) => current.critical.forget(environment),
    },
    countOrderViews: (...asked) => current.countOrderViews(...asked),
    forget() {
      current = begin()
    },
  }
}
