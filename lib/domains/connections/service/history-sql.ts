/** Histories of connections, in the database. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { asConnection, asUserRecord, emitMessages } from '#lib/service/sql-rows.ts'
import type { HistoryStore } from '#lib/service/store.ts'
import { connections, users } from '#lib/service/tables.ts'

/** Returns what is still to be sent of new connections: each is noted in the transaction that sends it. */
export function postgresHistory(db: Database): HistoryStore {
  const { user_id, slug, history_at, created_on, body } = connections

  return {
    async connectionsWithoutHistory(limit) {
      const rows = await db
        .select({ connection: connections, user: users })
        .from(connections)
        .innerJoin(users, eq(users.user_id, user_id))
        .where(and(isNull(history_at), sql`${body} ->> 'status' = 'connected'`))
        .orderBy(asc(created_on), asc(user_id), asc(slug))
        .limit(limit)
      return rows.map(({ connection, user }) => ({
        connection: asConnection(connection),
        zone: asUserRecord(user).fallback_time_zone?.id ?? null,
      }))
    },

    sendHistory: (of, at, messages) =>
      db.transaction(async (tx) => {
        const own = and(eq(user_id, of.user_id), eq(slug, of.slug), isNull(history_at))
        const noted = await tx.update(connections).set({ history_at: at }).where(own).returning({ slug })
        if (noted.length === 0) return false
        await emitMessages(tx, messages)
        return true
      }),
  }
}
