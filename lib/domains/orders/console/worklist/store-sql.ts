/** Marks of the worklist in the database. */
import { and, eq, inArray } from 'drizzle-orm'
import { type WorklistMark, worklistMark } from '#lib/domains/orders/worklist/worklist.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { WorklistStore } from './store.ts'
import { worklistMarks as table } from './tables.ts'

/** Creates the SQL store of the worklist. A mark that isn't based on the latest version returns `stale`. */
export function postgresWorklist(db: Database): WorklistStore {
  return {
    async worklistMarks(environment, order_ids) {
      if (order_ids.length === 0) return new Map()
      const of = and(eq(table.environment, environment), inArray(table.order_id, [...order_ids]))
      const rows = await db.select().from(table).where(of)
      return new Map(rows.map((row) => [row.order_id, read(row)]))
    },

    async saveWorklistMark(environment, order_id, mark) {
      const seen = [eq(table.environment, environment), eq(table.order_id, order_id)]
      const [kept] =
        mark.version === 1
          ? await db
              .insert(table)
              .values({ ...mark, environment, order_id })
              .onConflictDoNothing()
              .returning()
          : await db
              .update(table)
              .set(mark)
              .where(and(...seen, eq(table.version, mark.version - 1)))
              .returning()
      return kept ? read(kept) : 'stale'
    },
  }
}

function read({ version, owner, snooze }: typeof table.$inferSelect): WorklistMark {
  return worklistMark.parse({ version, owner, snooze })
}
