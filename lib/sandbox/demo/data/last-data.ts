/** When the sources of the demo last sent data: made up, as no service sends events to a browser. */
import type { ConnectionSource } from '#lib/console/connection-source.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import type { StateStore } from '#lib/domains/users/console/store.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'

interface Options {
  source: ConnectionSource
  store: Pick<StateStore, 'noteData'>
  now: () => Date
}

/** Returns a source of connections that notes data for each of them as it is read. */
export function withLastData({ source, store, now }: Options): ConnectionSource {
  return {
    async listConnections(environment, user_id, signal) {
      const connections = await source.listConnections(environment, user_id, signal)
      for (const connection of connections ?? []) {
        const at = lastDataAt(user_id, connection, now()).toISOString()
        await store.noteData(environment, { user_id, slug: connection.slug, at })
      }
      return connections
    },
  }
}

/** Within the last day, or shortly before an error began. */
function lastDataAt(user_id: string, { slug, created_on, error_details }: Connection, now: Date): Date {
  const minutes = (Number.parseInt(user_id.slice(0, 6), 16) + slug.length * 97) % 1440
  const errored_at = error_details?.errored_at
  const at = errored_at ? Date.parse(errored_at) - HOUR : now.getTime() - minutes * MINUTE
  return new Date(Math.max(at, Date.parse(created_on)))
}
