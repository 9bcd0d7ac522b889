/** Rows of listed users: those that are new or have changed are written, with their connections, in few statements. */
import { hash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Transaction } from '#lib/db/database.ts'
import { directoryConnections, directoryUsers } from '#lib/db/directory-schema.ts'
import type { ListedUser } from './directory-port.ts'
import { connectionsOf, hasDrifted, instantOf, keyOf } from './directory-rules.ts'

interface Listing {
  environment: string
  /** Nobody twice. */
  listed: readonly ListedUser[]
  at: string
  /** Also those who have not changed: a look-up says that they were seen. */
  always: boolean
}

interface Written {
  /** Of everybody listed. */
  numbers: number[]
  added: number
  written: number
}

/** Both drivers answer `{ rows }`; one sends a bigint as a number, the other as text. */
const writtenRows = z.object({ rows: z.array(z.object({ user_id: z.string(), number: z.coerce.number().int() })) })

export async function writeUsers(tx: Transaction, { environment, listed, at, always }: Listing): Promise<Written> {
  const known = await knownRows(tx, environment, listed)
  const rows = listed.map((each) => ({ each, row: rowOf(each) }))
  const changed = rows.filter(({ each, row }) => {
    const before = known.get(each.user.user_id)
    return always || !before || before.is_missed || before.digest !== row.digest || hasDrifted(before, each)
  })
  const numbers = new Map([...known].map(([user_id, { number }]) => [user_id, number]))
  if (changed.length > 0) {
    const result: unknown = await tx.execute(
      upsert(
        environment,
        at,
        changed.map(({ row }) => row),
      ),
    )
    for (const { user_id, number } of writtenRows.parse(result).rows) numbers.set(user_id, number)
    await writeConnections(
      tx,
      environment,
      changed.map(({ each }) => each),
    )
  }
  const added = changed.filter(({ each }) => !known.has(each.user.user_id)).length
  return { numbers: [...numbers.values()], added, written: changed.length }
}

async function knownRows(tx: Transaction, environment: string, listed: readonly ListedUser[]) {
  const { user_id, number, digest, position, of_total, is_missed } = directoryUsers
  const rows = await tx
    .select({ user_id, number, digest, position, of_total, is_missed })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.environment, environment), isAny(user_id, listed)))
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** One parameter however many ids there are. */
function isAny(column: PgColumn, listed: readonly ListedUser[]): SQL {
  return sql`${column} = any(string_to_array(${listed.map(({ user }) => user.user_id).join()}, ',')::uuid[])`
}

function rowOf({ user, position, of_total }: ListedUser) {
  const body = JSON.stringify(user)
  return {
    user_id: user.user_id,
    reference_key: keyOf(user),
    created_on: instantOf(user.created_on),
    sources: [...connectionsOf(user).keys()],
    body,
    digest: hash('sha256', body, 'base64url'),
    position,
    of_total,
  }
}

/** The body travels as a text within the JSON: it may hold escapes that only the type `json` takes as they are. */
function upsert(environment: string, at: string, rows: readonly ReturnType<typeof rowOf>[]): SQL {
  return sql`
    insert into ${directoryUsers} (environment, user_id, reference_key, created_on, sources, body, digest, seen_at,
      position, of_total, is_missed)
    select ${environment}, user_id, reference_key, created_on, sources, body::json, digest, ${at}::timestamptz,
      position, of_total, false
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (user_id uuid, reference_key text,
      created_on timestamptz, sources text[], body text, digest text, position integer, of_total integer)
    on conflict (environment, user_id) do update set
      reference_key = excluded.reference_key, created_on = excluded.created_on, sources = excluded.sources,
      body = excluded.body, digest = excluded.digest, seen_at = excluded.seen_at, position = excluded.position,
      of_total = excluded.of_total, is_missed = false
    returning user_id::text, number`
}

async function writeConnections(tx: Transaction, environment: string, listed: readonly ListedUser[]) {
  const ofThem = and(eq(directoryConnections.environment, environment), isAny(directoryConnections.user_id, listed))
  await tx.delete(directoryConnections).where(ofThem)
  const rows = listed.flatMap(({ user }) =>
    [...connectionsOf(user)].map(([slug, created_on]) => ({ user_id: user.user_id, slug, created_on })),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ${directoryConnections} (environment, user_id, slug, created_on)
    select ${environment}, user_id, slug, created_on
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (user_id uuid, slug text, created_on timestamptz)`)
}
