/** A user's connections as the directory reads them. */
import type { ConnectionSource } from '#lib/console/connection-source.ts'
import { SourceFailure } from '#lib/console/user-source.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { createServiceReads, type ServiceReadsOptions } from './service-reads.ts'

/** Refusals that say nothing of the one user: the key, the time, the number of calls. */
const OF_EVERY_USER: ReadonlySet<number> = new Set([401, 403, 408, 429])

/**
 * Creates the console's own reads of a user's connections (spec § 3). Null where the service refuses this user, or
 * where one connection of the answer doesn't parse: half of a list would pass for all of it.
 * @throws SourceFailure when the service fails
 */
export function createConnectionSource(options: ServiceReadsOptions): ConnectionSource {
  const read = createServiceReads(options)

  return {
    async listConnections(id, user_id, signal) {
      const call = { endpoint: listUserProviders, params: { user_id }, query: {}, signal, act: 'list a user’s sources' }
      try {
        return await read(id, call, (answer) => listUserProviders.response.safeParse(answer).data?.providers ?? null)
      } catch (error) {
        if (error instanceof SourceFailure && isOfThisUser(error.status)) return null
        throw error
      }
    },
  }
}

function isOfThisUser(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && !OF_EVERY_USER.has(status)
}
