/** Teams and keys, in the database. */
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#lib/platform/database/database.ts'
import { NO_TEAM, type TeamStore } from '#lib/service/store.ts'
import { keys, orders, teams, teamTotals, users } from '#lib/service/tables.ts'

/** One change of teams or keys at a time: they are rare, and count each other. */
const LOCK = sql`select pg_advisory_xact_lock(hashtextextended('teams and keys', 0))`

const SHOWN = { id: teams.id, name: teams.name, created_at: teams.created_at }
const isLive = isNull(teams.deleted_at)

const isOf = (team_id: string | null) =>
  team_id === null ? ne(keys.kind, 'team') : and(eq(keys.kind, 'team'), sql`${keys.team_ids} ->> 0 = ${team_id}`)

async function deleteUsers(tx: Transaction, id: string, at: Date): Promise<void> {
  const gone = { team_id: NO_TEAM, deleted_from: id, deleted_on: at }
  const deleted = await tx.update(users).set(gone).where(eq(users.team_id, id)).returning({ user_id: users.user_id })
  if (deleted.length === 0) return
  await tx.update(orders).set({ team_id: NO_TEAM }).where(eq(orders.team_id, id))
  await tx.update(teamTotals).set({ users: 0, orders: 0 }).where(eq(teamTotals.team_id, id))
}

export function postgresTeams(db: Database): TeamStore {
  const inTurn = <T>(work: (tx: Transaction) => Promise<T>) =>
    db.transaction(async (tx) => {
      await tx.execute(LOCK)
      return work(tx)
    })

  return {
    async ensureTeam(team) {
      await db.insert(teams).values(team).onConflictDoNothing()
    },

    addTeam: (team, limit) =>
      inTurn(async (tx) => {
        if ((await tx.$count(teams, isLive)) >= limit) return false
        await tx.insert(teams).values(team)
        return true
      }),

    listTeams: () => db.select(SHOWN).from(teams).where(isLive).orderBy(asc(teams.created_at), asc(teams.id)),

    async findTeam(id) {
      const [row] = await db
        .select(SHOWN)
        .from(teams)
        .where(and(eq(teams.id, id), isLive))
      return row ?? null
    },

    async renameTeam(id, name) {
      const isIt = and(eq(teams.id, id), isLive)
      const [row] = await db.update(teams).set({ name }).where(isIt).returning(SHOWN)
      return row ?? null
    },

    deleteTeam: (id, at, force) =>
      inTurn(async (tx) => {
        const [there] = await tx
          .select(SHOWN)
          .from(teams)
          .where(and(eq(teams.id, id), isLive))
        if (!there) return 'missing'
        const [user] = await tx.select({ id: users.user_id }).from(users).where(eq(users.team_id, id)).limit(1)
        if (user && !force) return 'has_users'
        await tx.update(teams).set({ deleted_at: at }).where(eq(teams.id, id))
        await tx.delete(keys).where(isOf(id))
        await deleteUsers(tx, id, at)
        return 'deleted'
      }),

    async deletedTeams(since) {
      const rows = await db.select({ id: teams.id }).from(teams).where(gt(teams.deleted_at, since))
      return rows.map(({ id }) => id)
    },

    deleteTeamUsers: (id, at) => db.transaction((tx) => deleteUsers(tx, id, at)),

    addKey: (key, limit) =>
      inTurn(async (tx) => {
        const { kind, team_ids } = key
        const named = [...new Set(team_ids)]
        const known = named.length > 0 ? await tx.$count(teams, and(inArray(teams.id, named), isLive)) : 0
        if (known < named.length) return 'no_team'
        if ((await tx.$count(keys, isOf(kind === 'team' ? (named[0] ?? null) : null))) >= limit) return 'limit'
        await tx.insert(keys).values(key)
        return 'added'
      }),

    listKeys: (team_id) => db.select().from(keys).where(isOf(team_id)).orderBy(asc(keys.created_at), asc(keys.id)),

    async findKey(hash) {
      const [row] = await db.select().from(keys).where(eq(keys.hash, hash))
      return row ?? null
    },

    async removeKey(team_id, id) {
      await db.delete(keys).where(and(isOf(team_id), eq(keys.id, id)))
    },

    async noteKeyUse(hash, at, since) {
      const isOlder = or(isNull(keys.last_used_at), lte(keys.last_used_at, since))
      await db
        .update(keys)
        .set({ last_used_at: at })
        .where(and(eq(keys.hash, hash), isOlder))
    },
  }
}
