/** The connections of all users of an environment, in the database. */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { mayBeSilent } from '#lib/domains/connections/rhythm.ts'
import { BROKEN_STATES, KEPT_STATES } from '#lib/domains/connections/states.ts'
import {
  awaitedSince,
  bySource,
  type ConnectionCursor,
  createdRange,
  nextOfConnections,
  seenAt,
  sourceOf,
  walkedToConnection,
  wantedSlugs,
} from '#lib/domains/users/console/rules.ts'
import {
  directoryBodies,
  directoryChecks,
  directoryConnections,
  directoryUsers,
} from '#lib/domains/users/console/tables.ts'
import { user } from '#lib/domains/users/user.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { boundOf, instantOf } from '#lib/utils/time/instants.ts'
import type { ConnectionFilters, DirectoryStore } from './store.ts'
import { boundedCount, knownOf, within } from './store-sql.ts'

const { slug, created_on, user_id, state, last_data_at, silent_at } = directoryConnections

export function postgresDirectoryConnections(
  db: Database,
): Pick<DirectoryStore, 'searchDirectoryConnections' | 'countDirectorySources'> {
  return {
    async searchDirectoryConnections(environment, search) {
      const where = condition(environment, search)
      const isWalk = search.after !== undefined
      const from = walkedToConnection(search.after ?? '')
      // The page first: the users' rows are then fetched for it alone.
      const page = db
        .select()
        .from(directoryConnections)
        .where(and(where, from ? behind(from) : undefined))
        .orderBy(desc(created_on), asc(user_id), asc(slug))
        .offset(isWalk ? 0 : search.offset)
        .limit(search.limit)
        .as('page')
      const rows = await db
        .select({
          slug: page.slug,
          user_id: page.user_id,
          created_on: page.created_on,
          state: page.state,
          last_data_at: page.last_data_at,
          silent_at: page.silent_at,
          checked_at: directoryChecks.checked_at,
          body: directoryBodies.body,
          seen_at: directoryUsers.seen_at,
          is_missed: directoryUsers.is_missed,
        })
        .from(page)
        .innerJoin(
          directoryUsers,
          and(eq(directoryUsers.environment, page.environment), eq(directoryUsers.user_id, page.user_id)),
        )
        .innerJoin(
          directoryBodies,
          and(eq(directoryBodies.environment, page.environment), eq(directoryBodies.user_id, page.user_id)),
        )
        .leftJoin(
          directoryChecks,
          and(eq(directoryChecks.environment, page.environment), eq(directoryChecks.user_id, page.user_id)),
        )
        .orderBy(desc(page.created_on), asc(page.user_id), asc(page.slug))
      const { complete_from, data_since } = await knownOf(db, environment)
      const connections = rows.map((row) => {
        const holder = user.parse(row.body)
        return {
          user_id: holder.user_id,
          client_user_id: holder.client_user_id ?? null,
          source: sourceOf(holder, row.slug),
          created_on: row.created_on.toISOString(),
          seen_at: seenAt(row, complete_from),
          state: row.state,
          last_data_at: row.last_data_at?.toISOString() ?? null,
          awaited_since: awaitedSince(row.created_on, data_since),
          silent_at: row.silent_at?.toISOString() ?? null,
          checked_at: row.state === 'not_checked' ? null : (row.checked_at?.toISOString() ?? null),
        }
      })
      if (!isWalk) return { connections, total: await boundedCount(db, directoryConnections, where), next: null }
      const last = rows.at(-1)
      const got = last && { created: last.created_on, user_id: last.user_id, slug: last.slug }
      return { connections, total: null, next: nextOfConnections(got, rows.length, search.limit) }
    },

    async countDirectorySources(environment, search, now) {
      const where = condition(environment, search)
      const counts = await db
        .select({
          slug,
          state,
          connections: sql<number>`count(*)::int`,
          timed: sql<number>`count(${silent_at})::int`,
          silent: sql<number>`(count(*) filter (where ${silent_at} <= ${now.toISOString()}::timestamptz))::int`,
        })
        .from(directoryConnections)
        .where(where)
        .groupBy(slug, state)
      const holders = await db
        .selectDistinctOn([slug], { slug, user_id })
        .from(directoryConnections)
        .where(where)
        .orderBy(asc(slug), desc(created_on), asc(user_id))
      const bodies = await db
        .select({ user_id: directoryBodies.user_id, body: directoryBodies.body })
        .from(directoryBodies)
        .where(
          and(
            eq(directoryBodies.environment, environment),
            inArray(
              directoryBodies.user_id,
              holders.map((holder) => holder.user_id),
            ),
          ),
        )
      const users = new Map(bodies.map(({ user_id: id, body }) => [id, user.parse(body)]))
      const holderOf = new Map(holders.map((holder) => [holder.slug, users.get(holder.user_id)]))
      return bySource(counts).map(({ slug: key, ...counted }) => {
        const holder = holderOf.get(key)
        return { source: holder ? sourceOf(holder, key) : { name: key, slug: key }, ...counted }
      })
    },
  }
}

/** One step on in the index of the newest, so that no page before is read again. */
function behind(from: ConnectionCursor): SQL | undefined {
  const later = or(gt(user_id, from.user_id), and(eq(user_id, from.user_id), gt(slug, from.slug)))
  return and(lte(created_on, from.created), or(lt(created_on, from.created), later))
}

const SILENT_STATES = KEPT_STATES.filter(mayBeSilent)

const silentOn = (instant: string) => and(lte(silent_at, instantOf(instant)), inArray(state, SILENT_STATES))

function silentSince(instant: Date): SQL | undefined {
  return or(lt(last_data_at, instant), and(isNull(last_data_at), lt(created_on, instant)))
}

function condition(environment: string, search: ConnectionFilters): SQL | undefined {
  const slugs = wantedSlugs(search)
  return and(
    eq(directoryConnections.environment, environment),
    ...within(created_on, createdRange(search)),
    slugs ? inArray(slug, slugs) : undefined,
    search.states?.length ? inArray(state, search.states) : undefined,
    search.has_data === true ? isNotNull(last_data_at) : undefined,
    search.has_data === false ? isNull(last_data_at) : undefined,
    search.data_from ? gte(last_data_at, boundOf(search.data_from)) : undefined,
    search.no_data_since ? silentSince(instantOf(search.no_data_since)) : undefined,
    search.silent_on ? silentOn(search.silent_on) : undefined,
    search.action_on ? or(inArray(state, BROKEN_STATES), silentOn(search.action_on)) : undefined,
    search.user_id ? eq(user_id, search.user_id) : undefined,
  )
}
