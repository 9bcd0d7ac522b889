/** The service as tests run it: over any store, with the real queue over the database or timers without one. */
import { type OpenDatabase, openDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { openQueue } from '#lib/platform/database/queue.ts'
import { testDeps, timerQueue } from '#lib/service/deps.testing.ts'
import { JOB_NAMES, type JobQueue, type RunJob } from '#lib/service/handler.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { createService } from './service.ts'
import { createMemoryStore } from './store-memory.ts'
import { createPostgresStore } from './store-sql.ts'

export const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
export const KEY = 'right-key'

export interface TestStore {
  store: ServiceStore
  /** Null: jobs are timers. */
  database: OpenDatabase | null
  close: () => Promise<void>
}

export const STORES = {
  memory: async (): Promise<TestStore> => ({
    store: createMemoryStore(),
    database: null,
    close: async () => undefined,
  }),
  'embedded PostgreSQL': async () => overDatabase(await openInMemory()),
  async 'PostgreSQL server'(): Promise<TestStore> {
    const server = await startPostgres()
    const opened = overDatabase(await openDatabase({ data_dir: '', database_url: server.url }))
    return { ...opened, close: () => opened.close().then(server.stop) }
  },
} as const
export type StoreName = keyof typeof STORES

function overDatabase(database: OpenDatabase): TestStore {
  return { store: createPostgresStore(database.db), database, close: database.close }
}

/** Starts the service with its jobs. `failures` holds what would have been logged. */
export async function startTestService({ store, database }: Pick<TestStore, 'store' | 'database'>) {
  const failures: unknown[] = []
  const onError = (error: unknown) => void failures.push(error)
  let run: RunJob = async () => undefined
  const runJob: RunJob = (name, id) => run(name, id)
  const { jobs, work, stop } = database ? await realQueue(database, runJob, onError) : timers(runJob, onError)
  const service = createService({
    ...(await testDeps()),
    store,
    jobs,
    key_header: 'x-service-api-key',
    teamOfKey: (key) => (key === KEY ? TEAM : null),
    onError,
    // No source breaks.
    random: () => 1,
  })
  run = service.runJob
  await work()
  const fetch = async (path: string, init: RequestInit) => {
    const app = /^\/(link|portal)\//.test(path) ? service.pages : service.api
    return app.fetch(new Request(`http://sandbox.test${path}`, init))
  }
  return { service, fetch, failures, stop }
}

interface Running {
  jobs: JobQueue
  work: () => Promise<void>
  stop: () => Promise<void>
}

async function realQueue(database: OpenDatabase, run: RunJob, onError: (error: unknown) => void): Promise<Running> {
  const queue = await openQueue(database, onError)
  return {
    jobs: { schedule: (name, id, at) => queue.send(name, id, at) },
    async work() {
      for (const name of JOB_NAMES) await queue.work(name, (id) => run(name, id))
    },
    stop: queue.close,
  }
}

function timers(run: RunJob, onError: (error: unknown) => void): Running {
  const { stop, ...jobs } = timerQueue(run, onError)
  return { jobs, work: async () => undefined, stop: async () => stop() }
}
