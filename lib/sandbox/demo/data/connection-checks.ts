/** The checks of connections in the demo: the server's own, asked for by whoever looks at connections. */
import { DEMO_ENVIRONMENT } from '#lib/demo/people.ts'
import { createConnectionChecker } from '#lib/domains/users/console/check.ts'
import { createConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import type { StateStore } from '#lib/domains/users/console/store.ts'
import { createConnectionSource } from '#lib/proxy/connection-source.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { withLastData } from './last-data.ts'

interface Options {
  store: StateStore
  reads: Parameters<typeof createConnectionSource>[0]
  started_at: number
  now: () => Date
  pause: (milliseconds: number) => Promise<void>
  onError: (error: unknown) => void
}

/** `check` reads whoever is due; nobody waits for it. */
export function createDemoChecks({ store, reads, started_at, now, pause, onError }: Options) {
  const source = withLastData({ source: createConnectionSource(reads), store, started_at, now })
  const checker = createConnectionChecker({ store, source, now, interval: HOUR, spacing: 0, pause })
  const check = async () => {
    while (await checker.work(DEMO_ENVIRONMENT.id, AbortSignal.timeout(60_000)));
  }
  const states = createConnectionStates({ store, now, wake: () => check(), onError, requestEvery: 0 })
  return { states, check: () => void check().catch(onError) }
}
