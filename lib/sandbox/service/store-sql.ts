/** The store that runs: Drizzle over PGlite or PostgreSQL, the same answers as the memory model. */
import { eq, isNull, or } from 'drizzle-orm'
import { postgresCredentials } from '#lib/domains/access/service/store-sql.ts'
import { postgresAppointments } from '#lib/domains/bookings/service/store-sql.ts'
import { postgresHistory } from '#lib/domains/connections/service/history-sql.ts'
import { postgresImports } from '#lib/domains/connections/service/store-sql.ts'
import { postgresOrders } from '#lib/domains/orders/service/store-sql.ts'
import { postgresTeams } from '#lib/domains/teams/service/store-sql.ts'
import { postgresUsers } from '#lib/domains/users/service/store-sql.ts'
import { postgresWebhooks } from '#lib/domains/webhooks/service/store-sql.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { COUNT_LIMITS, type CountLimits } from '#lib/service/search-keys.ts'
import { insertBundles } from '#lib/service/sql-insert.ts'
import type { ServiceStore } from '#lib/service/store.ts'
import { dataSets, users } from '#lib/service/tables.ts'

/** Creates the service's store on PostgreSQL or PGlite; `limits` bound how many filtered orders are counted. */
export function createPostgresStore(db: Database, limits: CountLimits = COUNT_LIMITS): ServiceStore {
  return {
    ...postgresUsers(db),
    ...postgresOrders(db, limits),
    ...postgresCredentials(db),
    ...postgresImports(db),
    ...postgresAppointments(db),
    ...postgresHistory(db),
    ...postgresTeams(db),
    ...postgresWebhooks(db),

    insert: async (bundles) => void (await insertBundles(db, bundles)),

    async beginDataSet(set) {
      const { seed: _, today: __, ...size } = set
      const [row] = await db
        .insert(dataSets)
        .values(set)
        .onConflictDoUpdate({ target: dataSets.seed, set: { ...size, finished_at: null } })
        .returning({ today: dataSets.today })
      return row?.today ?? set.today
    },

    async finishDataSet(seed) {
      await db.update(dataSets).set({ finished_at: new Date() }).where(eq(dataSets.seed, seed))
    },

    async unfinishedDataSets() {
      const { seed, users: count, orders, today } = dataSets
      return await db
        .select({ seed, users: count, orders, today })
        .from(dataSets)
        .where(isNull(dataSets.finished_at))
        .orderBy(seed)
    },

    async isEmpty(team_id) {
      const own = or(eq(users.team_id, team_id), eq(users.deleted_from, team_id))
      const rows = await db.select({ user_id: users.user_id }).from(users).where(own).limit(1)
      return rows.length === 0
    },
  }
}
