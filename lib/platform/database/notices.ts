/** Notices among the instances that share a database: what one says in a transaction, all hear once it is committed. */
import type { Client } from 'pg'
import { SECOND } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import type { OpenDatabase } from './database.ts'
import { openSession } from './server-connection.ts'

interface Hearing {
  /** Told every notice of the channel, one at a time. */
  onNotice: (text: string) => void
  /** Notices may have been missed: the connection was lost, and is there again. */
  onGap: () => void
}

export interface OpenNotices {
  close(): Promise<void>
}

/** Milliseconds before a lost connection is made again: at first, and at most. */
const RETRY = { first: SECOND / 2, most: 10 * SECOND }

/** Begins to listen to a channel. PostgreSQL is listened to over a connection of its own, made again when it is lost. */
export async function openNotices(
  engine: OpenDatabase['engine'],
  channel: string,
  hearing: Hearing,
): Promise<OpenNotices> {
  if (engine.kind === 'pglite') return { close: await engine.client.listen(channel, hearing.onNotice) }
  return listenToServer(engine.url, channel, hearing)
}

async function listenToServer(
  connectionString: string,
  channel: string,
  { onNotice, onGap }: Hearing,
): Promise<OpenNotices> {
  let isClosed = false
  let client: Client | null = null
  let again = Promise.resolve()

  async function connect() {
    // Before it listens, whoever connects is told of its failure; afterwards it is made again, once.
    const made: Client = await openSession(connectionString, 'events', () => {
      if (client !== made) return
      client = null
      if (!isClosed) again = again.then(reconnect)
    })
    made.on('notification', ({ payload }) => onNotice(payload ?? ''))
    await made.query(`listen ${channel}`)
    client = made
  }

  async function reconnect() {
    for (let wait = RETRY.first; !isClosed; wait = Math.min(RETRY.most, wait * 2)) {
      await delay(wait)
      if (isClosed) return
      const isBack = await connect().then(
        () => true,
        () => false,
      )
      if (isBack) return onGap()
    }
  }

  await connect()
  return {
    async close() {
      isClosed = true
      await client?.end().catch(() => undefined)
    },
  }
}
