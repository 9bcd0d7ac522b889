/** The last known states of connections as routes ask for them, and as they are learned from what passes by. */

import type { PassedAnswer } from '#lib/console/sources.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import type { ConnectionNews } from '#lib/domains/events/news.ts'
import type { StateCoverage } from '#lib/domains/users/directory-connections.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { batched } from '#lib/utils/data/batch.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { offersOf, statesOf } from './check.ts'
import type { UserDirectory } from './directory.ts'
import type { DataNote, StateStore } from './store/store.ts'

/** So many users are looked up one by one; with more, one reading of the whole list takes less. */
const MOST_LOOK_UPS = 20
const NEVER = new AbortController().signal
/** Notes of one write. */
const MOST_NOTES = 500

export interface ConnectionStatesOptions {
  store: StateStore
  now: () => Date
  /** Has somebody check the connections of an environment, soon. */
  wake: (environment: string) => Promise<void>
  /** Reads of the user list, by which connections that are new become known; unset where pages read it themselves. */
  directory?: Pick<UserDirectory, 'getUser' | 'catchUp'>
  /** Ends such a read. */
  signal?: AbortSignal
  onError: (error: unknown) => void
  /** Milliseconds between two requests to check all of them again, five minutes unless set. */
  requestEvery?: number
}

export interface ConnectionStates {
  coverage(environment: string): Promise<StateCoverage>
  /** @throws ApiError 429 where it was asked for a short time ago. */
  checkAgain(environment: string): Promise<StateCoverage>
  /** Keeps what an answer to somebody says of a user's connections. Never throws, and returns at once. */
  notice(answer: PassedAnswer): void
  /** Keeps what an event says of one of the user's connections; durable when it resolves. */
  noteEvent(event: { environment: string; user_id: string; at: string } & NonNullable<ConnectionNews>): Promise<void>
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>
}

export function createConnectionStates(options: ConnectionStatesOptions): ConnectionStates {
  const { store, now, wake, directory, signal = NEVER, onError, requestEvery = 5 * MINUTE } = options
  let writing = Promise.resolve()
  let looking = Promise.resolve()
  const waiting = new Set<string>()

  /** A check reads known connections alone: one that is new comes with its user. Nobody waits for it. */
  function lookUpSoon(environment: string, user_id: string) {
    if (!directory) return
    const user = `${environment} ${user_id}`
    const isMany = waiting.size >= MOST_LOOK_UPS && !waiting.has(user)
    const key = isMany ? environment : user
    if (waiting.has(key)) return
    waiting.add(key)
    const read = isMany ? directory.catchUp : (of: string) => lookUp(directory, of, user_id)
    looking = looking
      .then(() => {
        waiting.delete(key)
        return read(environment)
      })
      .catch(onError)
  }

  async function lookUp(from: Pick<UserDirectory, 'getUser'>, environment: string, user_id: string) {
    try {
      await from.getUser({ environment, user_id, fresh: true, signal })
    } catch (error) {
      // The next crawl finds a user whom the list doesn't show where they should be.
      if (!(error instanceof ApiError || signal.aborted)) throw error
    }
    await wake(environment)
  }

  /** Notes that arrive during a write form the next one. */
  const noteData = batched(async (notes: (DataNote & { environment: string })[]) => {
    for (const [environment, own] of Map.groupBy(notes, (note) => note.environment))
      await store.noteData(environment, own)
    return notes.map(() => true)
  }, MOST_NOTES)

  async function coverage(environment: string): Promise<StateCoverage> {
    const { problem, retry_at, asked_at } = await store.checkProgress(environment)
    return { ...(await store.connectionCoverage(environment, asked_at)), asked_at, problem, retry_at }
  }

  async function save({ environment, params: { user_id }, body }: PassedAnswer, at: string) {
    const answer = listUserProviders.response.safeParse(JSON.parse(new TextDecoder().decode(body)))
    if (!(user_id && answer.success)) return
    const { providers } = answer.data
    await store.saveStates(environment, { user_id, at, states: statesOf(providers), offers: offersOf(providers) })
  }

  return {
    coverage,

    async checkAgain(environment) {
      const { asked_at } = await store.checkProgress(environment)
      const retry_after_ms = asked_at === null ? 0 : Date.parse(asked_at) + requestEvery - now().getTime()
      if (retry_after_ms > 0) throw new ApiError('too_many_requests', justAsked(retry_after_ms), { retry_after_ms })
      await store.saveCheckProgress(environment, { asked_at: now().toISOString() })
      await store.releaseChecks(environment)
      await wake(environment)
      return coverage(environment)
    },

    notice(answer) {
      if (answer.endpoint !== listUserProviders.name) return
      const at = now().toISOString()
      writing = writing.then(() => save(answer, at)).catch(onError)
    },

    async noteEvent({ environment, user_id, at, ...news }) {
      if (news.kind === 'data')
        return void (await noteData({ environment, user_id, at, slug: news.slug, resource: news.resource }))
      await store.queueCheck(environment, user_id)
      await wake(environment)
      lookUpSoon(environment, user_id)
    },

    settled: () => writing.then(() => looking),
  }
}

function justAsked(wait: number): string {
  const minutes = Math.ceil(wait / MINUTE)
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `A check was started a short time ago. You can start another in ${when}.`
}
