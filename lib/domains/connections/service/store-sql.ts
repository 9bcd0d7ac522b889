/** Bulk imports, in the database: a batch is one transaction, so a process that dies leaves no half of one. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { asImportBatch, beyond, saveConnections } from '#lib/service/sql-rows.ts'
import type { ImportStore } from '#lib/service/store.ts'
import { importBatches, imports, users } from '#lib/service/tables.ts'
import { resultOf, STORED_WITHIN } from './imports.ts'

/** Returns the embedded service's database store of bulk imports (§ bulk import). Tokens are stored sealed. */
export function postgresImports(db: Database): ImportStore {
  return {
    // One transaction would hold up the embedded database for as long as thirty megabytes take. Until the last batch is
    // there the operation counts as finished, so nobody takes it up, also where this process dies.
    async startImport({ created_at, ...operation }, batches) {
      const at = new Date(created_at)
      await db.insert(imports).values({ ...operation, created_at: at, finished_at: at })
      try {
        for (const [position, batch] of batches.entries()) {
          await db.insert(importBatches).values({ import_id: operation.id, position, ...batch })
        }
      } catch (error) {
        await db.delete(importBatches).where(eq(importBatches.import_id, operation.id))
        throw error
      }
      await db.update(imports).set({ finished_at: null }).where(eq(imports.id, operation.id))
    },

    importNext: (operation_id, connect) =>
      db.transaction(async (tx) => {
        // A worker that finds the operation locked leaves it to its owner.
        const asked = tx.select().from(imports).where(eq(imports.id, operation_id))
        const [row] = await asked.for('update', { skipLocked: true })
        if (!row || row.finished_at) return false
        const [next, another] = await tx
          .select()
          .from(importBatches)
          .where(and(eq(importBatches.import_id, operation_id), isNull(importBatches.failed)))
          .orderBy(asc(importBatches.position))
          .limit(2)
        if (next) {
          const batch = asImportBatch(next)
          const known = await tx
            .select({ user_id: users.user_id })
            .from(users)
            .where(and(eq(users.team_id, row.team_id), inArray(users.user_id, batch.user_ids)))
          const ids = new Set(known.map(({ user_id }) => user_id))
          const operation = { ...row, created_at: row.created_at.toISOString() }
          await saveConnections(tx, await connect(batch, (user_id) => ids.has(user_id), operation))
          await tx
            .update(importBatches)
            .set({ sealed: null, failed: batch.user_ids.filter((user_id) => !ids.has(user_id)) })
            .where(and(eq(importBatches.import_id, operation_id), eq(importBatches.position, next.position)))
        }
        if (another) return true
        const finished_at = new Date(Math.max(Date.now(), row.created_at.getTime() + 1))
        await tx.update(imports).set({ finished_at }).where(eq(imports.id, operation_id))
        return false
      }),

    async isImported(operation_id) {
      const [row] = await db
        .select({ finished_at: imports.finished_at })
        .from(imports)
        .where(eq(imports.id, operation_id))
      return Boolean(row?.finished_at)
    },

    async importResult(operation_id) {
      const rows = await db
        .select()
        .from(importBatches)
        .where(eq(importBatches.import_id, operation_id))
        .orderBy(asc(importBatches.position))
      return resultOf(rows.map(asImportBatch))
    },

    async unfinishedImports() {
      await removeAbandoned(db)
      const rows = await db
        .select({ id: imports.id })
        .from(imports)
        .where(isNull(imports.finished_at))
        .orderBy(asc(imports.created_at))
      return rows.map(({ id }) => id)
    },

    async listImports(team_id, { after, limit }) {
      const { created_at, id } = imports
      const page = await db
        .select()
        .from(imports)
        .where(and(eq(imports.team_id, team_id), beyond(after, created_at, id)))
        .orderBy(desc(created_at), asc(id))
        .limit(limit)
      const { import_id, user_ids, failed } = importBatches
      const sum = (list: typeof user_ids | typeof failed) =>
        sql<number>`coalesce(sum(json_array_length(${list})), 0)::int`
      const ids = page.map((row) => row.id)
      const counts = await db
        .select({ import_id, isDone: sql<boolean>`${failed} is not null`, all: sum(user_ids), failed: sum(failed) })
        .from(importBatches)
        .where(inArray(import_id, ids))
        .groupBy(import_id, sql`${failed} is not null`)
      return page.map(({ created_at: at, finished_at, ...operation }) => {
        const own = counts.filter((row) => row.import_id === operation.id)
        const done = own.find(({ isDone }) => isDone)
        return {
          ...operation,
          created_at: at.toISOString(),
          finished_at: finished_at?.toISOString() ?? null,
          pending: own.find(({ isDone }) => !isDone)?.all ?? 0,
          processed: done?.all ?? 0,
          failed: done?.failed ?? 0,
        }
      })
    },
  }
}

/** Batches of an operation that never began, because its process died while it took them down: their tokens are no use. */
async function removeAbandoned(db: Database): Promise<void> {
  const before = new Date(Date.now() - STORED_WITHIN)
  const abandoned = db
    .select({ id: imports.id })
    .from(imports)
    .where(and(isNotNull(imports.finished_at), lt(imports.created_at, before)))
  await db.delete(importBatches).where(and(isNull(importBatches.failed), inArray(importBatches.import_id, abandoned)))
}
