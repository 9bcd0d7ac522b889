/** The user directory, started: crawls run on the queue, one turn a job, by whichever instance takes it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { UserSource } from '#lib/console/user-source.ts'
import { createCrawler } from '#lib/domains/users/console/crawl.ts'
import { createDirectory, type UserDirectory } from '#lib/domains/users/console/directory.ts'
import type { DirectoryStore } from '#lib/domains/users/console/store/store.ts'
import type { Queue } from '#lib/platform/database/queue.ts'
import type { Tracing } from '#lib/platform/trace/tracing-port.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { repeat } from '#lib/utils/timers/repeat.ts'
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
  log: SystemOptions['log']
  tracing: Tracing
}

const JOB = 'crawl_users'
/** Milliseconds between two checks whether a crawl is due. */
const POLL_INTERVAL_MS = 15_000

/**
 * Creates the crawler of each environment's users. It checks every 15 s whether a crawl is due and works through the
 * job queue, so that instances share it.
 */
export function createDirectoryService(options: Options): DirectoryService {
  const { environments, store, source, queue, refresh_minutes, log, tracing } = options
  const now = () => new Date()
  const ended = new AbortController()
  const { signal } = ended
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  const crawler = createCrawler({ store, source, now, interval: refresh_minutes * 60_000, pause })
  const wake = (environment: string) => queue.send(JOB, environment, now())

  async function look() {
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
      const stopLooking = repeat(look, { everyMs: POLL_INTERVAL_MS, onError, atOnce: false })
      signal.addEventListener('abort', () => void stopLooking())
    },

    stop: () => ended.abort(),
  }
}
