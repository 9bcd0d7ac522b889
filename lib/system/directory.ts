/** The user directory, connection checks, the index of people and the catalog, started: each turn is a job that one instance takes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionSource, UserSource } from '#lib/console/sources.ts'
import type { LabTestMethod } from '#lib/domains/catalog/catalog.ts'
import { createLearner, type Learner } from '#lib/domains/catalog/console/learner.ts'
import type { CatalogStore, LearnedFact } from '#lib/domains/catalog/console/store.ts'
import { createConnectionChecker } from '#lib/domains/users/console/check.ts'
import { type ConnectionStates, createConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import { createCrawler } from '#lib/domains/users/console/crawl.ts'
import { createDirectory, type UserDirectory } from '#lib/domains/users/console/directory.ts'
import { createPeopleIndex, type People, type PeopleOptions } from '#lib/domains/users/console/people-index.ts'
import type { DirectoryStore } from '#lib/domains/users/console/store/store.ts'
import type { Queue } from '#lib/platform/database/queue.ts'
import type { Tracing } from '#lib/platform/trace/tracing-port.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/delay.ts'
import type { SystemOptions } from './options.ts'

export interface DirectoryService {
  directory: UserDirectory
  /** From now on crawls begin when they are due. */
  begin(): Promise<void>
  /** Ends a turn under way after its page; the crawl goes on where it is, here or elsewhere. */
  stop(): void
}

interface Background {
  environments: readonly string[]
  queue: Queue
  log: SystemOptions['log']
  tracing: Tracing
}

interface Options extends Background {
  store: DirectoryStore
  source: UserSource
  refresh_minutes: number
  max_users: number
  hasRoom: () => boolean
}

/** Milliseconds between two checks whether anything is due. */
const POLL_INTERVAL_MS = 15 * SECOND

interface Work {
  /** Name of its jobs. */
  job: string
  isWaiting(environment: string): Promise<boolean>
  /** True where there is more to do at once. */
  work(environment: string, signal: AbortSignal): Promise<boolean>
  /** Failure of the check, for the log. */
  failure: string
  signal: AbortSignal
}

/** Checks every 15 s whether work is due and works through the queue, so that instances share it. */
function inTurns({ environments, queue, log, tracing }: Background, { job, isWaiting, work, failure, signal }: Work) {
  const wake = (environment: string) => queue.send(job, environment, new Date())

  async function poll() {
    for (const environment of environments) if (await isWaiting(environment)) await wake(environment)
  }

  async function turn(environment: string) {
    if (!environments.includes(environment)) return
    const hasMore = await work(environment, signal).catch((error: unknown) => {
      // The end broke it off: polls find what is still due after the next start.
      if (signal.aborted) return false
      throw error
    })
    if (hasMore && !signal.aborted) await wake(environment)
  }

  return {
    wake,
    async begin() {
      await queue.work(job, tracing.job(job, turn), { later: false })
      const onError = (error: unknown) => log.error(errorFacts(error), failure)
      const stopLooking = repeat(poll, { everyMs: POLL_INTERVAL_MS, onError, atOnce: false })
      signal.addEventListener('abort', () => void stopLooking())
    },
  }
}

const pauseWithin = (signal: AbortSignal) => (milliseconds: number) =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)

export function createDirectoryService(options: Options): DirectoryService {
  const { environments, store, source, refresh_minutes, max_users: mostUsers, hasRoom } = options
  const now = () => new Date()
  const ended = new AbortController()
  const { signal } = ended
  const interval = refresh_minutes * MINUTE
  const crawler = createCrawler({ store, source, now, interval, mostUsers, hasRoom, pause: pauseWithin(signal) })
  const failure = 'the user directory cannot be refreshed'
  const { wake, begin } = inTurns(options, { ...crawler, job: 'crawl_users', failure, signal })

  return {
    directory: createDirectory({ store, source, now, wake }),

    async begin() {
      await begin()
      // Runs without checking whether it's due, so that a crawl interrupted by a crash resumes at once.
      for (const environment of environments) await wake(environment)
    },

    stop: () => ended.abort(),
  }
}

/** The checks of connections, and the reads that fill the index of people: they share a budget of calls. */
interface CheckOptions extends Background {
  store: PeopleOptions['store']
  source: ConnectionSource
  directory: UserDirectory
  people: Pick<PeopleOptions, 'orders' | 'infos' | 'hash'>
  /** The budget of calls of each environment; 0 for none. */
  checks_per_minute: number
}

interface ConnectionChecks {
  states: ConnectionStates
  people: People
  /** From now on users are checked when they are due. */
  begin(): Promise<void>
  /** Ends a turn under way after its user. */
  stop(): Promise<void>
}

/** Milliseconds after which a user is due again. */
const CHECK_EVERY_MS = HOUR

export function createConnectionChecks(options: CheckOptions): ConnectionChecks {
  const { store, source, checks_per_minute, log } = options
  const now = () => new Date()
  const ended = new AbortController()
  const { signal } = ended
  const pause = pauseWithin(signal)
  const spacing = MINUTE / checks_per_minute
  const onError = (error: unknown) => log.warn(errorFacts(error), 'what an answer says could not be saved')
  const people = createPeopleIndex({ ...options.people, store, now, spacing: 2 * spacing, pause, onError })
  // While the index is built each of the two has half of the budget; then there is little to read for it.
  const ownSpacing = () => (people.isBuilding() ? 2 * spacing : spacing)
  const checker = createConnectionChecker({ store, source, now, interval: CHECK_EVERY_MS, spacing: ownSpacing, pause })
  const checks = inTurns(options, {
    ...checker,
    job: 'check_connections',
    failure: 'connections cannot be checked',
    signal,
  })
  const index = inTurns(options, { ...people, job: 'index_people', failure: 'people cannot be indexed', signal })
  const wake = async (environment: string) => {
    if (checks_per_minute > 0) await checks.wake(environment)
  }

  const looks = checks_per_minute > 0 && { directory: options.directory, signal }
  const states = createConnectionStates({ store, now, wake, onError, ...looks })

  return {
    states,
    people,

    async begin() {
      if (checks_per_minute > 0) await Promise.all([checks.begin(), index.begin()])
    },

    async stop() {
      ended.abort()
      await Promise.all([states.settled(), people.settled()])
    },
  }
}

/** The catalog, started: what the sandbox knows is in it from the first run, and what passes by is learned. */
interface CatalogOptions {
  /** Those that the embedded service is behind. */
  sandboxes: readonly string[]
  facts: readonly LearnedFact[]
  methods: readonly LabTestMethod[]
  store: CatalogStore
  log: SystemOptions['log']
}

/** `stop` also ends the pauses of learning names from responses. */
export async function startCatalog({ sandboxes, facts, methods, store, log }: CatalogOptions): Promise<Learner> {
  for (const environment of sandboxes) {
    await store.learnCatalog(environment, facts, 'seed')
    await store.learnMethods(environment, methods)
  }
  const ended = new AbortController()
  const learner = createLearner({
    store,
    pause: (milliseconds) => sleep(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined),
    onError: (error) => log.warn(errorFacts(error), 'names for the catalog could not be saved'),
  })
  return {
    ...learner,
    stop: () => {
      ended.abort()
      return learner.stop()
    },
  }
}
