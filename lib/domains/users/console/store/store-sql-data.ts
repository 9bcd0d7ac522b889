/** When data of a source last arrived, of which types, and in which rhythm, in the database: one statement for all that came at once; references and the index of people. */
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BEAT, GAPS, SILENT_AFTER } from '#lib/domains/connections/rhythm.ts'
import { DATA_STEP, firstOf, slugKey } from '#lib/domains/users/console/rules.ts'
import {
  directories,
  directoryBodies,
  directoryConnections,
  directoryEarlyData,
  peopleIndex,
} from '#lib/domains/users/console/tables.ts'
import { user } from '#lib/domains/users/user.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import type { DataNote, DirectoryStore, PeopleStore } from './store.ts'

const seconds = (milliseconds: number) => sql.raw(`interval '${milliseconds / SECOND} seconds'`)

/** The rule of `rhythm.ts`. */
const MEDIAN = sql.raw('(select percentile_disc(0.5) within group (order by gap) from unnest(after.gaps) as gap)')
const SILENT_AT = sql`case when cardinality(after.gaps) >= ${sql.raw(String(GAPS.least))} then after.at
  + greatest(${seconds(SILENT_AFTER.least)}, ${sql.raw(String(SILENT_AFTER.gaps))} * ${MEDIAN} * interval '1 minute') end`

const coverageRows = z.object({
  rows: z.array(
    z.object({ slug: z.string(), resource: z.string(), available: z.int(), denied: z.int(), never: z.int() }),
  ),
})

export function postgresData(db: Database): Pick<DirectoryStore, 'noteData' | 'purgeEarlyData' | 'countCoverage'> {
  /** Environments whose first data is on record. */
  const begun = new Set<string>()

  async function noteFirst(environment: string, data_since: Date) {
    await db
      .insert(directories)
      .values({ environment, data_since })
      .onConflictDoUpdate({
        target: directories.environment,
        set: { data_since },
        setWhere: isNull(directories.data_since),
      })
    begun.add(environment)
  }

  return {
    async noteData(environment, notes) {
      const first = firstOf(notes)
      if (first && !begun.has(environment)) await noteFirst(environment, first)
      for (const round of roundsOf(notes)) {
        await noteRound(db, environment, round)
        await noteEarly(db, environment, round)
      }
    },
    async purgeEarlyData(before) {
      await db.delete(directoryEarlyData).where(lt(directoryEarlyData.at, before))
    },

    async countCoverage(environment, connected_before) {
      const result: unknown = await db.execute(sql`
        select slug, resource, count(*) filter (where is_available)::int as available,
          count(*) filter (where not is_available)::int as denied,
          count(*) filter (where is_available and not resource = any(received)
            and created_on < ${connected_before.toISOString()}::timestamptz)::int as never
        from ${directoryConnections} as kept cross join lateral (
          select unnest(kept.available) as resource, true as is_available
          union all select unnest(kept.denied), false
        ) as offered
        where environment = ${environment}
        group by slug, resource order by slug, resource collate "C"`)
      return coverageRows.parse(result).rows
    },
  }
}

interface NotedConnection {
  user_id: string
  slug: string
  at: string
  types: string[]
}

/** Each connection is once in a round, with all that came at the same instant. */
function roundsOf(notes: readonly DataNote[]): NotedConnection[][] {
  const rounds: Map<string, NotedConnection>[] = []
  for (const { user_id, slug, at, resource = null } of notes) {
    const key = `${user_id} ${slugKey(slug)}`
    const types = resource === null ? [] : [resource]
    const last = rounds.findLastIndex((round) => round.has(key))
    const kept = rounds[last]?.get(key)
    if (kept?.at === at) {
      kept.types.push(...types.filter((type) => !kept.types.includes(type)))
      continue
    }
    const round = rounds[last + 1] ?? new Map<string, NotedConnection>()
    rounds[last + 1] = round.set(key, { user_id, slug: slugKey(slug), at, types })
  }
  // Always in one order: two that note the same connections at once wait for each other, never both.
  return rounds.map((round) => [...round].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, noted]) => noted))
}

