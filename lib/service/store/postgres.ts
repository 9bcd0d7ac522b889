/** The store that runs: Drizzle over PGlite or PostgreSQL, the same answers as the memory model. */
import { eq } from 'drizzle-orm'
import type { Database } from '#lib/db/database.ts'
import { users } from '#lib/db/schema.ts'
import type { ServiceStore } from './port.ts'
import { postgresAppointments } from './postgres-appointments.ts'
import { postgresCredentials } from './postgres-credentials.ts'
import { postgresImports } from './postgres-imports.ts'
import { insertBundles } from './postgres-insert.ts'
import { postgresOrders } from './postgres-orders.ts'
import { postgresUsers } from './postgres-users.ts'
import { COUNT_LIMITS, type CountLimits } from './search-keys.ts'

export function createPostgresStore(db: Database, limits: CountLimits = COUNT_LIMITS): ServiceStore {
  return {
    ...postgresUsers(db),
    ...postgresOrders(db, limits),
    ...postgresCredentials(db),
    ...postgresImports(db),
    ...postgresAppointments(db),

    insert: (bundles) => insertBundles(db, bundles),

    async isEmpty(team_id) {
      const rows = await db.select({ user_id: users.user_id }).from(users).where(eq(users.team_id, team_id)).limit(1)
      return rows.length === 0
    },
  }
}
