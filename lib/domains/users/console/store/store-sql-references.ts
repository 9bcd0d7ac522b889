/** References of users in the database, by their ids. */
import { and, eq, inArray } from 'drizzle-orm'
import { directoryBodies } from '#lib/domains/users/console/tables.ts'
import { user } from '#lib/domains/users/user.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { DirectoryStore } from './store.ts'

/** Returns the read of references by id, by the primary key. */
export function postgresReferences(db: Database): Pick<DirectoryStore, 'directoryReferences'> {
  return {
    async directoryReferences(environment, user_ids) {
      if (user_ids.length === 0) return new Map()
      const rows = await db
        .select({ body: directoryBodies.body })
        .from(directoryBodies)
        .where(and(eq(directoryBodies.environment, environment), inArray(directoryBodies.user_id, [...user_ids])))
      // Read here: a body may hold characters that a text of the database can't.
      const users = rows.map(({ body }) => user.parse(body))
      return new Map(users.flatMap(({ user_id, client_user_id: of }) => (of ? [[user_id, of] as const] : [])))
    },
  }
}
