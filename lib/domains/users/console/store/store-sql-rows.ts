/** Rows of listed users: those that are new or have changed are written, with their connections, in few statements. */
import { hash } from 'node:crypto'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { connectionsOf, hasDrifted, keyOf, NEXT, zoneKeyOf } from '#lib/domains/users/console/rules.ts'
import {
  connectionChanges,
  directoryBodies,
  directoryChecks,
  directoryConnections,
  directoryCrawled,
  directoryEarlyData,
  directoryUsers,
  peopleIndex,
} from '#lib/domains/users/console/tables.ts'
import { changedOn, user as userSchema } from '#lib/domains/users/user.ts'
import type { Transaction } from '#lib/platform/database/database.ts'
import { KEY_BATCH, type KeyBatch } from '#lib/platform/database/rebuild-keys.ts'
import { instantOf } from '#lib/utils/time/instants.ts'
import type { ListedUser } from './store.ts'

interface Listing {
  environment: string
  /** Nobody twice. */
  listed: readonly ListedUser[]
  at: string
  /** Also those who have not changed: a look-up says that they were seen. */
  always: boolean
}

interface Written {
  added: number
  written: number
}

/** Characters: 132 bits, which two states of one user never share. */
const DIGEST = 22

/** Writes listed users whose rows are older; returns how many were added and which changed. */
export async function writeUsers(tx: Transaction, { environment, listed, at, always }: Listing): Promise<Written> {
  const known = await knownRows(tx, environment, listed)
  const rows = listed.map((each) => {
    const row = rowOf(each)
    const before = known.get(row.user_id)
    const isNewer = !before || before.seen_at <= new Date(at)
    const isChanged = isNewer && before?.digest !== row.digest
    const isDue = isChanged || (isNewer && (always || before?.is_missed === true || hasDrifted(before ?? each, each)))
    return { row, isChanged, isNew: !before, isDue }
  })
  const due = rows.filter(({ isDue }) => isDue)
  const changed = rows.filter(({ isChanged }) => isChanged).map(({ row }) => row)
  if (due.length > 0) await tx.execute(upsert(environment, at, due))
  if (changed.length > 0) {
    await tx.execute(upsertBodies(environment, changed))
    await writeConnections(tx, environment, changed)
    await queueChecks(tx, environment, changed)
  }
  return { added: rows.filter(({ isNew }) => isNew).length, written: due.length }
}

async function knownRows(tx: Transaction, environment: string, listed: readonly ListedUser[]) {
  const { user_id, digest, position, of_total, is_missed, seen_at } = directoryUsers
  const rows = await tx
    .select({ user_id, digest, position, of_total, is_missed, seen_at })
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.environment, environment),
        isAny(
          user_id,
          listed.map(({ user }) => user.user_id),
        ),
      ),
    )
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** One parameter however many ids there are. */
function isAny(column: PgColumn | SQL, ids: readonly string[]): SQL {
  return sql`${column} = any(string_to_array(${ids.join()}, ',')::uuid[])`
}

type Row = ReturnType<typeof rowOf>

function rowOf({ user, position, of_total }: ListedUser) {
  const body = JSON.stringify(user)
  return {
    user_id: user.user_id,
    reference_key: keyOf(user),
    created_on: instantOf(user.created_on),
    changed_on: instantOf(changedOn(user)),
    zone_key: zoneKeyOf(user),
    connections: connectionsOf(user),
    body,
    digest: hash('sha256', body, 'base64url').slice(0, DIGEST),
    position,
    of_total,
  }
}

function upsert(environment: string, at: string, due: readonly { row: Row }[]): SQL {
  const rows = due.map(({ row: { body: _, connections, ...row } }) => ({ ...row, sources: [...connections.keys()] }))
  return sql`
    insert into ${directoryUsers} (environment, user_id, reference_key, created_on, changed_on, zone_key, sources,
      digest, seen_at, position, of_total, is_missed)
    select ${environment}, user_id, reference_key, created_on, changed_on, zone_key, sources, digest, ${at}::timestamptz, position, of_total,
      false
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (user_id uuid, reference_key text,
      created_on timestamptz, changed_on timestamptz, zone_key text, sources text[], digest text, position integer, of_total integer)
    on conflict (environment, user_id) do update set
      reference_key = excluded.reference_key, created_on = excluded.created_on,
      changed_on = excluded.changed_on, zone_key = excluded.zone_key, sources = excluded.sources,
      digest = excluded.digest, seen_at = excluded.seen_at, position = excluded.position,
      of_total = excluded.of_total, is_missed = false`
}

