/** Users and their connections, in the database. */

import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { UserUpdate } from '#lib/domains/users/user.ts'
import { type Database, isDeadlock, isUniqueViolation, type Transaction } from '#lib/platform/database/database.ts'
import type { UserRecord } from '#lib/service/records.ts'
import { searchKeys } from '#lib/service/search-keys.ts'
import { insertBundles } from '#lib/service/sql-insert.ts'
import {
  asConnection,
  asOrderRecord,
  asUserRecord,
  beyond,
  saveConnections,
  teamTotalsOf,
} from '#lib/service/sql-rows.ts'
import { ClientUserIdTaken, NO_TEAM, type UserStore } from '#lib/service/store.ts'
import {
  appointments,
  connections,
  credentials,
  orders,
  teamTotals,
  users,
  webhookMessages,
} from '#lib/service/tables.ts'
import { anonymousOrder, emptyUser, publicUser, updatedUser } from './user-record.ts'

const ofTeam = (team_id: string, user_id: string) => and(eq(users.team_id, team_id), eq(users.user_id, user_id))

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

    async createUser(user) {
      const added = await insertBundles(db, [{ user, connections: [], orders: [] }])
      if (added === 0) throw (await takenBy(db, user)) ?? new Error('Whoever had this reference has just been deleted.')
      return publicUser(user, [])
    },

    async findUser(team_id, client_user_id) {
      const [row] = await db.select().from(users).where(byReference(team_id, client_user_id))
      return row ? asUserRecord(row) : null
    },

    deleteUser: (team_id, user_id, at) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(users)
          .set({ team_id: NO_TEAM, deleted_from: team_id, deleted_on: at })
          .where(ofTeam(team_id, user_id))
          .returning({ user_id: users.user_id })
        if (row) await moveOrders(tx, { user_id, from: team_id, to: NO_TEAM, counted: team_id, by: -1 })
        return row !== undefined
      }),

    async undoDeletion(team_id, { user_id, client_user_id }, since) {
      const asked = user_id === undefined ? eq(users.client_user_id, client_user_id ?? '') : eq(users.user_id, user_id)
      const isDue = and(eq(users.deleted_from, team_id), gt(users.deleted_on, since), asked)
      let known: UserRecord | null = null
      try {
        return await db.transaction(async (tx) => {
          const [row] = await tx
            .select()
            .from(users)
            .where(isDue)
            .orderBy(desc(users.deleted_on))
            .limit(1)
            .for('update')
          if (!row) return null
          known = { ...asUserRecord(row), team_id }
          const back = { team_id, deleted_from: null, deleted_on: null }
          await tx.update(users).set(back).where(eq(users.user_id, row.user_id))
          await moveOrders(tx, { user_id: row.user_id, from: NO_TEAM, to: team_id, counted: team_id, by: 1 })
          return row.user_id
        })
      } catch (error) {
        throw known ? await takenOr(db, known, error) : error
      }
    },

    async deletedUsers(team_id, { since, after, limit }) {
      const { user_id, client_user_id, deleted_on } = users
      const rows = await db
        .select({ user_id, client_user_id, deleted_on })
        .from(users)
        .where(and(eq(users.deleted_from, team_id), gt(deleted_on, since), beyond(after, deleted_on, user_id)))
        .orderBy(desc(deleted_on), asc(user_id))
        .limit(limit)
      return rows.flatMap((row) => (row.deleted_on ? [{ ...row, deleted_on: row.deleted_on.toISOString() }] : []))
    },

    async purgeDeleted(until) {
      const due = await db.select({ user_id: users.user_id }).from(users).where(lte(users.deleted_on, until))
      let purged = 0
      for (const { user_id } of due) if (await purge(db, user_id, until)) purged += 1
      return purged
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

interface Move {
  user_id: string
  from: string
  to: string
  /** The team whose totals change, up or down. */
  counted: string
  by: 1 | -1
}

async function moveOrders(tx: Transaction, { user_id, from, to, counted, by }: Move): Promise<void> {
  const own = and(eq(orders.user_id, user_id), eq(orders.team_id, from))
  const moved = await tx.update(orders).set({ team_id: to }).where(own).returning({ id: orders.id })
  await tx
    .update(teamTotals)
    .set({ users: sql`${teamTotals.users} + ${by}`, orders: sql`${teamTotals.orders} + ${by * moved.length}` })
    .where(eq(teamTotals.team_id, counted))
}

/** Removes all that is personal of one deleted user, whole or not at all. */
function purge(db: Database, user_id: string, until: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isDue = and(eq(users.user_id, user_id), lte(users.deleted_on, until))
    const [row] = await tx.select().from(users).where(isDue).for('update')
    if (!row) return false
    const own = await tx.select().from(orders).where(eq(orders.user_id, user_id))
    const ids = own.map(({ id }) => id)
    if (ids.length > 0) await tx.delete(appointments).where(inArray(appointments.order_id, ids))
    for (const each of own) {
      const { order, patient_name, ...rest } = anonymousOrder(asOrderRecord(each))
      const keys = searchKeys({ order, patient_name, ...rest })
      await tx
        .update(orders)
        .set({ body: order, patient_name, ...keys })
        .where(eq(orders.id, each.id))
    }
    await tx.delete(connections).where(eq(connections.user_id, user_id))
    await tx.delete(credentials).where(eq(credentials.user_id, user_id))
    await tx.update(webhookMessages).set({ data: '', client_user_id: null }).where(eq(webhookMessages.user_id, user_id))
    const { client_user_id, fallback_birth_date, fallback_time_zone, ingestion_start, ingestion_end, info } = emptyUser(
      asUserRecord(row),
    )
    await tx
      .update(users)
      .set({
        client_user_id,
        fallback_birth_date,
        fallback_time_zone,
        ingestion_start,
        ingestion_end,
        info,
        deleted_on: null,
      })
      .where(eq(users.user_id, user_id))
    return true
  })
}

const byReference = (team_id: string, client_user_id: string) =>
  and(eq(users.team_id, team_id), eq(users.client_user_id, client_user_id))

/** Returns what to throw: who has the reference, where that is what failed. */
type Referred = Pick<UserRecord, 'team_id' | 'client_user_id'>

async function takenOr(db: Database, user: Referred, error: unknown): Promise<unknown> {
  return (isUniqueViolation(error) && (await takenBy(db, user))) || error
}

async function takenBy(db: Database, { team_id, client_user_id }: Referred) {
  if (!client_user_id) return null
  const [row] = await db.select().from(users).where(byReference(team_id, client_user_id))
  return row ? new ClientUserIdTaken({ user_id: row.user_id, created_on: row.created_on.toISOString() }) : null
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
    const known = await takenOr(db, { team_id, client_user_id: update.client_user_id ?? null }, error)
    if (known !== error || !isUniqueViolation(error) || !update.client_user_id) throw known
    // The lock has been released.
    return changeUser(db, change)
  }
}
