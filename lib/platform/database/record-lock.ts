/** One change of a record at a time, also among the instances that share a PostgreSQL database. */
import type { Client } from 'pg'
import { ApiError } from '#lib/kernel/api-error.ts'
import { createRecordLock, type RecordLock } from '#lib/kernel/record-tag.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import type { OpenDatabase } from './database.ts'
import { openSession } from './server-connection.ts'

/** Milliseconds between two tries while another instance has the lock. */
const PAUSE_MS = 25
/** Longer than any change of one record lasts. */
const PATIENCE_MS = 60_000

interface OpenLock {
  lock: RecordLock
  close: () => Promise<void>
}

/** PGlite is one process's alone; PostgreSQL frees the locks of an instance that dies. The lock throws ApiError 503. */
export function openRecordLock(engine: OpenDatabase['engine'], patienceMs: number = PATIENCE_MS): OpenLock {
  const inProcess = createRecordLock()
  if (engine.kind === 'pglite') return { lock: inProcess, close: async () => undefined }
  const session = lockSession(engine.url)
  const lock: RecordLock = (name, work) =>
    inProcess(name, async () => {
      const release = await taken(session.get, name, patienceMs)
      try {
        return await work()
      } finally {
        await release()
      }
    })
  return { lock, close: session.close }
}

/** The one connection that holds every lock of this instance: none is taken from the pool while a service is waited for. */
function lockSession(connectionString: string) {
  let connected: Promise<Client> | null = null
  const forget = () => {
    connected = null
  }
  return {
    get: () => {
      connected ??= openSession(connectionString, 'locks', forget).catch((error: unknown) => {
        forget()
        throw error
      })
      return connected
    },
    close: async () => {
      await connected?.then((client) => client.end()).catch(() => undefined)
    },
  }
}

const AWAY = new ApiError('unavailable', 'The database isn’t responding, so nothing was saved.', {
  retry_after_ms: SECOND,
})
const BUSY = 'Another change of this record is under way. Try again in a moment.'
const KEY = 'hashtextextended($1, 0)'

/** Returns how to let go of the lock. @throws ApiError 503 */
async function taken(session: () => Promise<Client>, name: string, patienceMs: number): Promise<() => Promise<void>> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += PAUSE_MS) {
    const client = await session().catch(() => null)
    const answer = await client
      ?.query<{ is_free: boolean }>(`select pg_try_advisory_lock(${KEY}) as is_free`, [`change ${name}`])
      .catch(() => null)
    if (!client || !answer) throw AWAY
    if (answer.rows[0]?.is_free) {
      return async () => {
        await client.query(`select pg_advisory_unlock(${KEY})`, [`change ${name}`]).catch(() => undefined)
      }
    }
    await delay(PAUSE_MS)
  }
  throw new ApiError('unavailable', BUSY)
}