async function noteRound(db: Database, environment: string, round: readonly NotedConnection[]): Promise<void> {
  await db.execute(sql`
    with before as (
      select kept.*, given.at,
        last_data_at is null or last_data_at <= given.at - ${seconds(DATA_STEP)} as is_new,
        array(select type from unnest(given.types) as type where not type = any(received)) as new_types
      from json_to_recordset(${JSON.stringify(round)}::json)
        as given (user_id uuid, slug text collate "C", at timestamptz, types text[])
      cross join lateral (
        select * from ${directoryConnections} as one
        where one.environment = ${environment} and one.user_id = given.user_id and one.slug = given.slug
        offset 0 for update
      ) as kept
    ), beaten as (
      select *, is_new and (beat_at is null or beat_at <= at - ${seconds(BEAT)}) as is_beat from before
    ), after as (
      select environment, user_id, slug, at, is_new, new_types, is_beat,
        case when is_beat and beat_at is not null
          then (gaps || floor(extract(epoch from at - beat_at) / 60)::int)[greatest(1, cardinality(gaps) + 2 - ${sql.raw(String(GAPS.kept))}):]
          else gaps end as gaps
      from beaten where is_new or cardinality(new_types) > 0
    )
    update ${directoryConnections} as kept set
      last_data_at = case when after.is_new then after.at else kept.last_data_at end,
      beat_at = case when after.is_beat then after.at else kept.beat_at end,
      gaps = after.gaps,
      silent_at = case when after.is_new then ${SILENT_AT} else kept.silent_at end,
      received = kept.received || after.new_types
    from after
    where kept.environment = after.environment and kept.user_id = after.user_id and kept.slug = after.slug`)
}

/** Keeps what is of no connection that is known, until it is: see `writeConnections`. */
async function noteEarly(db: Database, environment: string, round: readonly NotedConnection[]): Promise<void> {
  await db.execute(sql`
    insert into ${directoryEarlyData} as kept (environment, user_id, slug, at, received)
    select ${environment}, given.user_id, given.slug, given.at, given.types
    from json_to_recordset(${JSON.stringify(round)}::json)
      as given (user_id uuid, slug text collate "C", at timestamptz, types text[])
    where not exists (
      select from ${directoryConnections} as one
      where one.environment = ${environment} and one.user_id = given.user_id and one.slug = given.slug)
    on conflict (environment, user_id, slug) do update set
      at = greatest(kept.at, excluded.at),
      received = kept.received || array(
        select type from unnest(excluded.received) as type where not type = any(kept.received))`)
}

export function postgresReferences(db: Database): Pick<DirectoryStore, 'directoryReferences'> {
  return {
    async directoryReferences(environment, user_ids) {
      if (user_ids.length === 0) return new Map()
      const rows = await db
        .select({ body: directoryBodies.body })
        .from(directoryBodies)
        .where(and(eq(directoryBodies.environment, environment), inArray(directoryBodies.user_id, [...user_ids])))
      // Read here: a body may hold characters that a text of the database can't.
      const users = rows.map(({ body }) => user.parse(body))
      return new Map(users.flatMap(({ user_id, client_user_id: of }) => (of ? [[user_id, of] as const] : [])))
    },
  }
}

export function postgresPeople(db: Database): PeopleStore {
  const arrayOf = (hashes: readonly string[]) => sql`${`{${hashes.join()}}`}::bigint[]`
  const { environment: of, user_id, order_id, hashes } = peopleIndex
  return {
    async savePeople(environment, rows) {
      if (rows.length === 0) return
      const once = [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
      await db.execute(sql`
        insert into ${peopleIndex} as kept (environment, id, user_id, order_id, hashes)
        select ${environment}, id, user_id, order_id, hashes from json_to_recordset(${JSON.stringify(once)}::json)
          as row (id uuid, user_id uuid, order_id uuid, hashes bigint[])
        on conflict (environment, id) do update
          set user_id = excluded.user_id, order_id = excluded.order_id, hashes = excluded.hashes
          where (kept.user_id, kept.order_id, kept.hashes)
            is distinct from (excluded.user_id, excluded.order_id, excluded.hashes)`)
    },

    async searchPeople(environment, groups, limit) {
      const holds = groups.map((group) => sql`${hashes} && ${arrayOf(group)}`)
      return db
        .select({ user_id, order_id })
        .from(peopleIndex)
        .where(and(eq(of, environment), ...holds))
        .limit(limit)
    },

    async userOfOrder(environment, order_id) {
      const [row] = await db
        .select({ user_id })
        .from(peopleIndex)
        .where(and(eq(of, environment), eq(peopleIndex.id, order_id)))
      return row?.user_id ?? null
    },

    async clearPeople(environment) {
      await db.delete(peopleIndex).where(eq(of, environment))
    },
  }
}
