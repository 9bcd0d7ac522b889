/** Short-lived credentials, in the database. */
import { eq, lt } from 'drizzle-orm'
import { KEPT_AFTER_EXPIRY_DAYS } from '#lib/domains/access/link.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { asCredential } from '#lib/service/sql-rows.ts'
import type { CredentialStore } from '#lib/service/store.ts'
import { credentials } from '#lib/service/tables.ts'
import { DAY } from '#lib/utils/time/durations.ts'

/** Saving a link, code or token removes those that expired too long ago. */
export function postgresCredentials(db: Database): CredentialStore {
  return {
    async saveCredential({ expires_at, ...credential }) {
      await db
        .delete(credentials)
        .where(lt(credentials.expires_at, new Date(Date.now() - KEPT_AFTER_EXPIRY_DAYS * DAY)))
      await db.insert(credentials).values({ ...credential, expires_at: new Date(expires_at) })
    },

    async findCredential(hash) {
      const [row] = await db.select().from(credentials).where(eq(credentials.hash, hash))
      return row ? asCredential(row) : null
    },
  }
}