/** A body travels as a text within the JSON: it may hold escapes that only the type `json` takes as they are. */
function upsertBodies(environment: string, changed: readonly Row[]): SQL {
  const rows = changed.map(({ user_id, body }) => ({ user_id, body }))
  return sql`
    insert into ${directoryBodies} (environment, user_id, body)
    select ${environment}, user_id, body::json
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (user_id uuid, body text)
    on conflict (environment, user_id) do update set body = excluded.body`
}

/** A connection that was there before keeps its state; one that was made anew hasn't been checked. */
async function writeConnections(tx: Transaction, environment: string, changed: readonly Row[]) {
  const ids = changed.map((row) => row.user_id)
  const listed = changed.flatMap(({ user_id, connections }) =>
    [...connections].map(([slug, created_on]) => ({ user_id, slug, created_on })),
  )
  const rows = sql`json_to_recordset(${JSON.stringify(listed)}::json)
    as row (user_id uuid, slug text collate "C", created_on timestamptz)`
  await tx.execute(sql`
    delete from ${directoryConnections} as kept
    where environment = ${environment} and ${isAny(sql`kept.user_id`, ids)} and not exists (
      select from ${rows} where row.user_id = kept.user_id and row.slug = kept.slug)`)
  if (listed.length === 0) return
  await tx.execute(sql`
    insert into ${directoryConnections} as kept (environment, user_id, slug, created_on)
    select ${environment}, user_id, slug, created_on from ${rows}
    on conflict (environment, user_id, slug) do update set created_on = excluded.created_on, state = 'not_checked',
      last_data_at = null, beat_at = null, gaps = '{}', silent_at = null, received = '{}', available = '{}', denied = '{}'
    where kept.created_on <> excluded.created_on`)
  // Data from before a connection was made is that of an earlier one.
  await tx.execute(sql`
    with early as (
      delete from ${directoryEarlyData} as one using ${rows}
      where one.environment = ${environment} and one.user_id = row.user_id and one.slug = row.slug returning one.*)
    update ${directoryConnections} as kept
    set last_data_at = early.at, beat_at = early.at, received = early.received
    from early
    where kept.environment = ${environment} and kept.user_id = early.user_id and kept.slug = early.slug
      and kept.last_data_at is null and kept.created_on <= early.at`)
}

/** Queues changed users for a check; a user without a source needs none. */
async function queueChecks(tx: Transaction, environment: string, changed: readonly Row[]) {
  const [connected, alone] = [true, false].map((has) => changed.filter((row) => row.connections.size > 0 === has))
  const without = alone?.map(({ user_id }) => user_id) ?? []
  const { user_id } = directoryChecks
  if (without.length > 0)
    await tx.delete(directoryChecks).where(and(eq(directoryChecks.environment, environment), isAny(user_id, without)))
  if (!connected?.length) return
  await tx
    .insert(directoryChecks)
    .values(connected.map((row) => ({ environment, user_id: row.user_id })))
    .onConflictDoUpdate({
      target: [directoryChecks.environment, directoryChecks.user_id],
      set: { order_at: NEXT, not_before: null },
    })
}

/** The rows of users in every table. */
export async function removeUsers(tx: Transaction, environment: string, ids: readonly string[]): Promise<number> {
  const kept = [
    directoryConnections,
    connectionChanges,
    directoryBodies,
    directoryChecks,
    directoryCrawled,
    peopleIndex,
  ]
  for (const table of kept) {
    await tx.delete(table).where(and(eq(table.environment, environment), isAny(table.user_id, ids)))
  }
  const ofThem = and(eq(directoryUsers.environment, environment), isAny(directoryUsers.user_id, ids))
  const removed = await tx.delete(directoryUsers).where(ofThem).returning({ user_id: directoryUsers.user_id })
  return removed.length
}

export const referenceKeys: KeyBatch = async (db, after) => {
  const { environment, user_id, body } = directoryBodies
  const [, of, id] = /^(.*) (\S+)$/s.exec(after ?? '') ?? []
  const rows = await db
    .select({ environment, user_id, body })
    .from(directoryBodies)
    .where(id === undefined ? undefined : sql`(${environment}, ${user_id}) > (${of}, ${id}::uuid)`)
    .orderBy(asc(environment), asc(user_id))
    .limit(KEY_BATCH)
  const last = rows.at(-1)
  if (!last) return null
  const keys = rows.map((row) => ({ ...row, body: null, reference_key: keyOf(userSchema.parse(row.body)) }))
  const update = sql`
    update ${directoryUsers} set reference_key = made.reference_key
    from json_to_recordset(${JSON.stringify(keys)}::json) as made (environment text, user_id uuid, reference_key text)
    where ${directoryUsers.environment} = made.environment and ${directoryUsers.user_id} = made.user_id`
  return { update, last: `${last.environment} ${last.user_id}` }
}
