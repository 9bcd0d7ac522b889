/** The checks of connections in the demo: the server's own, asked for by whoever looks at connections. */
import { DEMO_ENVIRONMENT } from '#lib/demo/people.ts'
import { createConnectionChecker } from '#lib/domains/users/console/check.ts'
import { createConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import type { StateStore } from '#lib/domains/users/console/store/store.ts'
import { createConnectionSource } from '#lib/proxy/sources/connection-source.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { withLastData } from './last-data.ts'

interface Options {
  store: StateStore
  reads: Parameters<typeof createConnectionSource>[0]
  started_at: number
  now: () => Date
  pause: (milliseconds: number) => Promise<void>
  onError: (error: unknown) => void
}

/** Milliseconds that somebody waits for the first check of all: a slow network takes longer. */
const PATIENCE = 1_500

/** `check` reads whoever is due; nobody waits for it. */
export function createDemoChecks({ store, reads, started_at, now, pause, onError }: Options) {
  const source = withLastData({ source: createConnectionSource(reads), store, started_at, now })
  const checker = createConnectionChecker({ store, source, now, interval: HOUR, spacing: 0, pause })
  const check = async () => {
    while (await checker.work(DEMO_ENVIRONMENT.id, AbortSignal.timeout(60_000)));
  }
  let first: Promise<void> | null = null
  const begin = () => {
    const begun = check().catch(onError)
    first ??= begun
    return first
  }
  const states = createConnectionStates({ store, now, wake: () => check(), onError, requestEvery: 0 })
  return {
    states,
    check: () => void begin(),
    /** Somebody looks at connections. The first check is worth waiting for: of one user, and of counts that are kept. */
    async look(isWaiting: boolean) {
      const done = begin()
      if (isWaiting) await Promise.race([done, delay(PATIENCE)])
    },
  }
}
