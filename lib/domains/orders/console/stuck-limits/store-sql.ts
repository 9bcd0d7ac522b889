/** The settings of environments in the database. */
import { and, eq, getTableColumns } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#lib/platform/database/database.ts'
import type { SettingsStore, StoredStuckLimits } from './store.ts'
import { stuckLimits as table } from './tables.ts'

const { environment: _, ...READ } = getTableColumns(table)

/** Creates the SQL store of stuck limits. A save that isn't based on the latest version returns `stale`. */
export function postgresSettings(db: Database): SettingsStore {
  return {
    async stuckLimits(environment) {
      const [row] = await db.select(READ).from(table).where(eq(table.environment, environment))
      return row ? read(row) : null
    },

    async saveStuckLimits(environment, { changed_at, ...limits }) {
      const row = { ...limits, changed_at: new Date(changed_at) }
      const seen = and(eq(table.environment, environment), eq(table.version, limits.version - 1))
      const [kept] =
        limits.version === 1
          ? await db
              .insert(table)
              .values({ ...row, environment })
              .onConflictDoNothing()
              .returning(READ)
          : await db.update(table).set(row).where(seen).returning(READ)
      return kept ? read(kept) : 'stale'
    },
  }
}

/** Statuses come and go with the contract; what is kept of them is a number of days. */
const storedDays = z.record(z.string(), z.int())

function read({ days, changed_at, ...row }: Omit<typeof table.$inferSelect, 'environment'>): StoredStuckLimits {
  return { ...row, days: storedDays.parse(days), changed_at: changed_at.toISOString() }
}
