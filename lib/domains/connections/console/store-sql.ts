/** The record of imports in the database. */
import { and, asc, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { IMPORT_STATES } from '#lib/domains/connections/import-log.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { ImportStore, StoredImport } from './store.ts'
import { pastImports as table } from './tables.ts'

const { environment: _, ...READ } = getTableColumns(table)
const state = z.enum(IMPORT_STATES)

export function postgresImports(db: Database): ImportStore {
  return {
    async pastImports(environment, limit) {
      const rows = await db
        .select(READ)
        .from(table)
        .where(eq(table.environment, environment))
        .orderBy(desc(table.started_at), asc(table.id))
        .limit(limit)
      return rows.map(read)
    },

    async saveImport(environment, { started_at, changed_at, ...made }, forget_before) {
      const row = { ...made, environment, started_at: new Date(started_at), changed_at: new Date(changed_at) }
      const { provider, rows, connected, failed } = made
      const [kept] = await db
        .insert(table)
        .values(row)
        .onConflictDoUpdate({
          target: [table.environment, table.id],
          set: { provider, rows, connected, failed, state: made.state, changed_at: row.changed_at },
          setWhere: sql`${table.owner_id} = ${made.owner_id} and ${table.rows} <= ${rows} and ${table.connected} <= ${connected}`,
        })
        .returning(READ)
      if (!kept) return null
      await db
        .delete(table)
        .where(and(eq(table.environment, environment), lt(table.started_at, new Date(forget_before))))
      return read(kept)
    },
  }
}

function read({ started_at, changed_at, ...row }: Omit<typeof table.$inferSelect, 'environment'>): StoredImport {
  const times = { started_at: started_at.toISOString(), changed_at: changed_at.toISOString() }
  return { ...row, ...times, state: state.parse(row.state) }
}
