/** The job queue: pg-boss over the same database, so that a job outlives the process that queued it. */
import { sql } from 'drizzle-orm'
import { fromPglite, type JobResult, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { OpenDatabase } from './database.ts'
import { JOBS } from './owner.ts'
import { connectionTo } from './server-connection.ts'

interface WorkOptions {
  /** Whether jobs are ever queued for a later instant; those of now are announced, the others must be looked for. */
  later?: boolean
}

export interface Queue {
  /** Runs the handler with the id at the instant or soon after it; an id that waits already is not queued twice. */
  send(name: string, id: string, at: Date): Promise<void>
  work(name: string, handler: (id: string) => Promise<void>, options?: WorkOptions): Promise<void>
  /** For how many milliseconds the oldest job that is due has waited, of the names that are worked at here. */
  oldest(): Promise<number>
  /** Lets running jobs finish, then stops. */
  close(): Promise<void>
}

/** Seconds between two polls of the queue; the minimum of pg-boss. */
const POLL_INTERVAL_SECONDS = 0.5
/** For jobs that are always announced: only one that an instance died with must be found. */
const IDLE_POLL_INTERVAL_SECONDS = 10
/** Seconds: a job that a dead process held is given to another after this, and jobs may take as long. */
const EXPIRE = 300
const HEARTBEAT = 15
const RETRIES = 5
/** Concurrency for one job name: several workers, so that a long job delays few others, and jobs per fetch. */
const WORKERS = 2
const BATCH = 4

/** Starts pg-boss on the console's database and returns the job queue; `onError` gets errors of its background work. */
export async function openQueue(database: OpenDatabase, onError: (error: unknown) => void): Promise<Queue> {
  const { engine } = database
  const boss = new PgBoss({
    ...(engine.kind === 'pglite'
      ? { db: fromPglite(engine.client), backend: 'pglite' as const }
      : { ...connectionTo(engine.url, 'jobs'), max: engine.job_connections, migrate: engine.owned }),
    schema: JOBS,
    useListenNotify: true,
    persistWarnings: false,
  })
  boss.on('error', onError)
  await boss.start()
  const made = new Set<string>()
  const worked: string[] = []
  const make = async (name: string) => {
    if (made.has(name)) return
    await boss.createQueue(name, {
      policy: 'short',
      notify: true,
      retryLimit: RETRIES,
      retryBackoff: true,
      expireInSeconds: EXPIRE,
      heartbeatSeconds: HEARTBEAT,
    })
    made.add(name)
  }
  return {
    async send(name, id, at) {
      await make(name)
      await boss.send(name, { id }, { startAfter: at, singletonKey: id })
    },
    async work(name, handler, { later = true } = {}) {
      await make(name)
      worked.push(name)
      const options = {
        pollingIntervalSeconds: POLL_INTERVAL_SECONDS,
        // Jobs that are due now are announced; those of later are found by looking.
        notifyPollingIntervalSeconds: later ? POLL_INTERVAL_SECONDS : IDLE_POLL_INTERVAL_SECONDS,
        localConcurrency: WORKERS,
        batchSize: BATCH,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      await boss.work<{ id: string }>(name, options, (jobs) =>
        Promise.all(jobs.map(async ({ id, data }) => ({ id, ...(await outcome(handler(data.id), onError)) }))),
      )
    },
    async oldest() {
      if (worked.length === 0) return 0
      const { rows } = waited.parse(
        await database.db.execute(
          sql`select coalesce(extract(epoch from now() - min(start_after)) * 1000, 0)::float8 as ms
            from ${sql.identifier(JOBS)}.job where state < 'active' and start_after < now() and name in ${worked}`,
        ),
      )
      return rows[0]?.ms ?? 0
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

const waited = z.object({ rows: z.array(z.object({ ms: z.coerce.number() })) })

/** Settles each job of a batch separately and retries failures. Error messages may contain data and aren't stored. */
async function outcome(work: Promise<void>, onError: (error: unknown) => void): Promise<Omit<JobResult, 'id'>> {
  try {
    await work
    return { status: 'completed' }
  } catch (error) {
    onError(error)
    return { status: 'failed', output: { error: error instanceof Error ? error.name : typeof error } }
  }
}
