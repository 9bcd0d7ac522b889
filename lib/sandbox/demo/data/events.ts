/** Events of the demo: the stream that the sandbox sends, two weeks of it, made up to the moment somebody looks. */
import { DEMO_ENVIRONMENT } from '#lib/demo/people.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import { type NewEvent, newEvent } from '#lib/domains/events/new-event.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { sourceOf } from '#lib/sandbox/wearables/emitter.ts'
import { createWearables, type WearableSource } from '#lib/sandbox/wearables/stream.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { sendingOf, timesOf } from './sending.ts'

interface Options {
  store: Pick<EventStore, 'saveEvents'>
  /** The service's. */
  records: Pick<ServiceStore, 'listUsers' | 'listConnections'>
  team_id: string
  started_at: number
  now: () => Date
}

/** Senders: the newest users, as many as a page lists. */
const USERS = 260
const BEFORE = 14 * DAY
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
async function scheduleOf({ records, team_id, started_at }: Options): Promise<{ coming: Due[]; working: Due[] }> {
  const coming: Due[] = []
  const working: Due[] = []
  const { users } = await records.listUsers(team_id, { offset: 0, limit: USERS })
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
