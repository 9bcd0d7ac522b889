/** Connections to a PostgreSQL server: none ends the process when it is lost, and none is waited for for good. */
import { Socket } from 'node:net'
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg'
import { SECOND } from '#lib/utils/time/durations.ts'
import { repeat } from '#lib/utils/timers/delay.ts'

/** Limits of a connection of the pool; the server itself gives a statement up before the connection counts as silent. */
export const LIMITS = {
  statement_timeout: 30 * SECOND,
  lock_timeout: 10 * SECOND,
  idle_in_transaction_session_timeout: 30 * SECOND,
}
/** A connection without a byte for so long is closed: its server is gone, or a machine in between has forgotten it. */
const SILENCE = 35 * SECOND
const HEARTBEAT = 10 * SECOND
const CONNECT_WITHIN = 5 * SECOND

/** A lost connection is told to whoever asks over it; an `error` that nobody hears would end the process. */
class HeardClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

function impatientSocket(): Socket {
  const socket = new Socket()
  const silent = Object.assign(new Error('The database went silent.'), { code: 'ETIMEDOUT' })
  return socket.setTimeout(SILENCE, () => socket.destroy(silent))
}

/** Returns how to connect; `part` tells the connections of one instance apart in `pg_stat_activity`. */
export function connectionTo(connectionString: string, part?: 'events' | 'jobs' | 'locks' | 'watch') {
  return {
    connectionString,
    application_name: part ? `vialdesk ${part}` : 'vialdesk',
    keepAlive: true,
    keepAliveInitialDelayMillis: HEARTBEAT,
    connectionTimeoutMillis: CONNECT_WITHIN,
    stream: impatientSocket,
    Client: HeardClient,
  }
}

/** Opens a connection that is kept for as long as it holds; `onLost` is told once when it no longer does. */
export async function openSession(
  connectionString: string,
  part: 'events' | 'locks' | 'watch',
  onLost: () => void,
): Promise<Client> {
  const client = new HeardClient(connectionTo(connectionString, part))
  await client.connect()
  // Without it a quiet connection couldn't be told from a dead one.
  const stop = repeat(() => client.query('select 1'), { everyMs: HEARTBEAT, onError: () => undefined, atOnce: false })
  client.once('end', () => {
    void stop()
    onLost()
  })
  return client
}

const DISK_FULL = '53100'

/** Has whoever asks told of each statement that the server had no room for. */
export function hearOfFullDisk(pool: Pool, onFull: () => void): void {
  pool.on('connect', (client) => {
    if (!(client instanceof Client)) return
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === DISK_FULL) onFull()
    })
  })
}

/** Milliseconds between two looks at who waits; what still waits at the second look is ended. */
const WATCH_EVERY = SECOND / 4

/** Ends statements that wait for a locked table once they hold every connection; they get 503. @returns how to stop */
export function endWaitsForTables(pool: Pool, database_url: string): () => Promise<void> {
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let session: Promise<Client> | null = null
  const forget = () => {
    session = null
  }
  let looks = 0
  const stop = repeat(
    async () => {
      looks = pool.waitingCount > 0 ? looks + 1 : 0
      if (looks < 2) return
      session ??= openSession(database_url, 'watch', forget)
      const client = await session
      await client.query(
        `select pg_cancel_backend(pid) from pg_locks where not granted and locktype = 'relation' and pid = any($1)`,
        [[...clients].map((client) => ('processID' in client ? client.processID : null))],
      )
    },
    { everyMs: WATCH_EVERY, onError: forget, atOnce: false },
  )
  return async () => {
    await stop()
    await session?.then((client) => client.end()).catch(() => undefined)
  }
}
