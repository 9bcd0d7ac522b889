/** Short-lived credentials, in the database. */
import { eq, lt } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { asCredential } from '#lib/service/sql-rows.ts'
import type { CredentialStore } from '#lib/service/store.ts'
import { credentials } from '#lib/service/tables.ts'

/** Milliseconds an expired credential is kept, so that its page can say "expired" rather than "unknown". */
const KEPT_AFTER_EXPIRY = 30 * 24 * 3600 * 1000

/** Saving a link, code or token removes those that expired more than 30 days ago. */
export function postgresCredentials(db: Database): CredentialStore {
  return {
    async saveCredential({ expires_at, ...credential }) {
      await db.delete(credentials).where(lt(credentials.expires_at, new Date(Date.now() - KEPT_AFTER_EXPIRY)))
      await db.insert(credentials).values({ ...credential, expires_at: new Date(expires_at) })
    },

    async findCredential(hash) {
      const [row] = await db.select().from(credentials).where(eq(credentials.hash, hash))
      return row ? asCredential(row) : null
    },
  }
}
