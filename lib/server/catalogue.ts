/** The catalogue, started: what the sandbox knows is in it from the first run, and what passes by is learned. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createLearner, type Learner } from '#lib/console/catalogue/learner.ts'
import type { CatalogueStore, LearnedFact } from '#lib/console/store/catalogue-port.ts'
import { LAB_ACCOUNTS, LAB_TESTS, LABS } from '#lib/mocks/dataset/labs.ts'
import { errorFacts } from './log.ts'
import type { SystemOptions } from './options.ts'

const SANDBOX: readonly LearnedFact[] = [
  ...LABS.map(({ id, name }) => ({ kind: 'lab', id: String(id), name, lab_id: null }) as const),
  ...LAB_TESTS.map(({ id, name, lab_id }) => ({ kind: 'lab_test', id, name, lab_id: String(lab_id) }) as const),
  ...LAB_ACCOUNTS.map(({ id, name }) => ({ kind: 'lab_account', id, name, lab_id: null }) as const),
]

interface Options {
  /** Those that the embedded service is behind. */
  sandboxes: readonly string[]
  store: CatalogueStore
  log: SystemOptions['log']
}

export async function startCatalogue({ sandboxes, store, log }: Options): Promise<Learner> {
  for (const environment of sandboxes) await store.learnCatalogue(environment, SANDBOX, 'seed')
  const ended = new AbortController()
  const learner = createLearner({
    store,
    pause: (milliseconds) => sleep(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined),
    onFailure: (error) => log.warn(errorFacts(error), 'names for the catalogue could not be kept'),
  })
  return {
    ...learner,
    stop: () => {
      ended.abort()
      return learner.stop()
    },
  }
}
