/** The checks of connections, started: they run on the queue, one turn a job, by whichever instance takes it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionSource } from '#lib/console/connection-source.ts'
import { createConnectionChecker } from '#lib/domains/users/console/check.ts'
import { type ConnectionStates, createConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import type { StateStore } from '#lib/domains/users/console/store/store.ts'
import type { Queue } from '#lib/platform/database/queue.ts'
import type { Tracing } from '#lib/platform/trace/tracing-port.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/repeat.ts'
import type { SystemOptions } from './options.ts'

interface Options {
  environments: readonly string[]
  store: StateStore
  source: ConnectionSource
  queue: Queue
  /** The budget of calls of each environment; 0 for none. */
  checks_per_minute: number
  log: SystemOptions['log']
  tracing: Tracing
}

export interface ConnectionChecks {
  states: ConnectionStates
  /** From now on users are checked when they are due. */
  begin(): Promise<void>
  /** Ends a turn under way after its user. */
  stop(): Promise<void>
}

const JOB = 'check_connections'
/** Milliseconds between two looks whether anybody is due. */
const POLL_INTERVAL_MS = 15 * SECOND
/** Milliseconds after which a user is due again. */
const CHECK_EVERY_MS = HOUR

export function createConnectionChecks(options: Options): ConnectionChecks {
  const { environments, store, source, queue, checks_per_minute, log, tracing } = options
  const now = () => new Date()
  const ended = new AbortController()
  const { signal } = ended
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  const spacing = MINUTE / checks_per_minute
  const checker = createConnectionChecker({ store, source, now, interval: CHECK_EVERY_MS, spacing, pause })
  const wake = async (environment: string) => {
    if (checks_per_minute > 0) await queue.send(JOB, environment, now())
  }
  const onError = (error: unknown) => log.warn(errorFacts(error), 'the state of a connection could not be saved')
  const states = createConnectionStates({ store, now, wake, onError })

  async function look() {
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
      await queue.work(JOB, tracing.job(JOB, turn), { later: false })
      const onError = (error: unknown) => log.error(errorFacts(error), 'connections cannot be checked')
      const stopLooking = repeat(look, { everyMs: POLL_INTERVAL_MS, onError, atOnce: false })
      signal.addEventListener('abort', () => void stopLooking())
    },

    async stop() {
      ended.abort()
      await states.settled()
    },
  }
}
