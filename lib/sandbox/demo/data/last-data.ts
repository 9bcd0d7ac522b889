/** When the sources of the demo sent data, and of which types: made up, as no service sends events to a browser. */
import type { ConnectionSource } from '#lib/console/connection-source.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import type { StateStore } from '#lib/domains/users/console/store.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'

interface Options {
  source: ConnectionSource
  store: Pick<StateStore, 'noteData'>
  now: () => Date
}

/** Times that a source has sent by now: enough for a rhythm. */
const TIMES = 6
/** One connection in so many has been silent for days, and one data type in so many never came. */
const SILENT_ONE_IN = 29
const NEVER_ONE_IN = 61

/** Returns a source of connections that notes data for each of them as it is read. */
export function withLastData({ source, store, now }: Options): ConnectionSource {
  return {
    async listConnections(environment, user_id, signal) {
      const connections = await source.listConnections(environment, user_id, signal)
      for (const connection of connections ?? []) await note(environment, user_id, connection)
      return connections
    },
  }

  async function note(environment: string, user_id: string, connection: Connection) {
    const { slug, resource_availability } = connection
    const number = numberOf(user_id, slug)
    const last = lastDataAt(number, connection, now())
    const gap = (6 + (number % 19)) * HOUR
    for (let time = TIMES; time >= 0; time -= 1) {
      const at = last.getTime() - time * gap
      if (at < Date.parse(connection.created_on) && time > 0) continue
      await store.noteData(environment, { user_id, slug, at: new Date(at).toISOString() })
    }
    for (const [index, [resource, { status }]] of Object.entries(resource_availability).entries()) {
      if (status !== 'available' || (number + index * 7) % NEVER_ONE_IN === 0) continue
      await store.noteData(environment, { user_id, slug, at: last.toISOString(), resource })
    }
  }
}

/** The same for the same connection. */
function numberOf(user_id: string, slug: string): number {
  return Number.parseInt(user_id.slice(0, 6), 16) + slug.length * 97
}

/** Within the last day, days ago for a few, or shortly before an error began. */
function lastDataAt(number: number, { created_on, error_details }: Connection, now: Date): Date {
  const silence = number % SILENT_ONE_IN === 0 ? 4 * DAY : 0
  const errored_at = error_details?.errored_at
  const at = errored_at ? Date.parse(errored_at) - HOUR : now.getTime() - (number % 1440) * MINUTE - silence
  return new Date(Math.max(at, Date.parse(created_on)))
}
