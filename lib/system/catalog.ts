/** The catalog, started: what the sandbox knows is in it from the first run, and what passes by is learned. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createLearner, type Learner } from '#lib/domains/catalog/console/learner.ts'
import type { CatalogStore } from '#lib/domains/catalog/console/store.ts'
import { SANDBOX_FACTS, SANDBOX_METHODS } from '#lib/sandbox/data/facts.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import type { SystemOptions } from './options.ts'

interface Options {
  /** Those that the embedded service is behind. */
  sandboxes: readonly string[]
  store: CatalogStore
  log: SystemOptions['log']
}

/**
 * Fills the catalog of each sandbox and starts learning names from the service's responses; `stop` also ends the
 * learner's pauses.
 */
export async function startCatalog({ sandboxes, store, log }: Options): Promise<Learner> {
  for (const environment of sandboxes) {
    await store.learnCatalog(environment, SANDBOX_FACTS, 'seed')
    await store.learnMethods(environment, SANDBOX_METHODS)
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
