/** The checks of connections and the index of people in the demo: the server's own, asked for by whoever looks at connections. */

import type { ConnectionSource, OrderSource } from '#lib/console/sources.ts'
import { DEMO_ENVIRONMENT } from '#lib/demo/people.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { createConnectionChecker } from '#lib/domains/users/console/check.ts'
import { createConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import { createPeopleIndex, type PeopleOptions } from '#lib/domains/users/console/people-index.ts'
import type { StateStore } from '#lib/domains/users/console/store/store.ts'
import { createConnectionSource, createInfoSource } from '#lib/proxy/sources.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { sendingOf, timesOf } from './sending.ts'

interface Options {
  store: PeopleOptions['store']
  orders: OrderSource
  reads: Parameters<typeof createConnectionSource>[0]
  started_at: number
  now: () => Date
  pause: (milliseconds: number) => Promise<void>
  onError: (error: unknown) => void
}

/** Milliseconds that somebody waits for the first check of all: a slow network takes longer. */
const CHECK_WAIT_MS = 1_500

/** `check` reads whoever is due; nobody waits for it. */
export function createDemoChecks({ store, orders, reads, started_at, now, pause, onError }: Options) {
  const source = withLastData({ source: createConnectionSource(reads), store, started_at, now })
  const checker = createConnectionChecker({ store, source, now, interval: HOUR, spacing: () => 0, pause })
  const check = async () => {
    while (await checker.work(DEMO_ENVIRONMENT.id, AbortSignal.timeout(60_000)));
  }
  let first: Promise<void> | null = null
  const begin = () => {
    const begun = check().catch(onError)
    first ??= begun
    return first
  }
  // The demo's data is invented, so its terms need no key.
  const hash = (_: string, term: string) => term
  const people = createPeopleIndex({
    store,
    orders,
    infos: createInfoSource(reads),
    hash,
    now,
    spacing: 0,
    pause,
    onError,
  })
  const index = once(async () => {
    while (await people.work(DEMO_ENVIRONMENT.id, AbortSignal.timeout(60_000)));
  }, onError)
  const states = createConnectionStates({ store, now, wake: () => check(), onError, requestEvery: 0 })
  return {
    states,
    people,
    /** Somebody looks for people. A small demo is read while they wait. */
    lookForPeople: () => Promise.race([index(), delay(CHECK_WAIT_MS)]),
    check: () => void begin(),
    /** Somebody looks at connections. The first check is worth waiting for: of one user, and of counts that are kept. */
    async look(isWaiting: boolean) {
      const done = begin()
      if (isWaiting) await Promise.race([done, delay(CHECK_WAIT_MS)])
    },
  }
}

/** Returns what begins work unless it is under way, and resolves when it's done. */
function once(work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | null = null
  return () => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null
      })
    return running
  }
}

/** When the sources of the demo sent data, and of which types: noted as connections are read, as they all would be at once. */
interface LastDataOptions {
  source: ConnectionSource
  store: Pick<StateStore, 'noteData'>
  started_at: number
  now: () => Date
}

/** Gaps before the last time: enough for a rhythm. */
const GAPS = 6

/** Returns a source of connections that notes data for each of them as it is read. */
function withLastData({ source, store, started_at, now }: LastDataOptions): ConnectionSource {
  return {
    async listConnections(environment, user_id, signal) {
      const connections = await source.listConnections(environment, user_id, signal)
      for (const connection of connections ?? []) await note(environment, user_id, connection)
      return connections
    },
  }

  async function note(environment: string, user_id: string, connection: Connection) {
    const { slug } = connection
    const sending = sendingOf(user_id, connection, started_at)
    const until = now().getTime()
    const since = Math.min(sending.to, until) - (GAPS + 1) * sending.gap
    const times = timesOf(sending, since, until).map((at) => new Date(at).toISOString())
    const last = times.at(-1) ?? ''
    const types = last === '' ? [] : sending.resources.map((resource) => ({ user_id, slug, at: last, resource }))
    await store.noteData(environment, [...times.map((at) => ({ user_id, slug, at })), ...types])
  }
}
