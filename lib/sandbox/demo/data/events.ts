/** Events of the demo: those of the emitter, as if a service had sent them, made up to the moment somebody looks. */

import type { UserSource } from '#lib/console/user-source.ts'
import { DEMO_ENVIRONMENT } from '#lib/demo/people.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import { type NewEvent, newEvent } from '#lib/domains/events/new-event.ts'
import type { User } from '#lib/domains/users/user.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { wearableEvent } from '#lib/sandbox/wearables.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'

interface Options {
  store: Pick<EventStore, 'saveEvents'>
  users: UserSource
  started_at: number
  now: () => Date
}

const USERS = 40
/** Milliseconds between two events, before the run began and since. */
const PACE = { before: 20 * MINUTE, since: MINUTE }
const BEFORE = 3 * DAY
const DUPLICATES = 0.06
const NEWER = 0.25

/** Returns what makes the events that are due by now; the same run has the same events, however often it is asked. */
export function createDemoEvents({ store, users, started_at, now }: Options): () => Promise<void> {
  let next = started_at - BEFORE
  let last: NewEvent | null = null
  let running = Promise.resolve()
  let people: Promise<readonly User[]> | null = null

  const connected = async () => {
    const page = await users.listUsers(DEMO_ENVIRONMENT.id, { offset: 0, limit: 200 }, AbortSignal.timeout(MINUTE))
    return page.users.filter(({ connected_sources }) => connected_sources.length > 0).slice(0, USERS)
  }

  function made(all: readonly User[], at: number): NewEvent | null {
    const random = new Random(at, started_at, 0)
    if (last && random.chance(DUPLICATES)) return { ...last, received_at: new Date(at).toISOString() }
    const user = all[random.int(0, all.length - 1)]
    const sources = user?.connected_sources ?? []
    const connection = sources[random.int(0, sources.length - 1)]
    if (!user || !connection) return null
    const event = wearableEvent(user, connection.source, new Date(at), random.int(1, 1_000_000))
    // A source that sends a day's summary again: the same record, newer.
    if (last?.form === 'summary' && random.chance(NEWER)) return newerOf(last, at, random)
    const time = new Date(at).toISOString()
    const message = { environment: DEMO_ENVIRONMENT.id, message_id: `msg_demo_${at}`, sent_at: time, received_at: time }
    return newEvent({ ...message, event, body: JSON.stringify(event) })
  }

  async function make() {
    people ??= connected()
    const all = await people
    const due: NewEvent[] = []
    while (next <= now().getTime()) {
      const event = made(all, next)
      if (event) due.push(event)
      last = event
      next += next < started_at ? PACE.before : PACE.since
    }
    if (due.length > 0) await store.saveEvents(due)
  }

  return () => {
    running = running.catch(() => undefined).then(make)
    return running
  }
}

function newerOf(before: NewEvent, at: number, random: Random): NewEvent {
  const time = new Date(at).toISOString()
  const { data, ...rest } = JSON.parse(before.body)
  const body = JSON.stringify({ ...rest, data: { ...data, score: random.int(50, 99) } })
  const version = before.version && { ...before.version, at: time }
  return { ...before, message_id: `msg_demo_${at}`, body, version, sent_at: time, received_at: time }
}
