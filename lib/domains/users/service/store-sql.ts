/** Users and their connections, in the database. */

import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { UserUpdate } from '#lib/domains/users/user.ts'
import { type Database, isDeadlock, isUniqueViolation } from '#lib/platform/database/database.ts'
import type { UserRecord } from '#lib/service/records.ts'
import { asConnection, asUserRecord, saveConnections, teamTotalsOf } from '#lib/service/sql-rows.ts'
import { ClientUserIdTaken, type UserStore } from '#lib/service/store.ts'
import { connections, users } from '#lib/service/tables.ts'
import { publicUser, updatedUser } from './user-record.ts'

const ofTeam = (team_id: string, user_id: string) => and(eq(users.team_id, team_id), eq(users.user_id, user_id))

/** Returns the embedded service's database store of users and connections (§ list users). */
export function postgresUsers(db: Database): UserStore {
  const connectionsOf = async (ids: readonly string[]) => {
    if (ids.length === 0) return []
    const rows = await db
      .select()
      .from(connections)
      .where(inArray(connections.user_id, [...ids]))
      .orderBy(asc(connections.created_on), asc(connections.slug))
    return rows.map(asConnection)
  }

  return {
    async listUsers(team_id, { offset, limit }) {
      const rows = await db
        .select()
        .from(users)
        .where(eq(users.team_id, team_id))
        .orderBy(desc(users.created_on), asc(users.user_id))
        .offset(offset)
        .limit(limit)
      const sources = Map.groupBy(await connectionsOf(rows.map((row) => row.user_id)), ({ user_id }) => user_id)
      const { users: total } = await teamTotalsOf(db, team_id)
      return { users: rows.map((row) => publicUser(asUserRecord(row), sources.get(row.user_id) ?? [])), total }
    },

    async getUser(team_id, user_id) {
      const [row] = await db.select().from(users).where(ofTeam(team_id, user_id))
      return row ? asUserRecord(row) : null
    },

    async updateUser(team_id, user_id, update, now) {
      const next = await changeUser(db, { team_id, user_id, update, now })
      return next && publicUser(next, await connectionsOf([user_id]))
    },

    async saveInfo(team_id, user_id, info) {
      const saved = await db
        .update(users)
        .set({ info })
        .where(ofTeam(team_id, user_id))
        .returning({ user_id: users.user_id })
      return saved.length > 0
    },

    async listConnections(team_id, user_id) {
      const [row] = await db.select({ user_id: users.user_id }).from(users).where(ofTeam(team_id, user_id))
      return row ? connectionsOf([row.user_id]) : null
    },

    async saveConnection(connection) {
      await db.transaction((tx) => saveConnections(tx, [{ connection, sealed: null }]))
    },

    async removeConnection(team_id, user_id, slug) {
      const owner = db.select({ user_id: users.user_id }).from(users).where(ofTeam(team_id, user_id))
      const removed = await db
        .delete(connections)
        .where(and(inArray(connections.user_id, owner), eq(connections.slug, slug)))
        .returning({ slug: connections.slug })
      return removed.length > 0
    },
  }
}

interface UserChange {
  team_id: string
  user_id: string
  update: UserUpdate
  now: Date
}

/** @throws ClientUserIdTaken, IngestionReversed */
async function changeUser(db: Database, change: UserChange): Promise<UserRecord | null> {
  const { team_id, user_id, update, now } = change
  try {
    return await db.transaction(async (tx) => {
      const [row] = await tx.select().from(users).where(ofTeam(team_id, user_id)).for('update')
      if (!row) return null
      const next = updatedUser(asUserRecord(row), update, now)
      const { client_user_id, ingestion_start, ingestion_end, fallback_birth_date, fallback_time_zone } = next
      await tx
        .update(users)
        .set({ client_user_id, ingestion_start, ingestion_end, fallback_birth_date, fallback_time_zone })
        .where(ofTeam(team_id, user_id))
      return next
    })
  } catch (error) {
    // Two users who swap their references at once.
    if (isDeadlock(error)) return changeUser(db, change)
    if (!isUniqueViolation(error) || !update.client_user_id) throw error
    const taken = and(eq(users.team_id, team_id), eq(users.client_user_id, update.client_user_id))
    const [holder] = await db.select().from(users).where(taken)
    if (holder) throw new ClientUserIdTaken({ user_id: holder.user_id, created_on: holder.created_on.toISOString() })
    // The lock has been released.
    return changeUser(db, change)
  }
}
