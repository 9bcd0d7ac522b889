/** The user directory, connection checks and the catalog, started: each turn is a job that one instance takes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionSource, UserSource } from '#lib/console/sources.ts'
import type { LabTestMethod } from '#lib/domains/catalog/catalog.ts'
import { createLearner, type Learner } from '#lib/domains/catalog/console/learner.ts'
import type { CatalogStore, LearnedFact } from '#lib/domains/catalog/console/store.ts'
import { createConnectionChecker } from '#lib/domains/users/console/check.ts'
import { type ConnectionStates, createConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import { createCrawler } from '#lib/domains/users/console/crawl.ts'
import { createDirectory, type UserDirectory } from '#lib/domains/users/console/directory.ts'
import type { DirectoryStore, StateStore } from '#lib/domains/users/console/store/store.ts'
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

interface Options {
  environments: readonly string[]
  store: DirectoryStore
  source: UserSource
  queue: Queue
  refresh_minutes: number
  max_users: number
  hasRoom: () => boolean
  log: SystemOptions['log']
  tracing: Tracing
}

const JOB = 'crawl_users'
/** Milliseconds between two checks whether a crawl is due. */
const POLL_INTERVAL_MS = 15_000

/** Checks every 15 s whether a crawl is due and works through the queue, so that instances share it. */
export function createDirectoryService(options: Options): DirectoryService {
  const { environments, store, source, queue, refresh_minutes, max_users: mostUsers, hasRoom, log, tracing } = options
  const now = () => new Date()
  const ended = new AbortController()
  const { signal } = ended
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  const interval = refresh_minutes * MINUTE
  const crawler = createCrawler({ store, source, now, interval, mostUsers, hasRoom, pause })
  const wake = (environment: string) => queue.send(JOB, environment, now())

  async function poll() {
    for (const environment of environments) if (await crawler.isWaiting(environment)) await wake(environment)
  }

  async function turn(environment: string) {
    if (!environments.includes(environment)) return
    if ((await crawler.work(environment, signal)) && !signal.aborted) await wake(environment)
  }

  return {
    directory: createDirectory({ store, source, now, wake }),

    async begin() {
      await queue.work(JOB, tracing.job(JOB, turn), { later: false })
      // Runs without checking whether it's due, so that a crawl interrupted by a crash resumes at once.
      for (const environment of environments) await wake(environment)
      const onError = (error: unknown) => log.error(errorFacts(error), 'the user directory cannot be refreshed')
      const stopLooking = repeat(poll, { everyMs: POLL_INTERVAL_MS, onError, atOnce: false })
      signal.addEventListener('abort', () => void stopLooking())
    },

    stop: () => ended.abort(),
  }
}

/** The checks of connections, started: they run on the queue, one turn a job, by whichever instance takes it. */
interface CheckOptions {
  environments: readonly string[]
  store: StateStore
  source: ConnectionSource
  queue: Queue
  /** The budget of calls of each environment; 0 for none. */
  checks_per_minute: number
  log: SystemOptions['log']
  tracing: Tracing
}

interface ConnectionChecks {
  states: ConnectionStates
  /** From now on users are checked when they are due. */
  begin(): Promise<void>
  /** Ends a turn under way after its user. */
  stop(): Promise<void>
}

const CHECK_JOB = 'check_connections'
/** Milliseconds between two looks whether anybody is due. */
const CHECK_POLL_MS = 15 * SECOND
/** Milliseconds after which a user is due again. */
const CHECK_EVERY_MS = HOUR

export function createConnectionChecks(options: CheckOptions): ConnectionChecks {
  const { environments, store, source, queue, checks_per_minute, log, tracing } = options
  const now = () => new Date()
  const ended = new AbortController()
  const { signal } = ended
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  const spacing = MINUTE / checks_per_minute
  const checker = createConnectionChecker({ store, source, now, interval: CHECK_EVERY_MS, spacing, pause })
  const wake = async (environment: string) => {
    if (checks_per_minute > 0) await queue.send(CHECK_JOB, environment, now())
  }
  const onError = (error: unknown) => log.warn(errorFacts(error), 'the state of a connection could not be saved')
  const states = createConnectionStates({ store, now, wake, onError })

  async function poll() {
    for (const environment of environments) if (await checker.isWaiting(environment)) await wake(environment)
  }

  async function turn(environment: string) {
    if (!environments.includes(environment)) return
    if ((await checker.work(environment, signal)) && !signal.aborted) await wake(environment)
  }

  return {
    states,

    async begin() {
      if (checks_per_minute === 0) return
      await queue.work(CHECK_JOB, tracing.job(CHECK_JOB, turn), { later: false })
      const onError = (error: unknown) => log.error(errorFacts(error), 'connections cannot be checked')
      const stopLooking = repeat(poll, { everyMs: CHECK_POLL_MS, onError, atOnce: false })
      signal.addEventListener('abort', () => void stopLooking())
    },

    async stop() {
      ended.abort()
      await states.settled()
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
