/** The list of users as the directory reads it. */
import { z } from 'zod'
import type { UserSource } from '#lib/console/user-source.ts'
import { listUsers, user } from '#lib/domains/users/user.ts'
import { UpstreamError } from '#lib/proxy/upstream.ts'
import { createServiceReads, type ServiceReadsOptions } from './service-reads.ts'

/** Entries are parsed one by one, so that a malformed user doesn't hide the others. */
const page = listUsers.response.extend({ users: z.array(z.unknown()) })

/**
 * Creates the console's own reads of users (spec § 5); `unreadable` counts entries that don't parse and were left out.
 * @throws SourceFailure when the service fails or its page doesn't parse
 */
export function createUserSource(options: ServiceReadsOptions): UserSource {
  const read = createServiceReads(options)

  return {
    listUsers: (id, query, signal) =>
      read(id, { endpoint: listUsers, query: { ...query }, signal, act: 'list its users' }, (answer) => {
        const listed = page.safeParse(answer)
        if (!listed.success) throw new UpstreamError('broken')
        const users = listed.data.users.map((each) => user.safeParse(each).data).filter((each) => each !== undefined)
        const entries = listed.data.users.length
        return { users, entries, unreadable: entries - users.length, total: listed.data.total }
      }),
  }
}
