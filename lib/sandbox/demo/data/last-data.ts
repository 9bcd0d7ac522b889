/** When the sources of the demo sent data, and of which types: noted as connections are read, as they all would be at once. */
import type { ConnectionSource } from '#lib/console/connection-source.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import type { StateStore } from '#lib/domains/users/console/store/store.ts'
import { sendingOf, timesOf } from './sending.ts'

interface Options {
  source: ConnectionSource
  store: Pick<StateStore, 'noteData'>
  started_at: number
  now: () => Date
}

/** Gaps before the last time: enough for a rhythm. */
const GAPS = 6

/** Returns a source of connections that notes data for each of them as it is read. */
export function withLastData({ source, store, started_at, now }: Options): ConnectionSource {
  return {
    async listConnections(environment, user_id, signal) {
      const connections = await source.listConnections(environment, user_id, signal)
      for (const connection of connections ?? []) await note(environment, user_id, connection)
      return connections
    },
  }

  async function note(environment: string, user_id: string, connection: Connection) {
    const { slug } = connection
    const sending = sendingOf(user_id, connection, started_at)
    const until = now().getTime()
    const since = Math.min(sending.to, until) - (GAPS + 1) * sending.gap
    const times = timesOf(sending, since, until).map((at) => new Date(at).toISOString())
    const last = times.at(-1) ?? ''
    const types = last === '' ? [] : sending.resources.map((resource) => ({ user_id, slug, at: last, resource }))
    await store.noteData(environment, [...times.map((at) => ({ user_id, slug, at })), ...types])
  }
}
