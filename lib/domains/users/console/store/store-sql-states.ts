/** The last known states of connections in the database, and whose are checked next. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { BROKEN_STATES } from '#lib/domains/connections/states.ts'
import { keptStates, QUEUED, SHOWN_CHANGES } from '#lib/domains/users/console/rules.ts'
import {
  connectionChanges,
  directories,
  directoryChecks,
  directoryConnections,
} from '#lib/domains/users/console/tables.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { CheckProgress, StateStore } from './store.ts'

const { user_id, checked_at, order_at, not_before } = directoryChecks
const { last_data_at } = directoryConnections

export function postgresStates(db: Database): Omit<StateStore, 'noteData' | 'purgeEarlyData'> {
  return {
    async connectionCoverage(environment, since) {
      const [row] = await db
        .select({
          users: sql<number>`count(*)::int`,
          checked: sql<number>`count(${checked_at})::int`,
          rechecked: sql<number>`count(*) filter (where ${checked_at} >= ${since}::timestamptz)::int`,
          oldest_at: sql`min(${checked_at})`.mapWith(checked_at),
        })
        .from(directoryChecks)
        .where(eq(directoryChecks.environment, environment))
      const [data] = await db
        .select({ at: sql`max(${last_data_at})`.mapWith(last_data_at) })
        .from(directoryConnections)
        .where(eq(directoryConnections.environment, environment))
      return {
        users: row?.users ?? 0,
        checked: row?.checked ?? 0,
        rechecked: row?.rechecked ?? 0,
        oldest_at: row?.oldest_at?.toISOString() ?? null,
        last_data_at: data?.at?.toISOString() ?? null,
      }
    },

    async checkProgress(environment) {
      const [row] = await db.select().from(directories).where(eq(directories.environment, environment))
      return {
        problem: row?.checks_problem ?? null,
        retry_at: row?.checks_retry_at?.toISOString() ?? null,
        failures: row?.checks_failures ?? 0,
        asked_at: row?.checks_asked_at?.toISOString() ?? null,
      }
    },

    async saveCheckProgress(environment, progress) {
      const set = columnsOf(progress)
      await db
        .insert(directories)
        .values({ environment, ...set })
        .onConflictDoUpdate({ target: directories.environment, set })
    },

    async hasDueChecks(environment, due) {
      const rows = await db.select({ user_id }).from(directoryChecks).where(isDue(environment, due)).limit(1)
      return rows.length > 0
    },

    async claimChecks(environment, { until, limit, ...due }) {
      // Chosen once: as a part of the condition the planner may choose anew for each row, and more than were asked for.
      const next = db
        .$with('next')
        .as(
          db
            .select({ user_id })
            .from(directoryChecks)
            .where(isDue(environment, due))
            .orderBy(asc(order_at), asc(user_id))
            .limit(limit)
            .for('update', { skipLocked: true }),
        )
      const claimed = await db
        .with(next)
        .update(directoryChecks)
        .set({ not_before: new Date(until) })
        .where(
          and(
            eq(directoryChecks.environment, environment),
            inArray(user_id, db.select({ user_id: next.user_id }).from(next)),
          ),
        )
        .returning({ user_id })
      return claimed.map((row) => row.user_id)
    },

    async saveStates(environment, { user_id: id, at, states, offers }) {
      const offered = offers && keptStates(offers)
      const given = JSON.stringify(
        [...keptStates(states)].map(([slug, state]) => ({ slug, state, ...offered?.get(slug) })),
      )
      await db.execute(sql`
        with checked as (
          update ${directoryChecks} set checked_at = ${at}::timestamptz, not_before = null,
            order_at = case when order_at = ${QUEUED.toISOString()}::timestamptz and not_before is null
              then order_at else ${at}::timestamptz end
          where environment = ${environment} and user_id = ${id} and (checked_at is null or checked_at <= ${at}::timestamptz)
          returning user_id
        ), told as (
          select kept.slug, kept.state as before, coalesce(given.state, 'not_listed') as state,
            coalesce(given.available, kept.available) as available, coalesce(given.denied, kept.denied) as denied
          from ${directoryConnections} as kept
          join checked using (user_id)
          left join json_to_recordset(${given}::json) as given (slug text collate "C", state text, available text[], denied text[]) using (slug)
          where kept.environment = ${environment} and kept.created_on <= ${at}::timestamptz
        ), noted as (
          insert into ${connectionChanges} (environment, user_id, slug, at, state)
          select ${environment}, ${id}::uuid, slug, ${at}::timestamptz, state from told
          where state <> before and (before <> 'not_checked' or state in ${[...BROKEN_STATES]} or exists (
            select from ${connectionChanges} as earlier
            where earlier.environment = ${environment} and earlier.user_id = ${id}::uuid and earlier.slug = told.slug))
          order by slug
        ), old as (
          -- A service that says something else each time fills no disk: what isn't shown is not kept.
          delete from ${connectionChanges} where environment = ${environment} and user_id = ${id}::uuid and id <= (
            select id from ${connectionChanges} where environment = ${environment} and user_id = ${id}::uuid
            order by id desc offset ${SHOWN_CHANGES} limit 1)
        )
        update ${directoryConnections} as kept set state = told.state, available = told.available, denied = told.denied
        from told
        where kept.environment = ${environment} and kept.user_id = ${id} and kept.slug = told.slug
          and (kept.state, kept.available, kept.denied) is distinct from (told.state, told.available, told.denied)`)
    },

    async connectionChanges(environment, id) {
      const { slug, at, state } = connectionChanges
      const rows = await db
        .select({ slug, at, state })
        .from(connectionChanges)
        .where(and(eq(connectionChanges.environment, environment), eq(connectionChanges.user_id, id)))
        .orderBy(desc(connectionChanges.id))
        .limit(SHOWN_CHANGES)
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    },

    async queueCheck(environment, id) {
      await db.update(directoryChecks).set({ order_at: QUEUED, not_before: null }).where(isUser(environment, id))
    },

    async releaseChecks(environment, user_ids) {
      const named = user_ids && inArray(user_id, [...user_ids])
      await db
        .update(directoryChecks)
        .set({ not_before: null })
        .where(and(eq(directoryChecks.environment, environment), isNotNull(not_before), named))
    },

    async postponeCheck(environment, id, until) {
      await db
        .update(directoryChecks)
        .set({ not_before: new Date(until) })
        .where(isUser(environment, id))
    },
  }
}

function isUser(environment: string, id: string): SQL | undefined {
  return and(eq(directoryChecks.environment, environment), eq(user_id, id))
}

function isDue(environment: string, { now, checked_before }: { now: string; checked_before: string }): SQL | undefined {
  return and(
    eq(directoryChecks.environment, environment),
    lt(order_at, new Date(checked_before)),
    or(isNull(not_before), lte(not_before, new Date(now))),
  )
}

/** Only what is given is written. */
function columnsOf({ problem, retry_at, failures, asked_at }: Partial<CheckProgress>) {
  const instant = (at: string | null) => (at === null ? null : new Date(at))
  return {
    ...(problem !== undefined && { checks_problem: problem }),
    ...(retry_at !== undefined && { checks_retry_at: instant(retry_at) }),
    ...(failures !== undefined && { checks_failures: failures }),
    ...(asked_at !== undefined && { checks_asked_at: instant(asked_at) }),
  }
}
